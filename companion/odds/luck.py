"""The luck of an evening, read from what stands in its log; nothing is counted along."""

import uuid
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db.models import Q

from companion.journal.standing import undo_stack, walk
from companion.models import LogEntry, Table
from companion.odds.outlook import HIDDEN, is_shown
from companion.odds.seen import SPAWN
from companion.selectors import Board
from rules import TableState, decode_state, forecast, pack_of
from rules.mechanics.attacks.events import AttackResolved
from rules.mechanics.spawn.events import SpawnResolved
from rules.mechanics.spawn.play import STEP
from rules.odds.luck import Fall, Total, expected_hits, together, total
from rules.packs.schema import Pack
from rules.packs.schema.base import DangerId

ENOUGH = 3
"""Steps before anything is said of the evening."""
MOST_KEPT = 500
Key = tuple[uuid.UUID, int]
"""A table at a version."""
_read: dict[Key, Total] = {}


class Round(NamedTuple):
    """The spawn step of a round."""

    round: int
    danger: DangerId
    fall: Fall


class Dice(NamedTuple):
    """What a survivor's attacks hit."""

    name: str
    dice: int
    hits: int
    expected: float

    @property
    def over(self) -> float:
        return self.hits - self.expected


class Luck(NamedTuple):
    rounds: list[Round]
    left_out: int
    """Steps with cards nobody knew."""
    dice: list[Dice]

    @property
    def is_enough(self) -> bool:
        return len(self.rounds) >= ENOUGH

    @property
    def whole(self) -> Fall:
        """The evening as one."""
        return together(each.fall for each in self.rounds)


def luck_of(table: Table) -> Luck | None:
    """Two questions however long the log is; None where the house plays without odds."""
    state, pack = table.state, pack_of(table.state)
    if HIDDEN in state.options:
        return None
    told = Q(events_json__contains=SPAWN) | Q(events_json__contains='"attack.resolved"')
    standing = set(undo_stack(table))
    entries = table.entries.filter(told, kind=LogEntry.Kind.DO).order_by("seq")
    reading = _Reading(state, pack)
    for entry in entries:
        if entry.seq in standing:
            reading.read(entry)
    return reading.luck()


def luck_of_many(tables: Iterable[Table]) -> Total:
    """The spawn steps of several tables as one; two questions for all that are not known yet.

    A table that is over has the luck it has: what was read once is kept while the server runs.
    """
    asked = {(table.pk, table.version): table for table in tables if _tells_luck(table)}
    if len(_read) > MOST_KEPT:
        _read.clear()
    if unread := {key: table for key, table in asked.items() if key not in _read}:
        for key, luck in _read_all(unread).items():
            _read[key] = luck
    whole = Total()
    for key in asked:
        whole = whole.plus(_read[key])
    return whole


def _tells_luck(table: Table) -> bool:
    state = table.any_state if table.is_playable else None
    return isinstance(state, TableState) and HIDDEN not in state.options


def _read_all(tables: Mapping[Key, Table]) -> dict[Key, Total]:
    by_pk = {table.pk: table for table in tables.values()}
    entries = LogEntry.objects.filter(table__in=by_pk, kind=LogEntry.Kind.DO)
    below: dict[uuid.UUID, dict[int, int | None]] = {pk: {} for pk in by_pk}
    for pk, seq, under in entries.order_by().values_list("table_id", "seq", "below_seq"):
        below[pk][seq] = under
    stands = {pk: set(walk(table.undo_seq, below[pk])) for pk, table in by_pk.items()}
    readings = {pk: _Reading(table.state, pack_of(table.state)) for pk, table in by_pk.items()}
    for entry in entries.filter(events_json__contains=SPAWN).order_by("table_id", "seq"):
        if entry.seq in stands[entry.table_id]:
            entry.table = by_pk[entry.table_id]  # it is here already
            readings[entry.table_id].read(entry)
    return {key: total(each.fall for each in readings[key[0]].luck().rounds) for key in tables}


def step_fall(parts: list[LogEntry], board: Board) -> Fall | None:
    """Where the spawn step told by these entries fell; None while it waits, and without odds."""
    if not is_shown(board) or board.state.spawning is not None:
        return None
    reading = _Reading(board.state, board.pack)
    for entry in parts:
        reading.read(entry)
    rounds = reading.luck().rounds
    return rounds[0].fall if len(rounds) == 1 else None


class _Reading:
    """Goes through a log once."""

    def __init__(self, state: TableState, pack: Pack) -> None:
        self.state, self.pack = state, pack
        self.rounds: list[Round | None] = []
        """None: with cards nobody knew."""
        self.rolled: dict[str, tuple[int, int, float]] = {}

    def read(self, entry: LogEntry) -> None:
        for event in entry.events:
            if isinstance(event, SpawnResolved) and event.why == STEP:
                self._step(entry, event)
            elif isinstance(event, AttackResolved) and event.faces:
                dice, hits, expected = self.rolled.get(event.survivor, (0, 0, 0.0))
                mean = float(expected_hits(len(event.faces), event.accuracy))
                self.rolled[event.survivor] = (
                    dice + len(event.faces),
                    hits + sum(face >= event.accuracy for face in event.faces),
                    expected + mean,
                )

    def _step(self, entry: LogEntry, step: SpawnResolved) -> None:
        """A step that stopped for answers has several entries: the first one foretells it."""
        came = sum(sum(draw.came.values()) for draw in step.draws)
        before = decode_state(entry.state_before_json) if entry.state_before_json else None
        if before is not None and before.spawning is not None:
            last = self.rounds[-1] if self.rounds else None
            if last is not None:
                fall = last.fall._replace(came=last.fall.came + came)
                self.rounds[-1] = last._replace(fall=fall)
            return
        told = forecast(before, self.pack) if before is not None else None
        if told is None or not told.is_exact:
            self.rounds.append(None)
            return
        chances = tuple(float(chance) for chance in told.least.total)
        self.rounds.append(Round(step.round, told.danger, Fall(came, chances)))

    def luck(self) -> Luck:
        if self.state.spawning is not None and self.rounds:
            self.rounds.pop()  # it is not over
        rounds = [each for each in self.rounds if each is not None]
        dice = [
            Dice(survivor.name, *self.rolled[key])
            for key, survivor in self.state.survivors.items()
            if key in self.rolled
        ]
        return Luck(rounds, len(self.rounds) - len(rounds), dice)
