"""Sheets of City of Horror offer what is taken at this moment, and nothing else."""

from collections.abc import Callable, Iterator
from itertools import product

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from msgspec.structs import replace

from companion.people.models import Person
from companion.systems.city_of_horror.asking import AimWords, aimed
from companion.systems.city_of_horror.when import bar, card_bar, power_bar, trade_bar
from rules.systems.city_of_horror import CityState
from rules.systems.city_of_horror.pack import load_city
from rules.systems.city_of_horror.state import Aim, Character, Played
from tests.city.kit import open_city_table
from tests.robot.page import Page

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
PACK = load_city()
REASON = 60
"""Letters that a reason has room for."""


@pytest.mark.parametrize(("phase", "is_offered"), [("place", False), ("choose", True)])
def test_a_trade_is_offered_when_it_would_be_taken(
    guest: Person, as_person: AsPerson, phase: str, is_offered: bool
) -> None:
    table = open_city_table(guest)
    state = table.any_state
    seats = {name: replace(seat, antidotes=1) for name, seat in state.seats.items()}
    table.keep_state(replace(state, phase=phase, round=1, seats=seats))
    table.save()
    url = reverse("companion:sheet", args=[table.pk, "trade/1"])
    page = Page(url, 200, as_person(guest).get(url).content.decode())
    assert any(button.kind == "trade.give" for button in page.buttons) is is_offered


def test_what_cannot_be_chosen_freely_is_one_choice(guest: Person) -> None:
    state = open_city_table(guest).any_state
    assert isinstance(state, CityState)
    places = tuple(state.locations)[:3]
    aims = [
        Aim(location=here, to=there, explosion=tower)
        for here, there, tower in product(places, places, places[:2])
        if here != there
    ]
    form = aimed("action.play", "Marta", aims, AimWords(state, load_city()), button="Play it")
    assert form is not None
    assert [len(field.options) for field in form.fields] == [6, 2]


# --- when what is refused now may be used ---


def moments_of_a_game(state: CityState) -> Iterator[tuple[str, CityState]]:
    """One table at everything that bars a card or a power, in a round before the last."""
    people = {
        key: Character(player=name, at="bank")
        for name, key in zip(state.players, PACK.characters, strict=False)
    }
    played = Played(player="Noé", card="gun-1")
    begun = replace(state, round=2, characters=people)
    there = replace(begun, phase="locations", at="church")
    yield "set-up", replace(state, phase="place")
    yield "choosing", replace(begun, phase="choose")
    yield "before the move", replace(begun, phase="move")
    yield "after the move", replace(begun, phase="move", moved=("Marta",))
    yield "a card lies", replace(begun, phase="move", stack=(played,))
    yield "before the attack", replace(there, stage="attack")
    yield "after the vote", replace(there, stage="victim", chosen="Noé")
    yield "last moves over", replace(there, stage="attack", round=PACK.rounds)
    yield "rescue", replace(begun, phase="rescue", round=PACK.rounds)
    yield "over", replace(begun, phase="over", result="over", round=PACK.rounds)


def test_what_is_refused_says_when_it_may_be_used(guest: Person) -> None:
    """By the book: p. 7 for all of them, p. 8-9 for each."""
    state = open_city_table(guest).any_state
    settle = "First settle the card on the table."
    voted = "No cards or powers until this vote is settled."
    early = "No cards or powers before the first invasion card."
    landed = "The 4 rounds are over: no more cards or powers."
    late = "Too late: there are no more moves to come."
    squeeze = "While characters move, before your own move."
    cancel = "Right after another action card, before its effect."
    tin = "It is not played: worth 1 point at the end."
    over = "The game is over."
    told = {
        name: [card_bar(at, PACK, "Marta", f"{card}-1") for card in CARDS_SHOWN]
        for name, at in moments_of_a_game(state)
    }
    assert told == {
        "set-up": [early, early, tin, early],
        "choosing": [squeeze, cancel, tin, "While there are zombies at a location."],
        "before the move": [squeeze, cancel, tin, "While there are zombies at a location."],
        "after the move": [squeeze, cancel, tin, "While there are zombies at a location."],
        "a card lies": [settle, cancel, tin, settle],
        "before the attack": [squeeze, cancel, tin, "While there are zombies at a location."],
        "after the vote": [squeeze, cancel, tin, voted],
        "last moves over": [late, cancel, tin, "While there are zombies at a location."],
        "rescue": [landed, landed, tin, landed],
        "over": [over, over, tin, over],
    }


CARDS_SHOWN = ("back-door", "pepper-spray", "canned-food", "gun")


def test_a_power_says_when_it_may_be_used(guest: Person) -> None:
    state = open_city_table(guest).any_state
    (ended,) = (at for name, at in moments_of_a_game(state) if name == "over")
    (moving,) = (at for name, at in moments_of_a_game(state) if name == "after the move")
    tired = replace(Character(player="Marta", at="bank"), fit=False)
    people = {**moving.characters, "mama": Character(player="Marta"), "thief": tired}
    moving = replace(moving, characters=people)
    expected = {
        "mama": "While characters move, before your own move.",
        "thief": "Once fit again: by the church or an energy drink.",
    }
    assert {key: power_bar(moving, PACK, "Marta", key) for key in expected} == expected
    ended = replace(ended, characters=people)
    assert {power_bar(ended, PACK, "Marta", key) for key in expected} == {"The game is over."}


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_reason_is_short(guest: Person, language: str) -> None:
    state = open_city_table(guest).any_state
    with translation.override(language):
        for name, at in moments_of_a_game(state):
            people = {key: Character(player="Marta", at="bank") for key in PACK.characters}
            tired = {key: replace(each, fit=False) for key, each in people.items()}
            reasons = [bar(at, PACK, "Marta"), trade_bar(at, "Marta")]
            reasons += [card_bar(at, PACK, "Marta", f"{card}-1") for card in PACK.actions]
            for everybody in (people, tired):
                lived = replace(at, characters={**everybody, **at.characters})
                reasons += [power_bar(lived, PACK, "Marta", key) for key in everybody]
            assert all(len(reason) <= REASON for reason in reasons), name
            assert all(reasons[1:]), name


def test_nothing_is_offered_once_the_game_is_over(guest: Person, as_person: AsPerson) -> None:
    table, phone = open_city_table(guest), as_person(guest)
    state = table.any_state
    begun = replace(state, phase="choose", round=1)
    hands = {name: replace(seat, hand=("gun-1",)) for name, seat in state.seats.items()}
    url = reverse("companion:sheet", args=[table.pk, "hand/1"])
    for at, is_offered in (
        (replace(begun, seats=hands), True),
        (replace(begun, seats=hands, phase="over", result="over"), False),
    ):
        table.refresh_from_db()
        table.keep_state(at)
        table.save()
        page = phone.get(url).content.decode()
        assert "The game is over." in page or is_offered
        for path in ("card/1", "power/1", "trade/1"):
            assert (f"sheets/{path}" in page) is is_offered, path
        assert "not during a vote" not in page
    for path, query in (("card/1", {"card": "gun-1"}), ("trade/1", {})):
        sheet = phone.get(reverse("companion:sheet", args=[table.pk, path]), query)
        assert "The game is over." in sheet.content.decode()
