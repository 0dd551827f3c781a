"""The page of the table: six places, who is where, and what stands under them."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from companion.models import Table
from companion.people.models import Person
from companion.systems.city_of_horror.danger import danger_at
from companion.systems.city_of_horror.laying import corner_of, tower_side
from companion.systems.city_of_horror.selectors import city_board, initials_of
from rules.systems.city_of_horror.board import living, people
from rules.systems.city_of_horror.state import Aim, Played
from tests.city.test_play import begun
from tests.city.test_secrets import looker

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]


def at_church(table: Table, stage: str, zombies: int = 8) -> Table:
    """The church has its turn, with a crowd before its door."""
    state = table.any_state
    church = replace(state.locations["church"], zombies=zombies, antidotes=1)
    there = {key: replace(character, at="church") for key, character in state.characters.items()}
    table.state = replace(
        state,
        phase="locations",
        at="church",
        stage=stage,
        locations={**state.locations, "church": church},
        characters={**state.characters, **dict(list(there.items())[:2])},
    )
    table.save()
    return table


def test_the_word_attack_goes_once_the_attack_is_over(guest: Person) -> None:
    table = at_church(begun(guest), "attack")
    assert people(table.any_state, "church")
    church = city_board(table.seats.select_related("table").get()).places[0]
    assert (church.is_now, church.is_attacked, bool(danger_at(church).label)) == (True, True, True)
    at_church(table, "share")
    church = city_board(table.seats.select_related("table").get()).places[0]
    assert (church.is_now, church.is_attacked, danger_at(church).label) == (True, False, "")


def test_places_lie_on_corners_by_their_number(guest: Person) -> None:
    table = begun(
        guest, order=["bank", "armory", "church", "hospital", "crossroads", "water-tower"]
    )
    places = city_board(table.seats.select_related("table").get()).places
    assert [(place.key, place.number, place.spot) for place in places] == [
        ("bank", 1, "nw"),
        ("armory", 2, "ne"),
        ("church", 3, "sw"),
        ("hospital", 4, "se"),
        ("crossroads", 5, "road"),
        ("water-tower", 6, "east"),
    ]


@pytest.mark.parametrize(
    ("turned", "corners"),
    [
        (0, "1 2 3 4"),
        (1, "3 1 4 2"),
        (2, "4 3 2 1"),
        (3, "2 4 1 3"),
        (4, "1 2 4 3"),
        (5, "4 1 3 2"),
        (7, "2 3 1 4"),
    ],
)
def test_the_picture_is_turned_as_the_board_is(turned: int, corners: str) -> None:
    lying = {corner_of(number, turned): str(number) for number in range(1, 5)}
    assert " ".join(lying[corner] for corner in ("nw", "ne", "sw", "se")) == corners
    assert tower_side(turned) == ("east" if turned % 4 < 2 else "west")


@pytest.mark.parametrize("phase", ["rescue", "over"])
def test_nothing_is_attacked_once_the_helicopter_is_there(guest: Person, phase: str) -> None:
    table = at_church(begun(guest), "attack")
    table.state = replace(table.any_state, phase=phase, at=None, stage=None)
    table.save()
    places = city_board(table.seats.select_related("table").get()).places
    assert not any(place.is_attacked or danger_at(place).label for place in places)


def test_initials_tell_players_apart() -> None:
    assert initials_of(("Marta", "Luis", "Mario")) == {"Marta": "Mt", "Luis": "L", "Mario": "Mi"}
    assert initials_of(("ana", "Bea", "Noé")) == {"ana": "A", "Bea": "B", "Noé": "N"}


def test_my_hand_is_in_the_dock_at_every_step(guest: Person, as_person: AsPerson) -> None:
    """On one phone for all: whose hand is asked first."""
    table = begun(guest)
    page = as_person(guest).get(reverse("companion:table", args=[table.pk])).content.decode()
    assert reverse("companion:sheet", args=[table.pk, "hands"]) in page
    assert 'id="my-hand"' in page[page.index('id="dock"') :]


def test_what_a_played_card_is_aimed_at_is_told_to_all(guest: Person, as_person: AsPerson) -> None:
    """Whoever could cancel it must know what it does."""
    table = begun(guest)
    played = Played(player="Noé", card="gun-1", aim=Aim(location="water-tower"))
    table.state = replace(table.any_state, stack=(played,))
    table.save()
    reader = looker(table, "Público")
    for person in (guest, reader):
        page = as_person(person).get(reverse("companion:table", args=[table.pk])).content.decode()
        assert '<strong id="aim">→ Water tower</strong>' in page


def now_box(table: Table, phone: Client) -> str:
    """What the television's box says, in words."""
    page = phone.get(reverse("companion:screen", args=[table.pk])).content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", page.split('class="tv-next"')[1][:600]).split())


def test_the_television_asks_what_the_phones_ask(guest: Person, as_person: AsPerson) -> None:
    """A card that may be cancelled has no effect yet; who is alone at a place may be helped."""
    table, phone = at_church(begun(guest), "attack"), as_person(guest)
    state = table.any_state
    played = Played(player="Marta", card="gun-1", aim=Aim(location="church"))
    table.state = replace(state, stack=(played,))
    table.save()
    box = now_box(table, phone)
    assert "Does anybody cancel Gun?" in box
    assert "takes effect" not in box
    alone = {key: replace(one, at="bank") for key, one in state.characters.items()}
    hers = living(state, "Marta")[0]
    alone[hers] = replace(alone[hers], at="church")
    table.state = replace(state, characters=alone)
    table.save()
    box = now_box(table, phone)
    assert "Everybody waits for Marta Church: does anybody help?" in box
