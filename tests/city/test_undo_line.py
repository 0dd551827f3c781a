"""The undo line says what a tap on it takes back, what weighs most first."""

import re
from collections.abc import Callable

import msgspec
import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from companion import services
from companion.models import Seat, Table
from companion.people.models import Person
from rules import Command
from rules.systems.city_of_horror import CityState
from rules.systems.city_of_horror.actions import ActionSettle, PowerUse
from rules.systems.city_of_horror.moves import StepNext
from rules.systems.city_of_horror.pack import Invasion
from rules.systems.city_of_horror.rounds import InvasionReveal
from rules.systems.city_of_horror.state import Aim, Character, Move, Played
from rules.systems.city_of_horror.votes import VoteReady, VoteSeal
from tests.city.kit import NAMES, open_city_table
from tests.city.test_play import begun, place

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]


def undo_line(table: Table, phone: Client) -> str:
    page = phone.get(reverse("companion:table", args=[table.pk])).content.decode()
    line = re.search(r'id="undo".*?<span>(.*?)</span>', page, re.DOTALL)
    assert line is not None
    return " ".join(re.sub(r"<[^>]+>", " ", line[1]).split())


def done(table: Table, state: CityState, command: Command) -> None:
    """That command at a table where Marta's phone decides for everybody."""
    table.refresh_from_db()
    table.state = state
    table.save()
    said = replace(command, id=f"done-{table.version:06}", seen=table.version)
    services.command_submit(table_id=table.pk, seat=Seat.objects.get(table=table), command=said)


def located(state: CityState, where: dict[str, str], **fields: object) -> CityState:
    """Everybody at the bank but those: `{"punk": "Marta@church"}`."""
    people = {
        key: Character(player=text.partition("@")[0], at=text.partition("@")[2])
        for key, text in where.items()
    }
    spare = [key for key in ("rocker", "geek", "rasta", "teen") if key not in people]
    held = {person.player for person in people.values()}
    for name, key in zip([name for name in NAMES if name not in held], spare, strict=False):
        people[key] = Character(player=name, at="bank")
    seats = {name: replace(seat, hand=()) for name, seat in state.seats.items()}
    return replace(state, phase="locations", characters=people, seats=seats, **fields)


def with_zombies(state: CityState, key: str, count: int) -> CityState:
    there = replace(state.locations[key], zombies=count, antidotes=0)
    return replace(state, locations={**state.locations, key: there})


def test_it_says_what_an_invasion_card_brought(guest: Person, as_person: AsPerson) -> None:
    table, phone = begun(guest), as_person(guest)
    goals = dict.fromkeys(NAMES, "bank")
    state = replace(table.any_state, round=2, phase="invasion", choices=goals)
    written = {
        "moves": [["1", "4"]],
        "zombies": {"1": 2, "2": 1},
        "antidotes": {"1": 2},
        "cards": {"2": 1},
        "steps": 1,
    }
    card = InvasionReveal(id="x" * 8, seen=0, content=msgspec.convert(written, Invasion))
    done(table, with_zombies(with_zombies(state, "church", 3), "bank", 0), card)
    assert undo_line(table, phone) == "Undo: 02:00: zombies 3, moved 3, supplies 3, straggler"


def test_it_says_how_many_were_placed(guest: Person, as_person: AsPerson) -> None:
    table, phone = open_city_table(guest), as_person(guest)
    done(table, table.any_state, place(table, "Noé"))
    assert undo_line(table, phone) == "Undo: Noé places 4 characters"


def test_it_names_who_dies_by_a_vote_and_on_the_crossroads(
    guest: Person, as_person: AsPerson
) -> None:
    table, phone = begun(guest), as_person(guest)
    state = with_zombies(table.any_state, "church", 6)
    voting = located(
        state,
        {"punk": "Marta@church", "geek": "Noé@church"},
        at="church",
        stage="vote",
        ballots={"Noé": "Marta"},
    )
    done(table, voting, VoteSeal(id="x" * 8, seen=0, player="Marta", choice="Marta"))
    assert undo_line(table, phone) == "Undo: The punk of Marta is eaten"
    alone = located(
        with_zombies(state, "crossroads", 2),
        {"punk": "Marta@crossroads"},
        at="crossroads",
        stage="attack",
    )
    done(table, alone, StepNext(id="x" * 8, seen=0))
    assert undo_line(table, phone).startswith("Undo: The punk of Marta is eaten")


def test_it_says_that_a_vote_was_counted_and_not_who_was_ready(
    guest: Person, as_person: AsPerson
) -> None:
    table, phone = begun(guest), as_person(guest)
    state = with_zombies(table.any_state, "church", 6)
    tied = located(
        state,
        {"punk": "Marta@church", "geek": "Noé@church"},
        at="church",
        stage="vote",
        unready=("Luis B.", "Ana María"),
        ballots={"Noé": "Marta", "Marta": "Noé"},
    )
    done(table, tied, VoteReady(id="x" * 8, seen=0, players=("Luis B.",)))
    assert undo_line(table, phone) == "Undo: Luis B. lets the vote go on"
    table.refresh_from_db()
    done(table, table.any_state, VoteReady(id="x" * 8, seen=0, players=("Ana María",)))
    assert undo_line(table, phone) == "Undo: votes: Marta 1, Noé 1"


@pytest.mark.parametrize(
    ("crowd", "words"),
    [
        ({}, "the water tower falls"),
        ({"punk": "Marta@water-tower"}, "The punk of Marta dies with the water tower"),
        (
            {"punk": "Marta@water-tower", "geek": "Noé@water-tower"},
            "2 characters die: Punk, Geek",
        ),
    ],
)
def test_it_says_what_a_bomb_took(
    guest: Person, as_person: AsPerson, crowd: dict[str, str], words: str
) -> None:
    table, phone = begun(guest), as_person(guest)
    state = with_zombies(table.any_state, "church", 6)
    tower = replace(state.locations["water-tower"], explosions=2)
    aim = Aim(location="church", explosion="water-tower")
    laid = located(
        replace(state, locations={**state.locations, "water-tower": tower}),
        {"student": "Marta@church", "thief": "Noé@church", **crowd},
        at="church",
        stage="attack",
        stack=(Played(player="Ana María", card="makeshift-bomb-1", aim=aim),),
    )
    done(table, laid, ActionSettle(id="x" * 8, seen=0))
    assert undo_line(table, phone).startswith(f"Undo: {words}")


def test_it_says_what_a_card_did_before_that_it_did_something(
    guest: Person, as_person: AsPerson
) -> None:
    table, phone = begun(guest), as_person(guest)
    state = with_zombies(table.any_state, "church", 6)
    played = Played(player="Noé", card="gun-1", aim=Aim(location="church"))
    laid = located(state, {"punk": "Marta@church"}, at="church", stage="attack", stack=(played,))
    done(table, laid, ActionSettle(id="x" * 8, seen=0))
    assert undo_line(table, phone) == "Undo: Church: 1 zombie dies"


def test_the_priest_says_whose_move_goes_back_before_and_after(
    guest: Person, as_person: AsPerson
) -> None:
    table, phone = begun(guest), as_person(guest)
    moved = Move(character="punk", before="bank", after="church")
    state = located(
        table.any_state,
        {"priest": "Marta@bank", "punk": "Noé@church"},
        at="church",
        stage="attack",
        last_move=moved,
    )
    table.state = state
    table.save()
    sheet = phone.get(
        reverse("companion:sheet", args=[table.pk, "power/1"]) + "?character=priest"
    ).content.decode()
    assert "The punk goes back to 4. Bank." in sheet
    done(table, state, PowerUse(id="x" * 8, seen=0, player="Marta", character="priest"))
    assert undo_line(table, phone).startswith("Undo: The punk goes back to Bank")
