"""The only readers of tables. Each answers with a fixed number of queries."""

import uuid
from typing import NamedTuple

from django.db.models import QuerySet

from companion.models import LogEntry, Seat, Table
from companion.people.models import Person
from rules import Pack, TableState, danger_of, load_packs, pack_of, rulesets, table_danger

LISTED_TABLES = 8
LAST_STRETCH = 2


class SurvivorCard(NamedTuple):
    """A survivor as the table page shows it."""

    key: str
    name: str
    player: str
    points: int
    danger: str
    segments: list[tuple[str, float, float, float]]


class Board(NamedTuple):
    """All the table page shows."""

    table: Table
    seat: Seat
    pack: Pack
    state: TableState
    danger: str
    danger_by: str
    survivors: list[SurvivorCard]
    undoable: LogEntry | None
    redoable: LogEntry | None


def games() -> list[Pack]:
    """The games one can open a table for, in the order of the registry."""
    packs = load_packs()
    return [packs[game] for game in rulesets]


def game(slug: str) -> Pack | None:
    return load_packs()[slug] if slug in rulesets else None


def tables_of(person: Person | None) -> list[Table]:
    """Where this person sits, the newest first."""
    if person is None:
        return []
    tables: QuerySet[Table] = Table.objects.filter(
        seats__person=person, archived_at=None, binned_at=None
    )
    return list(tables.order_by("-updated_at")[:LISTED_TABLES])


def seat_of(*, table_id: uuid.UUID, person: Person | None) -> Seat | None:
    """This person's seat at that table, with the table; None for a stranger."""
    if person is None:
        return None
    seats = Seat.objects.select_related("table").filter(table=table_id, person=person)
    return seats.filter(table__binned_at=None).first()


def table_by_code(code: str) -> Table | None:
    """The table a group reads out by its code, dashes and case aside."""
    plain = "".join(letter for letter in code.upper() if letter.isalnum())
    return Table.objects.filter(code=plain, binned_at=None).first()


def board(seat: Seat) -> Board:
    """Everything the table page shows: two queries at most, however long the log is."""
    table = seat.table
    state = table.state
    pack = pack_of(state)
    level, highest = table_danger(state, pack)
    tops = {seq for seq in (table.undo_seq, table.redo_seq) if seq is not None}
    entries = {entry.seq: entry for entry in table.entries.filter(seq__in=tops)}
    undone = entries.get(table.redo_seq or 0)
    return Board(
        table=table,
        seat=seat,
        pack=pack,
        state=state,
        danger=level,
        danger_by=state.survivors[highest].name,
        survivors=[
            SurvivorCard(
                key=key,
                name=survivor.name,
                player=survivor.player,
                points=survivor.points,
                danger=danger_of(survivor.points, pack),
                segments=_segments(survivor.points, pack),
            )
            for key, survivor in state.survivors.items()
        ],
        undoable=entries.get(table.undo_seq or 0),
        redoable=_target(undone) if undone else None,
    )


def _target(undo: LogEntry) -> LogEntry:
    """The entry that an undo took back."""
    assert undo.target_seq is not None
    return undo.table.entries.get(seq=undo.target_seq)


def _segments(points: int, pack: Pack) -> list[tuple[str, float, float, float]]:
    """The bar of a survivor: level, where its stretch begins, how long it is, how full."""
    starts = [level.points for level in pack.danger]
    ends = [*starts[1:], starts[-1] + LAST_STRETCH]
    # The last level has no end to move towards: reaching it fills its stretch.
    reached = ends[-1] if points >= starts[-1] else points
    return [
        (level.id, start, end - start, max(0, min(reached, end) - start))
        for level, start, end in zip(pack.danger, starts, ends, strict=True)
    ]
