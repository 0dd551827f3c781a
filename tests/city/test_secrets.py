"""What one player keeps secret never leaves the server for another: pages, files, log, API.

Two tables that differ only in what somebody may not know must look the same to them, to the
letter, and be the same work for the server, at every step of a game (`disguise`). Whatever differs
is found, whichever page or answer has it.
"""

import logging
import os
import random
import re
from collections.abc import Callable
from itertools import cycle
from typing import Any, NamedTuple

import msgspec
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace

from companion import services
from companion.models import Seat, Table
from companion.people.models import Person
from companion.seats import services as seats
from companion.services import table_lay
from companion.systems.city_of_horror.selectors import city_pack
from rules import IllegalCommand, apply, pack_of
from rules.systems.city_of_horror import CityWanted, flow_commands, legal_commands, open_city
from rules.systems.city_of_horror.beginning import DraftKeep
from rules.systems.city_of_horror.board import in_game
from rules.systems.city_of_horror.ending import GameAbandon
from rules.systems.city_of_horror.pack import Invasion
from rules.systems.city_of_horror.rounds import InvasionReveal, MovementChoose
from rules.systems.city_of_horror.seats import players_of, taken_back
from rules.systems.city_of_horror.state import CityState
from rules.systems.city_of_horror.votes import VoteSeal
from tests.city.disguise import disguised, everything, looks_the_same
from tests.city.kit import COLOURS, GAME, NAMES, open_city_table, sit
from tests.city.test_play import begun
from tests.rules.test_city_machine import KNOWN

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
MOST_STEPS = 240
SOAK = int(os.environ.get("SOAK", "0"))
BY_THE_HAND = ("effect", "attack", "hand-out")
"""Stages in which what lies in a hand, or in a place, decides what may be done."""
STRANGER = "a stranger"


# --- a game played at random, and everybody's eyes on it ---


def card_of_hour(state: CityState) -> InvasionReveal:
    content = {
        "zombies": {"1": 2, "2": 3, "water-tower": 2, "crossroads": 1},
        "antidotes": {"1": 1, "3": 2},
        "cards": {"2": 1, "1": 1},
        "steps": 1,
    }
    return InvasionReveal(id="hour-0000", seen=0, content=msgspec.convert(content, Invasion))


def next_command(state: CityState, chance: random.Random) -> object:
    """Something the rules take now: what the round asks for, or at times a card or a trade."""
    pack = pack_of(state)
    flow = list(flow_commands(state, pack))
    if state.phase == "invasion" and not flow:
        return card_of_hour(state)
    said = state.ballots if state.phase == "locations" else state.keeping or state.choices
    flow = [
        command for command in flow if not players_of(command) & set(said) or not _seals(command)
    ]
    if chance.random() < 0.15:
        more = [command for command in legal_commands(state, pack) if hasattr(command, "player")]
        flow = [command for command in more if not _seals(command)] or flow
    return chance.choice(flow)


def _seals(command: object) -> bool:
    return isinstance(command, VoteSeal | MovementChoose | DraftKeep)


@pytest.fixture
def table(guest: Person) -> Table:
    table = begun(guest)
    sit(table, "Luis B.", "Ana María", "Noé")
    return table


def looker(table: Table, name: str) -> Person:
    """Somebody who only watches."""
    person = Person.objects.create_guest(name=name)
    Seat.objects.create(table=table, person=person, name=name, role=Seat.Role.READER)
    return person


class Kind(NamedTuple):
    """A kind of moment."""

    phase: str
    stage: str | None
    is_sealed: bool


def sealed_by(state: CityState) -> set[str]:
    """Who has said what the others are not told yet."""
    sealed = {
        "draft": set(state.keeping),
        "choose": set(state.choices),
        "late": set(state.late) & set(state.choices),
        "vote": set(state.ballots),
        "share-vote": set(state.ballots),
    }
    return sealed.get(state.stage or state.phase, set())


def kind_of(state: CityState) -> Kind:
    return Kind(state.phase, state.stage, bool(sealed_by(state)))


class Sort(NamedTuple):
    """A sort of table, and a moment that only it has: there `make test` stops, and `make soak` at
    the end of that round."""

    opening: dict[str, Any]
    phases: tuple[str, ...]
    """Those that are not as at the sorts before."""
    has: Callable[[CityState], bool]


def is_over(state: CityState) -> bool:
    return state.result is not None


SORTS = {
    "dealt": Sort({}, ("place", "choose", "invasion", "move", "locations", "rescue"), is_over),
    "drafted, with a tower that chooses late": Sort(
        {"dealing": "drafted", "sides": {"water-tower": "B"}},
        ("draft", "late"),
        lambda state: kind_of(state) == ("late", None, True),
    ),
    "with a tower that looks ahead": Sort(
        {"invasion": "app"},
        (),
        lambda state: bool(state.looked) and kind_of(state) == ("choose", None, True),
    ),
}


@pytest.mark.parametrize("sort", SORTS)
def test_nothing_anybody_gets_depends_on_what_they_may_not_know(
    guest: Person,
    as_person: AsPerson,
    sort: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """`make test` looks once at every kind of moment, each time with somebody else's eyes;
    `make soak` at every step with everybody's, of a whole game at the first sort of table. Work is
    counted where something is sealed or a hand decides.
    """
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)  # so that nothing is older the second time
    caplog.set_level(logging.WARNING, logger="safehouse.request")  # of a hundred thousand requests
    wanted = CityWanted(list(zip(NAMES, COLOURS, strict=True)), **SORTS[sort].opening)
    known = KNOWN if wanted.invasion == "app" else {}
    state = open_city(city_pack(GAME), wanted, described=known, seed="secrets")
    table = table_lay(person=guest, state=state)
    people: dict[str | None, Person] = {seat.player: seat.person for seat in sit(table, *NAMES[1:])}
    people |= {NAMES[0]: guest, None: looker(table, "Público")}
    people[STRANGER] = Person.objects.create_guest(name="Nadie")
    seated = {seat.player: seat for seat in table.seats.all()}
    clients = {name: as_person(person) for name, person in people.items()}
    chance, turns = random.Random(1), cycle(people)
    looked_at: set[Kind] = set()
    last_round: int | None = None
    for step in range(MOST_STEPS):
        table.refresh_from_db()
        state = table.any_state
        is_own = last_round is None and SORTS[sort].has(state)
        if is_own:
            last_round = state.round
        if is_over(state) or (last_round is not None and state.round > last_round):
            break  # every hand is open, or all of this sort was there to see
        kind = kind_of(state)
        is_new = is_own or (kind not in looked_at and kind.phase in SORTS[sort].phases)
        looked_at.add(kind)
        counts = kind.is_sealed or kind.stage in BY_THE_HAND
        viewers = list(people) if SOAK else []
        if is_new and not SOAK:  # with eyes that would see most, and do not know it anyway
            others = {STRANGER, *sealed_by(state)} if counts else set()
            viewers = [next(name for name in turns if name not in others)]
        for viewer in viewers:
            looks_the_same(clients[viewer], table, people[viewer], viewer, counts=counts)
        if last_round is not None and not SOAK:
            break
        command = replace(next_command(state, chance), id=f"step-{step:05}", seen=table.version)
        seat = seated[next(iter(players_of(command)), NAMES[0])]
        services.command_submit(table_id=table.pk, seat=seat, command=command)
    assert last_round is not None
    if sort == "dealt":
        stages = {kind.stage for kind in looked_at}
        assert {"effect", "attack", "vote", "share", "share-vote", "hand-out"} <= stages
        assert {"vote", "share-vote"} <= {kind.stage for kind in looked_at if kind.is_sealed}


def test_a_disguised_table_is_another_one(table: Table) -> None:
    """The test above would see nothing if nothing differed."""
    other = disguised(table.any_state, "Marta", random.Random(1))
    assert other.seats["Marta"] == table.any_state.seats["Marta"]
    assert other.seats["Noé"].hand != table.any_state.seats["Noé"].hand
    assert other.deck != table.any_state.deck


def test_hands_decks_food_and_seed_stay_on_the_server(
    table: Table, guest: Person, as_person: AsPerson
) -> None:
    state = table.any_state
    secret = {copy for name, seat in state.seats.items() if name != "Marta" for copy in seat.hand}
    secret |= {*state.deck, *(copy for place in state.locations.values() for copy in place.cards)}
    answers = everything(as_person(guest), table, guest, {})
    for where, (text, _work) in answers.items():
        assert set(re.findall(r"[a-z-]+-\d", text)) & secret == set(), where
        assert state.seed not in text, where
    kinds = {copy.rpartition("-")[0] for copy in state.seats["Marta"].hand}
    assert set(re.findall(r"card=([a-z-]+)-\d", answers["hand/1"].text)) == kinds


# --- a phone that leaves ---


def hand_of(client: Client, table: Table, number: int) -> int:
    return client.get(reverse("companion:sheet", args=[table.pk, f"hand/{number}"])).status_code


def test_removing_a_phone_does_not_open_its_hand(
    table: Table, guest: Person, as_person: AsPerson
) -> None:
    """Whoever keeps the table neither sees nor plays it; whoever left may come back."""
    noe = Seat.objects.get(table=table, player="Noé")
    person, keeper = noe.person, as_person(guest)
    keeper.post(reverse("companion:seat-remove", args=[table.pk, noe.pk]))
    assert hand_of(keeper, table, 4) == 404
    seal = MovementChoose(id="for-noe-1", seen=0, player="Noé", location="bank")
    with pytest.raises(IllegalCommand, match=r"seat\.other_player"):
        services.command_submit(
            table_id=table.pk, seat=Seat.objects.get(table=table, person=guest), command=seal
        )
    table.refresh_from_db()
    looks_the_same(keeper, table, guest, "Marta")
    intruder = Person.objects.create_guest(name="Intruso")
    with pytest.raises(IllegalCommand, match=r"seat\.sealed"):
        seats.seat_take(table=table, person=intruder, name="Intruso", player="Noé")
    back = seats.seat_take(table=table, person=person, name="Noé", player="Noé")
    assert hand_of(as_person(back.person), table, 4) == 200


def test_taking_over_a_place_needs_the_keeper_and_is_told_to_all(
    table: Table, guest: Person, as_person: AsPerson
) -> None:
    noe, luis = (Seat.objects.get(table=table, player=name) for name in ("Noé", "Luis B."))
    seal = MovementChoose(id="first-tap", seen=0, player="Luis B.", location="bank")
    services.command_submit(table_id=table.pk, seat=luis, command=seal)
    seats.seat_remove(seat=noe)
    keeper = as_person(guest)
    page = keeper.get(reverse("companion:seats", args=[table.pk])).content.decode()
    assert "wait for the phone that left" in page
    keeper.post(reverse("companion:seats-place", args=[table.pk]), {"player": "Noé", "closed": "0"})
    assert hand_of(keeper, table, 4) == 404
    table.refresh_from_db()
    bea = Person.objects.create_guest(name="Bea")
    seats.seat_take(table=table, person=bea, name="Bea", player="Noé")
    assert hand_of(as_person(bea), table, 4) == 200
    for person in (guest, luis.person):
        page = as_person(person).get(reverse("companion:table", args=[table.pk])).content.decode()
        assert "New phone" in page
        assert "Bea" in page


def test_a_place_without_a_phone_needs_the_keeper_once_the_game_has_begun(
    guest: Person, as_person: AsPerson
) -> None:
    """Marta plays for Noé, who has no phone: the code alone opens nobody's hand."""
    table = begun(guest)
    sit(table, "Luis B.", "Ana María")
    seal = MovementChoose(id="first-tap", seen=0, player="Marta", location="bank")
    services.command_submit(table_id=table.pk, seat=table.seats.get(person=guest), command=seal)
    join = reverse("companion:join", args=[table.code])
    bea = as_person(Person.objects.create_guest(name="Bea"))
    for form in ({"player": "Noé"}, {"name": "Noé"}):
        refused = bea.post(join, form)
        assert refused.status_code == 422
        assert not Seat.objects.filter(table=table, player="Noé").exists()
    keeper = as_person(guest)
    assert hand_of(keeper, table, 4) == 200  # Marta still plays for Noé
    keeper.post(reverse("companion:seats-place", args=[table.pk]), {"player": "Noé", "closed": "0"})
    assert bea.post(join, {"player": "Noé"}).status_code == 302
    assert (hand_of(bea, table, 4), hand_of(keeper, table, 4)) == (200, 404)
    page = keeper.get(reverse("companion:table", args=[table.pk])).content.decode()
    assert "New phone" in page


def test_a_player_made_a_reader_sees_no_hand_and_opens_none(
    table: Table, guest: Person, as_person: AsPerson
) -> None:
    noe = Seat.objects.get(table=table, player="Noé")
    seats.seat_set_role(seat=noe, role=Seat.Role.READER)
    table.refresh_from_db()
    assert hand_of(as_person(guest), table, 4) == 404
    looks_the_same(as_person(noe.person), table, noe.person, None)
    seats.seat_set_role(seat=Seat.objects.get(pk=noe.pk), role=Seat.Role.PLAYER)
    assert hand_of(as_person(noe.person), table, 4) == 200


# --- a game that stops, and steps taken back ---


def test_a_game_that_was_stopped_keeps_its_secrets(
    table: Table, guest: Person, as_person: AsPerson
) -> None:
    """It can be taken up again, so nobody looks into it and nobody copies it."""
    marta = Seat.objects.get(table=table, person=guest)
    stop = GameAbandon(id="stopped-1", seen=0)
    services.command_submit(table_id=table.pk, seat=marta, command=stop)
    phone = as_person(guest)
    looks_the_same(phone, table, guest, "Marta")
    branch = phone.post(reverse("companion:branch", args=[table.pk]), {"seq": "0"})
    assert branch.status_code == 422
    assert not Table.objects.filter(origin=table).exists()


def test_undoing_a_reveal_clears_all_seals_of_that_step(table: Table) -> None:
    """Who takes the reveal back has seen the others' cards: all choose anew."""
    seated = {seat.player: seat for seat in table.seats.all()}
    for place, name in enumerate(NAMES):
        goal = list(table.any_state.locations)[place]
        seal = MovementChoose(id=f"seal-{place:04}", seen=0, player=name, location=goal)
        services.command_submit(table_id=table.pk, seat=seated[name], command=seal)
    table.refresh_from_db()
    assert table.any_state.phase == "invasion"
    services.table_undo(
        table_id=table.pk, seat=seated["Marta"], command_id="take-back", seen=table.version
    )
    table.refresh_from_db()
    assert (table.any_state.phase, table.any_state.choices) == ("choose", {})
    services.table_redo(
        table_id=table.pk, seat=seated["Marta"], command_id="once-more", seen=table.version
    )
    table.refresh_from_db()
    assert len(table.any_state.choices) == len(NAMES)


def test_undoing_one_seal_leaves_the_others(table: Table) -> None:
    seated = {seat.player: seat for seat in table.seats.all()}
    for name in ("Marta", "Noé"):
        seal = MovementChoose(id=f"seal-{name}", seen=0, player=name, location="bank")
        services.command_submit(table_id=table.pk, seat=seated[name], command=seal)
    table.refresh_from_db()
    services.table_undo(
        table_id=table.pk, seat=seated["Noé"], command_id="take-back", seen=table.version
    )
    table.refresh_from_db()
    assert set(table.any_state.choices) == {"Marta"}


def test_votes_are_sealed_anew_after_their_reveal_was_taken_back(table: Table) -> None:
    state = table.any_state
    assert all(in_game(state, name) for name in NAMES)
    sealed = replace(state, phase="locations", at="church", stage="vote", ballots={"Noé": "Marta"})
    counted = replace(sealed, stage="victim", chosen="Marta")
    assert taken_back(counted, sealed).ballots == {}
    assert taken_back(sealed, sealed).ballots == {"Noé": "Marta"}
    late = replace(state, phase="late", late=("Noé",), choices={"Marta": "bank", "Noé": "church"})
    shown = replace(late, phase="invasion")
    assert taken_back(shown, late).choices == {"Marta": "bank"}


def test_movement_cards_of_the_first_placement_are_drawn_in_turn(guest: Person) -> None:
    """The first to place knows no more of the others' cards than the deck does."""
    table = open_city_table(guest)
    state, placed = table.any_state, []
    while state.phase == "place":
        (player,) = set(state.drawn) - set(placed)
        placed.append(player)
        command = next(iter(flow_commands(state, pack_of(state))))
        state = apply(state, replace(command, id="place-000", seen=0), pack_of(state)).state
    assert placed == list(reversed(NAMES))
