"""The luck of an evening, or of many, read from what stands in the log; nothing is stored."""

import uuid
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db.models import Q

from companion.journal.standing import undo_stack, walk
from companion.models import LogEntry, Table
from companion.odds.outlook import HIDDEN
from companion.odds.seen import SPAWN
from rules import TableState, decode_state, forecast, pack_of
from rules.mechanics.attacks.attack import AttackResolved
from rules.mechanics.questions import BoardAnswered
from rules.mechanics.spawn.drawing import SpawnResolved
from rules.mechanics.spawn.step import STEP
from rules.mechanics.zombie_cards import DECK
from rules.odds.luck import Fall, Throws, Total, together, total
from rules.packs.copies import Card, deck_copies
from rules.packs.schema import Pack
from rules.packs.schema.base import DangerId
from rules.packs.schema.cards import SpawnCard

ENOUGH = 3
"""Steps before anything is said of the evening."""
ENOUGH_DICE = 10
"""Dice before anything is said of how they fell."""
TELLS_LUCK = (
    Q(events_json__contains=SPAWN)
    | Q(events_json__contains='"board.answered"')
    | Q(events_json__contains='"attack.resolved"')
)
MOST_KEPT = 500
Key = tuple[uuid.UUID, int]
"""A table at a version."""


class RoundFall(NamedTuple):
    """The spawn step of a round."""

    round: int
    danger: DangerId
    fall: Fall


class Dice(NamedTuple):
    """The throws of a survivor's attacks."""

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
    rounds: list[RoundFall]
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


class EveningLuck(NamedTuple):
    """The cached luck of a table: its spawn steps as one, and the dice of everybody by key."""

    steps: Total
    throws: Mapping[str, Throws]


_read: dict[Key, EveningLuck] = {}


def luck_of_many(tables: Iterable[Table]) -> dict[uuid.UUID, EveningLuck]:
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


def _read_all(tables: Mapping[Key, Table]) -> dict[Key, EveningLuck]:
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


def attack_throws(attack: AttackResolved) -> Throws:
    """Return all dice of an attack, those that were given up for a reroll, too."""
    thrown = all_throws(
        Throws.of(faces, attack.accuracy) for faces in (attack.faces, *attack.rerolled)
    )
    # Where a special die has its symbol, a normal one has the 1: it hits with no less than a 2.
    return thrown.plus(Throws.of((*attack.all_out, *attack.ammo), max(attack.accuracy, 2)))


class _Step:
    """A spawn step as the log tells it; one that stopped for answers has several entries."""

    def __init__(self, round_: int, before: TableState | None) -> None:
        self.round, self.before = round_, before
        self.came = 0
        self.places: dict[str, int] = {}
        """On how many places of the board its cards have put their zombies."""


class _Reading:
    """Goes through a log once."""

    def __init__(self, state: TableState, pack: Pack) -> None:
        self.state, self.pack = state, pack
        self.steps: list[_Step] = []
        self.asked: dict[str, tuple[_Step, str]] = {}
        """Questions for places of the board, by the step and the card that asked them."""
        self.rolled: dict[str, Throws] = {}

    def read(self, entry: LogEntry) -> None:
        for event in entry.events:
            if isinstance(event, SpawnResolved) and event.why == STEP:
                self._step(entry, event)
            elif isinstance(event, BoardAnswered) and event.question in self.asked:
                step, card = self.asked[event.question]
                step.places[card] = event.places or 0
                step.came += sum(event.arrival.came.values()) if event.arrival else 0
            elif isinstance(event, AttackResolved) and (thrown := attack_throws(event)).dice:
                before = self.rolled.get(event.survivor, Throws())
                self.rolled[event.survivor] = before.plus(thrown)

    def _step(self, entry: LogEntry, event: SpawnResolved) -> None:
        """The first entry of a step says what was likely; those after it tell the rest of it."""
        before = decode_state(entry.state_before_json) if entry.state_before_json else None
        if before is None or before.spawning is None or not self.steps:
            self.steps.append(_Step(event.round, before))
        step = self.steps[-1]
        for draw in event.draws:
            step.came += sum(draw.came.values())
            if draw.asked is not None:
                self.asked[draw.asked.question] = step, draw.card
                step.places[draw.card] = 0

    def luck(self) -> Luck:
        is_waiting = self.state.spawning is not None
        steps = self.steps[:-1] if is_waiting else self.steps
        rounds = [self._round(number) for number in range(len(steps))]
        known = [round_ for round_ in rounds if round_ is not None]
        dice = [
            Dice(key, survivor.name, self.rolled[key])
            for key, survivor in self.state.survivors.items()
            if key in self.rolled
        ]
        return Luck(known, len(rounds) - len(known), dice)

    def _round(self, number: int) -> RoundFall | None:
        """Return a step among those that were likely; None with cards nobody knew."""
        step = self.steps[number]
        if step.before is None:
            return None
        foreseen = forecast(step.before, self.pack, places=self._places(number))
        if not foreseen.is_exact:
            return None
        chances = tuple(float(chance) for chance in foreseen.least.total)
        return RoundFall(step.round, foreseen.danger, Fall(step.came, chances))

    def _places(self, number: int) -> dict[str, int]:
        """On how many places of the board each card would have put its zombies in a step.

        A card that was drawn says so. Of the others, one like it that was drawn nearest in time
        does; none has been drawn, none counts.
        """
        if not self.asked:
            return {}
        counted: dict[tuple[object, ...], int] = {}
        cards = deck_copies(self.pack, DECK)
        by_nearness = sorted(range(len(self.steps)), key=lambda other: abs(other - number))
        for other in by_nearness:
            for copy, places in self.steps[other].places.items():
                counted.setdefault(_asks_for(cards[copy]), places)
        likely = {copy: counted.get(_asks_for(card), 0) for copy, card in cards.items()}
        return likely | self.steps[number].places

    def evening(self) -> EveningLuck:
        return EveningLuck(total(step.fall for step in self.luck().rounds), self.rolled)


def _asks_for(card: Card) -> tuple[object, ...]:
    """Return a key of the counts a card asks of the board, such as beds of one colour."""
    return (card.kind, card.bed) if isinstance(card, SpawnCard) else ()
