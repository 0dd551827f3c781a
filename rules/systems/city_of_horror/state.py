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
"""Where the location in turn stands. `effect`, `attack` and `share` are the times to talk and act;
what is played before the last one has voted leads back to them (`board.BEFORE`). Once all have
voted no card and no power is used until the end of the attack or the share-out."""
Voting = Literal["hands", "sealed"]
Dealing = Literal["dealt", "drafted"]
"""Of action cards by the app: at random, or each card chosen and the rest passed on (p. 7)."""
Result = Literal["over", "abandoned"]
Turned = Annotated[int, msgspec.Meta(ge=0, le=7)]
"""How the crossroads board lies before the players: so many quarters turned to the right, and four
more where its corners are numbered round about instead of row by row."""
HIDDEN = "?"
"""A card whose face this view does not show, or that only the table knows."""
FACE_DOWN = -1
"""A food token whose number this view does not show, or that only the table knows."""


class Aim(Record, frozen=True, kw_only=True):
    """What a power, a card or an effect is aimed at; each needs a few of these."""

    location: str | None = None
    """Where it happens, or where zombies come from."""
    to: str | None = None
    """Where they go; the new movement card."""
    character: str | None = None
    """Who hides, is fit again, or is exhausted to pay."""
    target: str | None = None
    """A player to steal from."""
    colour: Colour | None = None
    """Of the straggler."""
    pay: str | None = None
    """The action card that is discarded as the price."""
    take: str | None = None
    """The card that is taken from the discards."""
    food: int | None = None
    """The number on the token: given up, or taken from those shown. None: one face down."""
    explosion: str | None = None
    """The tower or the armory."""


class Player(Record, frozen=True, kw_only=True):
    """Who sits at the table, under their name."""

    colour: Colour
    hand: tuple[str, ...] = ()
    """Copies of action cards; empty where the table holds real ones."""
    antidotes: int = 0
    food: tuple[int, ...] = ()
    larder: int | None = None
    """Points of food and cans that the table counted by itself."""
    saved: tuple[str, ...] | None = None
    """Characters that got an antidote at the end; None until that is said."""


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
    """An action card that lies on the table and has no effect yet: it may be cancelled."""

    player: str
    card: str
    aim: Aim = Aim()


class Move(Record, frozen=True, kw_only=True):
    """The last move of a character, for the priest."""

    character: str
    before: str
    after: str


class CityState(Record, frozen=True, kw_only=True):
    """Everything the table knows. `seats` keeps the order in which they sit, clockwise."""

    game: str
    seats: dict[str, Player]
    characters: dict[str, Character]
    locations: dict[str, Location]
    """In the order in which they are resolved; the buildings among them are numbered 1 to 4."""
    turned: Turned = 0
    round: int = 0
    phase: Phase = "place"
    at: str | None = None
    """The location in turn."""
    stage: Stage | None = None
    first: str
    """The player with the first player marker."""
    straggler: Colour
    voting: Voting = "sealed"
    cards: Source = "app"
    """Who deals action cards, food and random movement cards."""
    dealing: Dealing = "dealt"
    invasion: Source = "table"
    """Who draws the invasion cards."""
    deck: tuple[str, ...] = ()
    """In order when the app deals; every copy not seen yet when the table does."""
    discard: tuple[str, ...] = ()
    """Open to all; never shuffled back."""
    food: tuple[int, ...] = ()
    food_shown: tuple[int, ...] = ()
    coming: tuple[str, ...] = ()
    """Invasion cards to come, when the app draws."""
    revealed: tuple[str, ...] = ()
    """Invasion cards that have been seen by all."""
    described: dict[str, Invasion] = {}
    """Invasion cards the group has entered."""
    looked: tuple[str, ...] = ()
    """Who has looked at the next invasion card."""
    drawn: dict[str, tuple[str, ...]] = {}
    """Movement cards drawn for the first placement, by player."""
    passing: dict[str, tuple[str, ...]] = {}
    """Action cards of a draft, by who chooses among them now."""
    keeping: dict[str, str] = {}
    """The card each one keeps of those, sealed."""
    late: tuple[str, ...] = ()
    """Who chooses after the reveal in this round."""
    choices: dict[str, str] = {}
    """Movement cards of this round, by player."""
    moved: tuple[str, ...] = ()
    """Who has had their move in this round."""
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
    """Who may still use the effect of the location in turn, in turn order."""
    ballots: dict[str, str] = {}
    """Sealed votes, by voter."""
    unready: tuple[str, ...] = ()
    """Who has no vote in this one, could still act, and has not said that they will not."""
    ready: tuple[str, ...] = ()
    """Who has said so for the rest of the round."""
    ready_here: tuple[str, ...] = ()
    """Who has said so for the location in turn."""
    chosen: str | None = None
    """Who lost or won the vote, or whom the straggler has met."""
    spent: int = 0
    """Antidotes used up by the rescued."""
    result: Result | None = None
    seed: str = ""
    cursor: int = 0

    @property
    def players(self) -> tuple[str, ...]:
        """By name, in the order in which they sit."""
        return tuple(self.seats)

    @property
    def step(self) -> tuple[int, str, str | None, str | None]:
        """Where the table stands in its round; flow commands must have seen the same."""
        return (self.round, self.phase, self.at, self.stage)
