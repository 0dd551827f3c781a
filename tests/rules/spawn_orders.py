"""Every order in which a spawn step can go, played by the rules themselves."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

import rules
from rules import IllegalCommand, TableState
from rules.chance import Chance
from rules.commands import BaseCommand
from rules.events import BaseEvent
from rules.mechanics.activation.events import ActivationExtra
from rules.mechanics.buildings.commands import BuildingOpen
from rules.mechanics.decks.events import DeckReshuffled
from rules.mechanics.spawn.commands import SpawnGoOn, SpawnResolve
from rules.mechanics.spawn.events import SpawnResolved
from rules.mechanics.spawn.play import ACTIVATION, REST
from rules.mechanics.supply.events import ZombiesPlaced, ZombiesShort
from rules.packs.schema import Pack
from rules.state import Pending
from rules.systems.rue_morgue.places.commands import BoardAnswer
from rules.systems.rue_morgue.places.play import BEDS, MANHOLES

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


def every_way(state: TableState, pack: Pack, rooms: int = 0) -> Iterator[tuple[Fraction, Told]]:
    """Each way with its chance: the table draws, and says every card that it could draw."""
    decks = {key: replace(deck, source="table") for key, deck in state.decks.items()}
    start = replace(state, decks=decks, phase="zombies", spawned=False)
    for chance, events in _ways(start, pack, _first(start, rooms)):
        yield chance, told_by(events)


def _first(state: TableState, rooms: int) -> Make:
    if state.spawning is not None:
        return _rest(state)
    if rooms:
        zones = tuple(str(number) for number in range(rooms))
        return lambda cards: BuildingOpen(id="way-0001", seen=0, zones=zones, cards=cards)
    return lambda cards: SpawnResolve(id="way-0001", seen=0, cards=cards)


def _rest(state: TableState) -> Make:
    assert state.spawning is not None
    question = state.spawning.question
    return lambda cards: SpawnGoOn(id="way-0002", seen=0, question=question, cards=cards)


def _ways(
    state: TableState, pack: Pack, make: Make, cards: tuple[str, ...] = ()
) -> Iterator[tuple[Fraction, tuple[BaseEvent, ...]]]:
    yield from _after(state, pack, make, cards, _try(state, pack, make(cards)))


def _after(
    state: TableState,
    pack: Pack,
    make: Make,
    cards: tuple[str, ...],
    outcome: rules.Outcome | IllegalCommand,
) -> Iterator[tuple[Fraction, tuple[BaseEvent, ...]]]:
    if isinstance(outcome, rules.Outcome):
        yield from _gone_on(outcome, pack)
        return
    assert outcome.code == "cards.missing", outcome
    deck = state.decks[str(outcome.params["deck"])]
    tried = {copy: _try(state, pack, make((*cards, copy))) for copy in deck.draw + deck.discard}
    drawable = {copy: after for copy, after in tried.items() if _is_drawable(after)}
    for copy, after in drawable.items():
        for chance, events in _after(state, pack, make, (*cards, copy), after):
            yield chance / len(drawable), events


def _gone_on(
    outcome: rules.Outcome, pack: Pack
) -> Iterator[tuple[Fraction, tuple[BaseEvent, ...]]]:
    """The zombies act without changing anything, and the step goes on."""
    if outcome.state.spawning is None:
        yield Fraction(1), outcome.events
        return
    for chance, events in _ways(outcome.state, pack, _rest(outcome.state)):
        yield chance, (*outcome.events, *events)


def _try(state: TableState, pack: Pack, command: BaseCommand) -> rules.Outcome | IllegalCommand:
    try:
        return rules.apply(state, command, pack)
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
    outcome = rules.apply(start, SpawnResolve(id="way-0001", seen=0), pack)
    events = outcome.events
    while open_questions := [each for each in outcome.state.pending if each.what in ASKED]:
        question = open_questions[0]
        outcome = rules.apply(outcome.state, _answer(question, places), pack)
        events += outcome.events
    return told_by(events)


ASKED = (ACTIVATION, REST, MANHOLES, BEDS)


def _answer(question: Pending, places: int) -> BaseCommand:
    if question.what in (ACTIVATION, REST):
        return SpawnGoOn(id="way-0002", seen=0, question=question.id)
    return BoardAnswer(id="way-0002", seen=0, question=question.id, places=places)
