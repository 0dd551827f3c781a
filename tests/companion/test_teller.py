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
        ("2+1", "Azul · Nigromante"),  # a token that lies on the blue one
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


LAID = (
    Zone(id="1"),
    Zone(id="2", tokens=2),
    Zone(id="2+1"),  # of a necromancer who is dead or away: it has turned red
    Zone(id="2+2", kind="necromancer"),
    Zone(id="3+1"),  # the token that lay there first is gone
    Zone(id="3+1+1", kind="necromancer"),  # he came from there, at an older table
    Zone(id="1+1", kind="necromancer", room=True),  # out of a building
)


@pytest.mark.parametrize(
    ("zone", "english", "spanish"),
    [
        ("2", "2", "2"),
        ("2+1", "Z2 · Token 3", "Z2 · Ficha 3"),
        ("2+2", "Z2 · Necromancer", "Z2 · Nigromante"),
        ("3+1", "3", "3"),
        ("3+1+1", "Z3 · Necromancer", "Z3 · Nigromante"),
        ("1+1", "Room 1 · Necromancer", "Sala 1 · Nigromante"),
        ("1+9", "Z1 · Token", "Z1 · Ficha"),  # gone from the board, and still in the log
    ],
)
def test_a_token_is_named_by_its_place_and_what_it_is(
    zone: str, english: str, spanish: str
) -> None:
    pack = load_packs()["black-plague"]
    people = [("ann", Survivor(name="Ann", player=""))]
    state = new_table(pack=pack, survivors=people, zones=LAID)
    for language, name in (("en", english), ("es", spanish)):
        with translation.override(language):
            assert Teller(state, pack).zone(zone) == name
