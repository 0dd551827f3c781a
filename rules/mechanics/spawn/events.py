"""A spawn step, told whole: one draw after the other, each with all that it caused."""

from collections.abc import Iterator

from rules.events import BaseEvent, EventPart
from rules.mechanics.activation.events import Activation, activation_facts
from rules.mechanics.decks.events import CardDrawn
from rules.mechanics.questions.events import BoardAsked
from rules.mechanics.supply.events import Arrival
from rules.mechanics.zones.events import ZoneAdded
from rules.packs.schema.base import DangerId


class Asked(EventPart, frozen=True, kw_only=True):
    """A question that a card leaves to the players."""

    question: str
    what: str


class Note(EventPart, frozen=True, kw_only=True):
    """What a card did beside bringing zombies and moving them, in the words of its mechanic."""

    what: str
    said: dict[str, str | int] = {}


class Draw(EventPart, frozen=True, kw_only=True):
    """One card of a step: where it was drawn, how it was read, and all that came of it."""

    zone: str
    deck: str
    card: str
    does: str
    """The kind of card, as `spawn`, `rush` or `double_spawn`."""
    level: DangerId
    by: str
    """The survivor who set that level."""
    line: dict[str, int]
    """What the card says at that level."""
    die: int | None = None
    """The face that chose the zone, where dice do."""
    number: int = 1
    together: int = 1
    """Of so many cards drawn together at this point it is the one with that number."""
    arrivals: tuple[Arrival, ...] = ()
    activations: tuple[Activation, ...] = ()
    """Beside those of the arrivals."""
    asked: Asked | None = None
    token: str | None = None
    """The zone of a token that came with it."""
    doubles: str | None = None
    """The zone that draws more cards because of it."""
    draws: int = 0
    """How many that zone draws."""
    notes: tuple[Note, ...] = ()

    @property
    def came(self) -> dict[str, int]:
        """How many of each type it brought."""
        total: dict[str, int] = {}
        for arrival in self.arrivals:
            for zombie, count in arrival.came.items():
                total[zombie] = total.get(zombie, 0) + count
        return total

    @property
    def missing(self) -> dict[str, int]:
        """How many of each type it asked for in vain."""
        total: dict[str, int] = {}
        for arrival in self.arrivals:
            for lack in arrival.missing:
                total[lack.zombie] = total.get(lack.zombie, 0) + lack.count
        return total

    def all_activations(self) -> tuple[Activation, ...]:
        """Everything that acts once more because of this card."""
        by_arrival = (activation for arrival in self.arrivals for activation in arrival.activations)
        return (*by_arrival, *self.activations)

    def facts(self) -> Iterator[BaseEvent]:
        """What it caused, without the drawing of the card itself."""
        did = self.draws or self.arrivals or self.activations or self.notes
        if not self.line and not did:
            yield NothingSpawned(zone=self.zone, card=self.card, danger=self.level)
        for arrival in self.arrivals:
            yield from arrival.facts()
        yield from activation_facts(self.activations)
        if self.token is not None:
            yield ZoneAdded(zone=self.token, why=self.does)
        if self.asked is not None:
            yield BoardAsked(question=self.asked.question, what=self.asked.what, card=self.card)


class SpawnResolved(BaseEvent, tag="spawn.resolved", frozen=True, kw_only=True):
    """A spawn step, or an opened building."""

    round: int
    why: str
    """`step`, `building`, or what another mechanic draws them for."""
    source: str
    """Who drew the zombie cards, the app or the table."""
    left: int
    """Zombie cards left to draw before it."""
    dice: tuple[int, ...] = ()
    """Faces that chose the zones, where dice do."""
    draws: tuple[Draw, ...]
    waits: Asked | None = None
    """The question for which the rest of it waits."""

    def facts(self) -> Iterator[BaseEvent]:
        if self.dice:
            yield DiceRolled(faces=self.dice, why="spawn")
        for cards in self._points():
            for card in cards:
                yield CardDrawn(deck=card.deck, card=card.card, zone=card.zone)
            for card in cards:
                yield from card.facts()
            if doubled := next((card for card in cards if card.doubles), None):
                yield SpawnDoubled(zone=doubled.doubles or "", draws=doubled.draws)
        if self.waits is not None:
            yield SpawnPaused(question=self.waits.question, what=self.waits.what)

    def _points(self) -> Iterator[list[Draw]]:
        """Cards that were drawn together."""
        cards: list[Draw] = []
        for draw in self.draws:
            if cards and draw.number <= cards[-1].number:
                yield cards
                cards = []
            cards.append(draw)
        if cards:
            yield cards


# --- single facts, also those of logs from before steps were told whole ---


class NothingSpawned(BaseEvent, tag="spawn.nothing", frozen=True, kw_only=True):
    zone: str
    card: str
    danger: str


class SpawnDoubled(BaseEvent, tag="spawn.doubled", frozen=True, kw_only=True):
    zone: str
    draws: int


class SpawnPaused(BaseEvent, tag="spawn.paused", frozen=True, kw_only=True):
    """A step stops until a question is answered: what comes after may depend on it."""

    question: str
    what: str


class CardsLaidOut(BaseEvent, tag="spawn.dealt", frozen=True, kw_only=True):
    """Zombie cards that somebody will give out."""

    round: int
    dice: tuple[int, ...] = ()
    cards: tuple[str, ...]


class CardGiven(BaseEvent, tag="spawn.given", frozen=True, kw_only=True):
    """A draw of the step has its card."""

    zone: str
    die: int | None = None
    card: str


class SpawnSkipped(BaseEvent, tag="spawn.skipped", frozen=True, kw_only=True):
    """The players went on although zombies had still to spawn, in so many draws."""

    round: int
    draws: int


class DiceRolled(BaseEvent, tag="dice.rolled", frozen=True, kw_only=True):
    faces: tuple[int, ...]
    why: str


class CardDescribed(BaseEvent, tag="card.described", frozen=True, kw_only=True):
    card: str
