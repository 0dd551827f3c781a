"""Whatever a command may name is said in words, never by its id."""

import pytest
from django.utils import translation

from companion.teller import Teller
from rules import Survivor, Zone, load_packs, new_table, rulesets
from rules.packs.copies import deck_copies


@pytest.mark.parametrize("game", list(rulesets))
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_card_and_vehicle_of_a_box_has_a_name(game: str, language: str) -> None:
    pack = load_packs()[game]
    state = new_table(pack=pack, survivors=[("ann", Survivor(name="Ann", player=""))])
    with translation.override(language):
        teller = Teller(state, pack)
        for deck in pack.decks:
            for copy in deck_copies(pack, deck):
                assert teller.word(copy) != copy
        for vehicle in pack.vehicles:
            assert teller.word(vehicle.id) == vehicle.name.in_language(language)


@pytest.mark.parametrize(("word", "spanish"), [("noise", "fichas de ruido"), ("rush", "avalancha")])
def test_what_a_correction_sets_and_what_a_card_does_have_words(word: str, spanish: str) -> None:
    pack = load_packs()["zombicide-2e"]
    state = new_table(pack=pack, survivors=[("ann", Survivor(name="Ann", player=""))])
    with translation.override("es"):
        assert Teller(state, pack).word(word).lower() == spanish


@pytest.mark.parametrize(
    ("zone", "spanish"),
    [
        ("1", "1"),
        ("2", "Azul"),  # a number only: the colour of its token
        ("4", "4"),  # two are green: the colour would not tell them apart
        ("Puente", "Puente"),  # the table's own word
        ("2+1", "Azul (Nigromante)"),  # a token that lies on the blue one
    ],
)
def test_a_zone_goes_by_the_name_or_the_colour_that_the_table_gave_it(
    zone: str, spanish: str
) -> None:
    pack = load_packs()["black-plague"]
    zones = [
        Zone(id="1"),
        Zone(id="2", colour="blue"),
        Zone(id="3", colour="green"),
        Zone(id="4", colour="green"),
        Zone(id="Puente", colour="red"),
        Zone(id="2+1", kind="necromancer"),
    ]
    state = new_table(pack=pack, survivors=[("ann", Survivor(name="Ann", player=""))], zones=zones)
    with translation.override("es"):
        assert Teller(state, pack).zone(zone) == spanish
