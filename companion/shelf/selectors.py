"""Readers of tables that are not being looked at just now: lists, the bin, the log as a whole."""

import uuid
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet

from companion.journal.selectors import state_json_after
from companion.journal.standing import walk
from companion.models import LogEntry, Seat, Table
from companion.people.models import Person
from rules import Event, Pack, TableState, danger_of, decode_events, decode_state, facts_of, pack_of
from rules.mechanics.danger import PointsGained
from rules.mechanics.kills import ZombiesKilled
from rules.mechanics.rounds import PhaseBegan
from rules.mechanics.supply import ZombiesPlaced
from rules.mechanics.wounds.wound import wounds_told as wounds_of
from rules.packs.schema.people import Zombie
from rules.state import Survivor

A_PAGE = 30
SHELVES = {
    "playing": Q(table__binned_at=None, table__archived_at=None),
    "archive": Q(table__binned_at=None, table__archived_at__isnull=False),
    "bin": Q(table__binned_at__isnull=False, role=Seat.Role.KEEPER),
}


def shelf(person: Person | None, name: str, page: str | None) -> Page[Seat]:
    """Return this person's seats at the tables of one shelf, the newest first, a page of them."""
    seats = Seat.objects.select_related("table").filter(SHELVES[name], person=person)
    if person is None:
        seats = seats.none()
    return Paginator(seats.order_by("-table__updated_at"), A_PAGE).get_page(page)


def shelf_counts(person: Person | None) -> dict[str, int]:
    """Return the number of tables on each shelf, in one query."""
    counts = dict.fromkeys(SHELVES, 0)
    if person is None:
        return counts
    rows = Seat.objects.filter(person=person).values_list(
        "role", "table__archived_at", "table__binned_at"
    )
    for role, archived, binned in rows:
        if binned is None:
            counts["playing" if archived is None else "archive"] += 1
        elif role == Seat.Role.KEEPER:
            counts["bin"] += 1
    return counts


def seat_at_binned(*, table_id: uuid.UUID, person: Person | None) -> Seat | None:
    """Return the keeper's seat at a table that is in the bin."""
    if person is None:
        return None
    kept = Seat.objects.select_related("table").filter(SHELVES["bin"], person=person)
    return kept.filter(table=table_id).first()


def offspring(seat: Seat) -> QuerySet[Table]:
    """Rematches and branches of this table at which the same person sits."""
    grown = seat.table.offspring.filter(seats__person=seat.person_id, binned_at=None)
    return grown.order_by("created_at")


def state_after(table: Table, seq: int) -> TableState:
    """Return the table as it stood after that entry; 0 is before the first one."""
    return decode_state(state_json_after(table, seq))


class RoundNumbers(NamedTuple):
    """The counts of one round."""

    round: int
    began_with: int
    """The entry after which the round stood at its beginning."""
    placed: Counter[str]
    killed: Counter[str]
    points: dict[str, int]
    """Points of every survivor at its end."""
    wounds: Counter[str]


class SurvivorTally(NamedTuple):
    key: str
    survivor: Survivor
    danger: str
    kills: int
    wounds: int
    by_round: list[tuple[int, str]]
    """Points and danger level at the end of every round."""


class ZombieTally(NamedTuple):
    zombie: Zombie
    placed: int
    killed: int
    by_round: list[tuple[int, int]]
    """Placed and killed in every round."""


class Story(NamedTuple):
    """A whole game in numbers, from what was not taken back."""

    table: Table
    pack: Pack
    rounds: list[RoundNumbers]
    survivors: list[SurvivorTally]
    zombies: list[ZombieTally]
    placed: int
    killed: int
    wounds: int
    points: int


def story(table: Table) -> Story:
    """Two queries, however long the log is."""
    state = table.state
    pack = pack_of(state)
    kills: Counter[str] = Counter()
    rounds = _rounds(table, kills)
    survivors = [
        SurvivorTally(
            key=key,
            survivor=survivor,
            danger=danger_of(survivor.points, pack),
            kills=kills[key],
            wounds=sum(played.wounds[key] for played in rounds),
            by_round=[
                (played.points.get(key, 0), danger_of(played.points.get(key, 0), pack))
                for played in rounds
            ],
        )
        for key, survivor in state.survivors.items()
    ]
    zombies = [
        ZombieTally(
            zombie=zombie,
            placed=sum(played.placed[zombie.id] for played in rounds),
            killed=sum(played.killed[zombie.id] for played in rounds),
            by_round=[(played.placed[zombie.id], played.killed[zombie.id]) for played in rounds],
        )
        for zombie in pack.zombies
    ]
    return Story(
        table=table,
        pack=pack,
        rounds=rounds,
        survivors=survivors,
        zombies=[zombie for zombie in zombies if zombie.placed or zombie.killed],
        placed=sum(zombie.placed for zombie in zombies),
        killed=sum(zombie.killed for zombie in zombies),
        wounds=sum(survivor.wounds for survivor in survivors),
        points=sum(survivor.survivor.points for survivor in survivors),
    )


def _rounds(table: Table, kills: Counter[str]) -> list[RoundNumbers]:
    first = state_after(table, 0)
    points = {key: survivor.points for key, survivor in first.survivors.items()}
    tally = RoundNumbers(first.round, 0, Counter(), Counter(), points, Counter())
    rounds = [tally]
    for seq, events in standing_entries(table):
        for event in events:
            match event:
                case PhaseBegan(phase="players"):
                    tally = RoundNumbers(
                        event.round, seq, Counter(), Counter(), dict(tally.points), Counter()
                    )
                    rounds.append(tally)
                case ZombiesPlaced():
                    tally.placed[event.zombie] += event.count
                case ZombiesKilled():
                    tally.killed[event.zombie] += event.count
                    if event.survivor is not None:
                        kills[event.survivor] += event.count
                case PointsGained():
                    tally.points[event.survivor] = event.after
                case _:
                    hurt, wounds = wounds_of(event)
                    tally.wounds[hurt] += wounds
    return rounds


def standing_entries(table: Table) -> Iterator[tuple[int, tuple[Event, ...]]]:
    """Yield the entries that stand, oldest first, fact by fact: what was taken back is left out."""
    for seq, events in standing_events(table):
        yield seq, tuple(facts_of(events))


def standing_events(table: Table) -> Iterator[tuple[int, tuple[Event, ...]]]:
    """Yield the entries that stand, oldest first, each with its events whole."""
    rows = table.entries.filter(kind=LogEntry.Kind.DO).values_list(
        "seq", "below_seq", "events_json"
    )
    entries = {seq: (below, events) for seq, below, events in rows}
    stack = walk(table.undo_seq, {seq: below for seq, (below, _events) in entries.items()})
    for seq in reversed(stack):
        yield seq, tuple(decode_events(table.game, entries[seq][1]))
