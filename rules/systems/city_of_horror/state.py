"""A table of City of Horror: frozen, complete, nothing stored that can be derived.

It holds every secret of the game. What one player may see of it is `seats.view`.
"""

from typing import Annotated, Literal

import msgspec

from rules.state import Record, Source
from rules.systems.city_of_horror.pack import Colour, Invasion, SideId

Phase = Literal[
    "place", "draft", "choose", "late", "invasion", "move", "locations", "rescue", "over"
]
"""place: first placement · draft: action cards, passed on by experts · choose: movement cards,
sealed · late: the tower's people choose after the reveal · invasion · move · locations: one after
the other, see `Stage` · rescue: antidotes."""
Stage = Literal[
    "effect", "attack", "vote", "tie", "victim", "share", "share-vote", "share-tie", "hand-out"
]
"""Stages of the location in turn. `effect`, `attack` and `share` are the times to talk and act;
what is played before the last one has voted leads back to them (`board.BEFORE`). Once all have
voted no card and no power is used until the end of the attack or the share-out."""
Voting = Literal["hands", "sealed"]
Dealing = Literal["dealt", "drafted"]
"""Dealing of action cards by the app: at random, or drafted: each card chosen and the rest passed
on (p. 7)."""
Result = Literal["over", "abandoned"]
Turned = Annotated[int, msgspec.Meta(ge=0, le=7)]
"""Position of the crossroads board before the players: the number of quarter turns to the right,
and four more where its corners are numbered round about instead of row by row."""
HIDDEN = "?"
"""A card whose face this view does not show, or that only the table knows."""
FACE_DOWN = -1
"""A food token whose number this view does not show, or that only the table knows."""


class Aim(Record, frozen=True, kw_only=True):
    """The target of a power, a card or an effect; each needs a few of these."""

    location: str | None = None
    """Location where it happens, or where zombies come from."""
    to: str | None = None
    """Location where they go; the new movement card."""
    character: str | None = None
    """Character who hides, is fit again, or is exhausted to pay."""
    target: str | None = None
    """Player to steal from."""
    colour: Colour | None = None
    """New color of the straggler."""
    pay: str | None = None
    """Action card that is discarded as the price."""
    take: str | None = None
    """Card that is taken from the discards."""
    food: int | None = None
    """Number on the token: given up, or taken from those shown. None: one face down."""
    explosion: str | None = None
    """The tower or the armory."""


class Player(Record, frozen=True, kw_only=True):
    """A player at the table, under their name."""

    colour: Colour
    hand: tuple[str, ...] = ()
    """Copies of action cards; empty where the table holds real ones."""
    antidotes: int = 0
    food: tuple[int, ...] = ()
    larder: int | None = None
    """Points of food and cans that the table counted by itself."""
    saved: tuple[str, ...] | None = None
    """Characters that got an antidote at the end; None until they are chosen."""


class Character(Record, frozen=True, kw_only=True):
    """A character in play. `at` is None before the first placement."""

    player: str
    at: str | None = None
    fit: bool = True
    hidden: bool = False
    alive: bool = True


class Location(Record, frozen=True, kw_only=True):
    """A location. `closed`: the armory has burnt out (A) or its door is blocked (B)."""

    side: SideId
    zombies: int = 0
    explosions: int = 0
    closed: bool = False
    antidotes: int = 0
    cards: tuple[str, ...] = ()
    """Supplies, face down."""


class Played(Record, frozen=True, kw_only=True):
    """An action card that lies on the table and has no effect yet: it may be canceled."""

    player: str
    card: str
    aim: Aim = Aim()


class Move(Record, frozen=True, kw_only=True):
    """The last move of a character, for the priest."""

    character: str
    before: str
    after: str


class CityState(Record, frozen=True, kw_only=True):
    """Everything the table knows. `seats` keeps the order in which players sit, clockwise."""

    game: str
    seats: dict[str, Player]
    characters: dict[str, Character]
    locations: dict[str, Location]
    """Locations in the order they are resolved; the buildings among them are numbered 1 to 4."""
    turned: Turned = 0
    round: int = 0
    phase: Phase = "place"
    at: str | None = None
    """Location in turn."""
    stage: Stage | None = None
    first: str
    """Player with the first player marker."""
    straggler: Colour
    voting: Voting = "sealed"
    cards: Source = "app"
    """Source of action cards, food and random movement cards: dealt by the app or the table."""
    dealing: Dealing = "dealt"
    invasion: Source = "table"
    """Source of the invasion cards: drawn by the app or the table."""
    deck: tuple[str, ...] = ()
    """Action cards: in order when the app deals; every copy not seen yet when the table does."""
    discard: tuple[str, ...] = ()
    """Discarded action cards, open to all; never shuffled back."""
    food: tuple[int, ...] = ()
    food_shown: tuple[int, ...] = ()
    coming: tuple[str, ...] = ()
    """Invasion cards to come, when the app draws."""
    revealed: tuple[str, ...] = ()
    """Invasion cards that have been seen by all."""
    described: dict[str, Invasion] = {}
    """Invasion cards the group has entered."""
    looked: tuple[str, ...] = ()
    """Players who have looked at the next invasion card."""
    drawn: dict[str, tuple[str, ...]] = {}
    """Movement cards drawn for the first placement, by player."""
    passing: dict[str, tuple[str, ...]] = {}
    """Action cards of a draft, by the player who chooses among them now."""
    keeping: dict[str, str] = {}
    """Card each player keeps of a draft, sealed."""
    late: tuple[str, ...] = ()
    """Players who choose after the reveal in this round."""
    choices: dict[str, str] = {}
    """Movement cards of this round, by player."""
    moved: tuple[str, ...] = ()
    """Players who have had their move in this round."""
    last_move: Move | None = None
    squeezing: tuple[str, ...] = ()
    """Players who came by a back door, and characters, that may enter a full location."""
    freed: tuple[str, ...] = ()
    """Characters whose drawback is lifted for this round."""
    replicas: tuple[tuple[str, str], ...] = ()
    """Player and location of each weapon replica of this round."""
    stack: tuple[Played, ...] = ()
    """Action cards waiting for their effect; the last one cancels the one before it."""
    waiting: tuple[str, ...] = ()
    """Players who may still use the effect of the location in turn, in turn order."""
    ballots: dict[str, str] = {}
    """Sealed votes, by voter."""
    unready: tuple[str, ...] = ()
    """Players without a vote in this one who could still act and have not said they will not."""
    ready: tuple[str, ...] = ()
    """Players who have said that they will not act for the rest of the round."""
    ready_here: tuple[str, ...] = ()
    """Players who have said that they will not act at the location in turn."""
    chosen: str | None = None
    """Player who lost or won the vote, or whom the straggler has met."""
    spent: int = 0
    """Antidotes used up by the rescued."""
    result: Result | None = None
    seed: str = ""
    cursor: int = 0

    @property
    def players(self) -> tuple[str, ...]:
        """Return the players by name, in the order in which they sit."""
        return tuple(self.seats)

    @property
    def step(self) -> tuple[int, str, str | None, str | None]:
        """Return the table's position in its round; flow commands must have seen the same."""
        return (self.round, self.phase, self.at, self.stage)
