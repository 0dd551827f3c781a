"""One card of a spawn step while it is resolved, and the events of the step."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from rules.events import BaseEvent, EventPart
from rules.levels import danger_of, highest_survivor
from rules.mechanic import Hook
from rules.mechanics.activation import Activation, activation_facts
from rules.mechanics.decks import CardDrawn
from rules.mechanics.questions import BoardAsked
from rules.mechanics.supply import Arrival, place
from rules.mechanics.zombie_cards import DECK, known_kind, known_line
from rules.mechanics.zones import ZoneAdded
from rules.packs.schema.base import DangerId
from rules.play import Play
from rules.state import SpawnPoint as Point


class Asked(EventPart, frozen=True, kw_only=True):
    """A question that a card leaves to the players."""

    question: str
    what: str


class Note(EventPart, frozen=True, kw_only=True):
    """An effect of a card other than bringing or moving zombies, worded by its mechanic."""

    what: str
    said: dict[str, str | int] = {}


class Draw(EventPart, frozen=True, kw_only=True):
    """One card of a step: its zone, its level, and everything it caused."""

    zone: str
    deck: str
    card: str
    does: str
    """The kind of card, for example `spawn`, `rush` or `double_spawn`."""
    level: DangerId
    by: str
    """The survivor who set that level."""
    line: dict[str, int]
    """Zombies the card brings at that level, by type."""
    die: int | None = None
    """The face that chose the zone, where dice do."""
    number: int = 1
    together: int = 1
    """The number of cards drawn together at this point; `number` is this one's place among them."""
    arrivals: tuple[Arrival, ...] = ()
    activations: tuple[Activation, ...] = ()
    """Extra activations besides those of the arrivals."""
    asked: Asked | None = None
    token: str | None = None
    """The zone of a token that came with it."""
    doubles: str | None = None
    """The zone that draws more cards because of it."""
    draws: int = 0
    """The number of cards that zone draws."""
    notes: tuple[Note, ...] = ()

    @property
    def came(self) -> dict[str, int]:
        """Return the number of zombies of each type it brought."""
        total: dict[str, int] = {}
        for arrival in self.arrivals:
            for zombie, count in arrival.came.items():
                total[zombie] = total.get(zombie, 0) + count
        return total

    @property
    def missing(self) -> dict[str, int]:
        """Return the number of zombies of each type it asked for in vain."""
        total: dict[str, int] = {}
        for arrival in self.arrivals:
            for lack in arrival.missing:
                total[lack.zombie] = total.get(lack.zombie, 0) + lack.count
        return total

    def all_activations(self) -> tuple[Activation, ...]:
        """Return all extra activations because of this card."""
        by_arrival = (activation for arrival in self.arrivals for activation in arrival.activations)
        return (*by_arrival, *self.activations)

    def facts(self) -> Iterator[BaseEvent]:
        """Yield everything it caused, without the drawing of the card itself."""
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
    """The reason: `step`, `building`, or the one of another mechanic that draws."""
    source: str
    """The source of the zombie cards, the app or the table."""
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
        """Yield the cards that were drawn together, point by point."""
        cards: list[Draw] = []
        for draw in self.draws:
            if cards and draw.number <= cards[-1].number:
                yield cards
                cards = []
            cards.append(draw)
        if cards:
            yield cards


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
    """Zombie cards are laid out for a survivor to give out."""

    round: int
    dice: tuple[int, ...] = ()
    cards: tuple[str, ...]


class CardGiven(BaseEvent, tag="spawn.given", frozen=True, kw_only=True):
    """A draw of the step has its card."""

    zone: str
    die: int | None = None
    card: str


class SpawnSkipped(BaseEvent, tag="spawn.skipped", frozen=True, kw_only=True):
    """The players went on without the spawn step; `draws` draws were left."""

    round: int
    draws: int


class DiceRolled(BaseEvent, tag="dice.rolled", frozen=True, kw_only=True):
    faces: tuple[int, ...]
    why: str


class CardDescribed(BaseEvent, tag="card.described", frozen=True, kw_only=True):
    card: str


class Prospect(msgspec.Struct, frozen=True, kw_only=True):
    """The effect of a card at one danger level, given by the mechanic that resolves its kind."""

    brings: Mapping[str, int] = {}
    """Zombies it asks for by type, whether the box has them or not."""
    on_places: Mapping[str, int] = {}
    """Zombies it asks for on each place that only the players see."""
    activates: tuple[str, ...] = ()
    """Types of which all act once more, new ones too; a card that does this brings no zombies."""
    doubles: bool = False
    """True if it doubles what the next point draws."""
    joins: bool = False
    """True if those of its type already there act; none count as missing if the box has no more."""
    spawns_at_once: bool = False
    """True if a token comes with its zombie and draws in the same step."""


class OwnDeck(msgspec.Struct, frozen=True):
    """Cards that a zone draws instead of zombie cards, in no order; None: an unknown card."""

    draw: tuple[Prospect | None, ...]
    discard: tuple[Prospect | None, ...]


class ZoneDeck(NamedTuple):
    """A deck that spawn zones of one kind draw from instead of the zombie cards."""

    zone: str
    """The kind of zone."""
    deck: str
    card: str
    """The kind of its cards, for a group that describes an unknown one."""
    draw: "Callable[[Play, Point], Drawing]"
    foresee: Callable[[Play], OwnDeck]


own_decks = Hook[ZoneDeck]()
"""Hook of decks that spawn zones have for themselves."""


class Drawing:
    """One card and everything it has caused so far."""

    def __init__(
        self,
        play: Play,
        point: Point,
        *,
        deck: str,
        card: str,
        does: str,
        line: dict[str, int],
        why: str = "",
        number: int = 1,
        together: int = 1,
    ) -> None:
        self.play, self.point, self.deck, self.card = play, point, deck, card
        self.why = why
        self.does, self.line = does, line
        self.number, self.together = number, together
        self.by, points = highest_survivor(play.survivors, play.before.options)
        self.level = danger_of(points, play.pack)
        self.arrivals: list[Arrival] = []
        self.activations: list[Activation] = []
        self.asked: Asked | None = None
        self.token: str | None = None
        self.doubles: str | None = None
        self.draws = 0
        self.notes: list[Note] = []

    @classmethod
    def of_zombies(
        cls,
        play: Play,
        point: Point,
        card: str,
        *,
        why: str,
        number: int = 1,
        together: int = 1,
    ) -> "Drawing":
        """Return a card of the zombie deck, read at the level of this moment."""
        return cls(
            play,
            point,
            deck=DECK,
            card=card,
            does=known_kind(play, card),
            line=known_line(play, card),
            why=why,
            number=number,
            together=together,
        )

    @property
    def zone(self) -> str:
        return self.point.zone

    def place(self, zombies: dict[str, int], why: str = "card") -> Arrival:
        """Bring a group to the zone of this card."""
        arrival = place(self.play, zombies, why=why, zone=self.zone, card=self.card)
        self.arrivals.append(arrival)
        return arrival

    def activate(self, zombie: str, why: str, *, zone: str | None = None, times: int = 1) -> None:
        self.activations.append(Activation(zombie=zombie, why=why, zone=zone, times=times))

    def note(self, what: str, **params: str | int) -> None:
        """Record any other effect, to be worded by the card's own mechanic."""
        self.notes.append(Note(what=what, said=params))

    def all_activations(self) -> tuple[Activation, ...]:
        """Return all extra activations because of this card."""
        by_arrival = (activation for arrival in self.arrivals for activation in arrival.activations)
        return (*by_arrival, *self.activations)

    def draw(self) -> Draw:
        """Return the finished record of this card."""
        return Draw(
            zone=self.zone,
            deck=self.deck,
            card=self.card,
            does=self.does,
            level=self.level,
            by=self.by,
            line=self.line,
            die=self.point.die,
            number=self.number,
            together=self.together,
            arrivals=tuple(self.arrivals),
            activations=tuple(self.activations),
            asked=self.asked,
            token=self.token,
            doubles=self.doubles,
            draws=self.draws,
            notes=tuple(self.notes),
        )
