"""The luck of an evening, or of many, read from what stands in the log; nothing is stored."""

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
from rules.odds.luck import Fall, Throws, Total, together, total
from rules.packs.schema import Pack
from rules.packs.schema.base import DangerId

ENOUGH = 3
"""Steps before anything is said of the evening."""
ENOUGH_DICE = 10
"""Dice before anything is said of how they fell."""
TELLS_LUCK = Q(events_json__contains=SPAWN) | Q(events_json__contains='"attack.resolved"')
MOST_KEPT = 500
Key = tuple[uuid.UUID, int]
"""A table at a version."""


class Round(NamedTuple):
    """The spawn step of a round."""

    round: int
    danger: DangerId
    fall: Fall


class Dice(NamedTuple):
    """What a survivor's attacks hit."""

    key: str
    name: str
    throws: Throws

    @property
    def better_than(self) -> int | None:
        """Of a hundred such throws; None while there are too few to say."""
        return better_than(self.throws)


def better_than(throws: Throws) -> int | None:
    return throws.fall.per_cent if throws.dice >= ENOUGH_DICE else None


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
        """All spawn steps of the evening together."""
        return together(step.fall for step in self.rounds)

    @property
    def throws(self) -> Throws:
        """The dice of all survivors together."""
        return all_throws(thrower.throws for thrower in self.dice)


def all_throws(throws: Iterable[Throws]) -> Throws:
    whole = Throws()
    for throw in throws:
        whole = whole.plus(throw)
    return whole


def luck_of(table: Table) -> Luck | None:
    """Two questions however long the log is; None where the house plays without odds."""
    state, pack = table.state, pack_of(table.state)
    if HIDDEN in state.options:
        return None
    standing = set(undo_stack(table))
    entries = table.entries.filter(TELLS_LUCK, kind=LogEntry.Kind.DO).order_by("seq")
    reading = _Reading(state, pack)
    for entry in entries:
        if entry.seq in standing:
            reading.read(entry)
    return reading.luck()


class Evening(NamedTuple):
    """What is kept of a table: its spawn steps as one, and the dice of everybody by key."""

    steps: Total
    throws: Mapping[str, Throws]


_read: dict[Key, Evening] = {}


def luck_of_many(tables: Iterable[Table]) -> dict[uuid.UUID, Evening]:
    """By table, without those that play without odds; two questions for all that are not known.

    A table that is over has the luck it has: what was read once is kept while the server runs.
    """
    asked = {(table.pk, table.version): table for table in tables if _tells_luck(table)}
    if len(_read) > MOST_KEPT:
        _read.clear()
    if unread := {key: table for key, table in asked.items() if key not in _read}:
        for key, evening in _read_all(unread).items():
            _read[key] = evening
    return {key[0]: _read[key] for key in asked}


def _tells_luck(table: Table) -> bool:
    state = table.any_state if table.is_playable else None
    return isinstance(state, TableState) and HIDDEN not in state.options


def _read_all(tables: Mapping[Key, Table]) -> dict[Key, Evening]:
    by_pk = {table.pk: table for table in tables.values()}
    entries = LogEntry.objects.filter(table__in=by_pk, kind=LogEntry.Kind.DO)
    below: dict[uuid.UUID, dict[int, int | None]] = {pk: {} for pk in by_pk}
    for pk, seq, under in entries.order_by().values_list("table_id", "seq", "below_seq"):
        below[pk][seq] = under
    stands = {pk: set(walk(table.undo_seq, below[pk])) for pk, table in by_pk.items()}
    readings = {pk: _Reading(table.state, pack_of(table.state)) for pk, table in by_pk.items()}
    for entry in entries.filter(TELLS_LUCK).order_by("table_id", "seq"):
        if entry.seq in stands[entry.table_id]:
            entry.table = by_pk[entry.table_id]  # it is here already
            readings[entry.table_id].read(entry)
    return {key: readings[key[0]].evening() for key in tables}


def step_fall(parts: list[LogEntry], board: Board) -> Fall | None:
    """Where the spawn step told by these entries fell; None while it waits, and without odds."""
    if not is_shown(board) or board.state.spawning is not None:
        return None
    reading = _Reading(board.state, board.pack)
    for entry in parts:
        reading.read(entry)
    rounds = reading.luck().rounds
    return rounds[0].fall if len(rounds) == 1 else None


def attack_throws(attack: AttackResolved) -> Throws:
    """All dice of an attack, those that were given up for a reroll, too."""
    thrown = all_throws(
        Throws.of(faces, attack.accuracy) for faces in (attack.faces, *attack.rerolled)
    )
    # Where a special die has its symbol, a normal one has the 1: it hits with no less than a 2.
    return thrown.plus(Throws.of((*attack.all_out, *attack.ammo), max(attack.accuracy, 2)))


class _Reading:
    """Goes through a log once."""

    def __init__(self, state: TableState, pack: Pack) -> None:
        self.state, self.pack = state, pack
        self.rounds: list[Round | None] = []
        """None: with cards nobody knew."""
        self.rolled: dict[str, Throws] = {}

    def read(self, entry: LogEntry) -> None:
        for event in entry.events:
            if isinstance(event, SpawnResolved) and event.why == STEP:
                self._step(entry, event)
            elif isinstance(event, AttackResolved) and (thrown := attack_throws(event)).dice:
                before = self.rolled.get(event.survivor, Throws())
                self.rolled[event.survivor] = before.plus(thrown)

    def _step(self, entry: LogEntry, step: SpawnResolved) -> None:
        """A step that stopped for answers has several entries; the first one has the forecast."""
        came = sum(sum(draw.came.values()) for draw in step.draws)
        before = decode_state(entry.state_before_json) if entry.state_before_json else None
        if before is not None and before.spawning is not None:
            last = self.rounds[-1] if self.rounds else None
            if last is not None:
                fall = last.fall._replace(came=last.fall.came + came)
                self.rounds[-1] = last._replace(fall=fall)
            return
        foreseen = forecast(before, self.pack) if before is not None else None
        if foreseen is None or not foreseen.is_exact:
            self.rounds.append(None)
            return
        chances = tuple(float(chance) for chance in foreseen.least.total)
        self.rounds.append(Round(step.round, foreseen.danger, Fall(came, chances)))

    def luck(self) -> Luck:
        if self.state.spawning is not None and self.rounds:
            self.rounds.pop()  # it is not over
        rounds = [step for step in self.rounds if step is not None]
        dice = [
            Dice(key, survivor.name, self.rolled[key])
            for key, survivor in self.state.survivors.items()
            if key in self.rolled
        ]
        return Luck(rounds, len(self.rounds) - len(rounds), dice)

    def evening(self) -> Evening:
        return Evening(total(step.fall for step in self.luck().rounds), self.rolled)
