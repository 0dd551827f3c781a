"""Every order in which a spawn step can go, played by the rules themselves."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

from msgspec.structs import replace

import rules
from rules import IllegalCommand, TableState
from rules.chance import DIE, Chance
from rules.commands import BaseCommand
from rules.events import BaseEvent
from rules.mechanics.activation import ActivationExtra
from rules.mechanics.buildings import BuildingOpen
from rules.mechanics.decks import DeckReshuffled
from rules.mechanics.spawn.distributing import SpawnResolve
from rules.mechanics.spawn.drawing import SpawnResolved
from rules.mechanics.spawn.step import ACTIVATION, REST, SpawnGoOn
from rules.mechanics.supply import ZombiesPlaced, ZombiesShort
from rules.packs.schema import Pack
from rules.state import Pending
from rules.systems.rue_morgue.places import BEDS, MANHOLES, BoardAnswer

Make = Callable[[tuple[str, ...]], BaseCommand]


class Told(NamedTuple):
    """What one way of a step brought."""

    zombies: dict[str, int]
    kinds: frozenset[str]
    activated: frozenset[str]
    short: frozenset[str]
    is_shuffled: bool

    @property
    def total(self) -> int:
        return sum(self.zombies.values())


def told_by(events: tuple[BaseEvent, ...]) -> Told:
    """Read off the events of a whole step."""
    zombies: dict[str, int] = {}
    facts = list(rules.facts_of(events))
    for fact in facts:
        if isinstance(fact, ZombiesPlaced):
            zombies[fact.zombie] = zombies.get(fact.zombie, 0) + fact.count
    draws = [draw for event in events if isinstance(event, SpawnResolved) for draw in event.draws]
    return Told(
        zombies,
        frozenset(
            draw.does for draw in draws if draw.deck == "zombies" and (draw.line or draw.draws)
        ),
        frozenset(
            fact.zombie
            for fact in facts
            if isinstance(fact, ActivationExtra) and fact.why != "rush"
        ),
        frozenset(fact.zombie for fact in facts if isinstance(fact, ZombiesShort)),
        any(isinstance(event, DeckReshuffled) and event.deck == "zombies" for event in events),
    )


def every_way(
    state: TableState, pack: Pack, *, rooms: int = 0, dice: int = 0, places: int = 0
) -> Iterator[tuple[Fraction, Told]]:
    """Each way with its chance: the table draws and rolls, and says all that it could say."""
    decks = {key: replace(deck, source="table") for key, deck in state.decks.items()}
    start = replace(state, decks=decks, dice="table", phase="zombies", spawned=False)
    for faces in combinations_with_replacement(range(1, DIE + 1), dice):
        orders = factorial(dice) // prod(map(factorial, Counter(faces).values()))
        for chance, events in _Ways(pack, places).of(start, _first(start, rooms, faces)):
            yield chance * orders / DIE**dice, told_by(events)


def _first(state: TableState, rooms: int, dice: tuple[int, ...]) -> Make:
    if state.spawning is not None:
        return _rest(state)
    if rooms:
        zones = tuple(str(number) for number in range(rooms))
        return lambda cards: BuildingOpen(id="way-0001", seen=0, zones=zones, cards=cards)
    return lambda cards: SpawnResolve(id="way-0001", seen=0, cards=cards, dice=dice)


def _rest(state: TableState) -> Make:
    assert state.spawning is not None
    question = state.spawning.question
    return lambda cards: SpawnGoOn(id="way-0002", seen=0, question=question, cards=cards)


Way = tuple[Fraction, tuple[BaseEvent, ...]]


class _Ways(NamedTuple):
    """Says every card that could come next, until nothing is missing."""

    pack: Pack
    places: int

    def of(self, state: TableState, make: Make, cards: tuple[str, ...] = ()) -> Iterator[Way]:
        yield from self._after(state, make, cards, _try(state, self.pack, make(cards)))

    def _after(
        self,
        state: TableState,
        make: Make,
        cards: tuple[str, ...],
        outcome: rules.Outcome | IllegalCommand,
    ) -> Iterator[Way]:
        if isinstance(outcome, rules.Outcome):
            yield from self._gone_on(outcome)
            return
        assert outcome.code == "cards.missing", outcome
        deck = state.decks[str(outcome.params["deck"])]
        said = {copy: make((*cards, copy)) for copy in deck.draw + deck.discard}
        tried = {copy: _try(state, self.pack, command) for copy, command in said.items()}
        drawable = {copy: after for copy, after in tried.items() if _is_drawable(after)}
        for copy, after in drawable.items():
            for chance, events in self._after(state, make, (*cards, copy), after):
                yield chance / len(drawable), events

    def _gone_on(self, outcome: rules.Outcome) -> Iterator[Way]:
        """Zombies act without changing anything, places are counted, and the step goes on."""
        state = outcome.state
        question = next((each for each in state.pending if each.what in ASKED), None)
        if question is None:
            yield Fraction(1), outcome.events
            return
        if question.what in (ACTIVATION, REST):
            further = self.of(state, _rest(state))
        else:
            further = self._gone_on(
                rules.carry_out(state, _answer(question, self.places), self.pack)
            )
        for chance, events in further:
            yield chance, (*outcome.events, *events)


def _try(state: TableState, pack: Pack, command: BaseCommand) -> rules.Outcome | IllegalCommand:
    try:
        return rules.carry_out(state, command, pack)
    except IllegalCommand as error:
        return error


def _is_drawable(outcome: rules.Outcome | IllegalCommand) -> bool:
    return isinstance(outcome, rules.Outcome) or outcome.code == "cards.missing"


# --- one order by chance ---


def one_way(state: TableState, pack: Pack, seed: str, places: int = 0) -> Told:
    """A step of a freshly shuffled deck, gone on with wherever it waits."""
    chance = Chance(seed=seed, cursor=0, entered=None)
    decks = {
        key: replace(deck, source="app", draw=chance.shuffled(deck.draw))
        for key, deck in state.decks.items()
    }
    start = replace(state, decks=decks, phase="zombies", spawned=False, seed=seed, cursor=10_000)
    outcome = rules.carry_out(start, SpawnResolve(id="way-0001", seen=0), pack)
    events = outcome.events
    while open_questions := [each for each in outcome.state.pending if each.what in ASKED]:
        outcome = rules.carry_out(outcome.state, _answer(open_questions[0], places), pack)
        events += outcome.events
    return told_by(events)


ASKED = (ACTIVATION, REST, MANHOLES, BEDS)


def _answer(question: Pending, places: int) -> BaseCommand:
    if question.what in (ACTIVATION, REST):
        return SpawnGoOn(id="way-0002", seen=0, question=question.id)
    return BoardAnswer(id="way-0002", seen=0, question=question.id, places=places)
