"""The state of a live table: frozen, complete, and with nothing stored that can be derived."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, Protocol, Self

import msgspec

from rules.packs.schema.base import DangerId
from rules.packs.schema.missions import Mission
from rules.packs.schema.own import OwnBox
from rules.packs.schema.people import SkillTree

Phase = Literal["players", "zombies", "end"]
PHASES: tuple[Phase, ...] = ("players", "zombies", "end")
Source = Literal["app", "table"]
Status = Literal["in_play", "out_of_action", "dead", "escaped"]
Result = Literal["won", "lost", "abandoned"]
Option = str
"""A rule a table may switch on: the reading of a gap in a book, or the house's own."""
MAX_SURVIVORS = 12
"""At one table."""


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of the state."""


class State(Protocol):
    """What log, undo, seats and lists need to know of a table of any game."""

    @property
    def game(self) -> str: ...
    @property
    def players(self) -> tuple[str, ...]: ...
    @property
    def round(self) -> int: ...
    @property
    def step(self) -> tuple[Any, ...]: ...
    @property
    def described(self) -> Mapping[str, Any]: ...
    @property
    def result(self) -> str | None: ...


class Survivor(Record, frozen=True, kw_only=True):
    """One survivor at the table.

    `skills` are those the player chose at orange and red; what a level gives by itself is
    derived from the pack and the points. A game whose survivors know more extends it.
    """

    given: ClassVar[tuple[str, ...]] = ("name", "player")
    """What is said of somebody before a game."""

    name: str
    player: str
    points: int = 0
    skills: tuple[str, ...] = ()
    wounds: int = 0
    status: Status = "in_play"
    inventory: dict[str, str] = {}
    """Copy ids by slot: `hand-1`, `body-1`, `backpack-1`..."""
    found: tuple[str, ...] = ()
    """Cards drawn that have no slot yet."""
    turned: tuple[str, ...] = ()
    """Cards that lie face down: weapons to reload, a vest that has stopped its first wound."""
    under: dict[str, str] = {}
    """Cards that lie under another and share its slot, as a scope under its rifle."""
    blocked: tuple[str, ...] = ()
    """Slots that a wound has taken."""
    gifts: tuple[str, ...] = ()
    """Skills at blue that do not stand on the card: those of a campaign sheet."""
    extra_actions: int = 0
    extra_actions_used: int = 0
    """Out of the pool of a campaign sheet, in this mission."""
    actions_used: int = 0
    """In this turn."""
    used: tuple[str, ...] = ()
    """What may be done only so often a turn and was: searches, skills, kinds of attack."""
    down_since: int | None = None
    """The round in which the last health was lost, while out of action."""

    @classmethod
    def of(cls, survivor: "Survivor") -> Self:
        """The same survivor, known to be of this very game."""
        assert isinstance(survivor, cls)
        return survivor

    def again(self) -> Self:
        """The same person before another game."""
        return type(self)(**{name: getattr(self, name) for name in self.given})


class Zone(Record, frozen=True, kw_only=True):
    """A spawn zone; `active_from` is the round from which it spawns, None while it does not."""

    id: str
    start: bool = False
    colour: str | None = None
    active_from: int | None = 1
    locators: tuple[int, ...] = ()
    tokens: int = 1
    kind: str = "normal"
    """Whose token it is; a mechanic may draw for its own kind in its own way."""
    room: bool = False
    """It lies in a room of an opened building, which has a number of its own."""


class Taker(Record, frozen=True, kw_only=True):
    """Who took an objective, and in which round; `survivor` is whoever carries it now."""

    survivor: str
    round: int


class Deck(Record, frozen=True, kw_only=True):
    """A deck by copy ids. `draw` is in order when the app draws, in no order when the table does.

    `aside` is out of the game: never reshuffled.
    """

    source: Source
    draw: tuple[str, ...]
    discard: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()


class SpawnPoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a spawn step draws, and the die that says so, if one does."""

    zone: str
    die: int | None = None
    card: str | None = None
    """The card that was given to it, where cards are drawn first and given out."""


class Spawning(Record, frozen=True, kw_only=True):
    """A spawn step that waits for the table in its middle, and what is left of it."""

    question: str
    """The open question it waits for."""
    why: str
    """For what it draws, as its event says it: `step`, `building`, or what a game names."""
    points: tuple[SpawnPoint, ...]
    """All of them in order: a doubled draw after the last goes to the first again."""
    index: int
    """The point it draws for next, or whose cards are in `hand`."""
    draws: int = 1
    """How many cards that point draws."""
    hand: tuple[str, ...] = ()
    """Cards drawn together and not resolved yet."""
    together: int = 1
    """How many they were."""


class Pending(Record, frozen=True, kw_only=True):
    """A question that is open. It blocks nothing but the spawn step that waits for it."""

    id: str
    what: str
    """Which question; the mechanic that asks it knows the answer."""
    survivor: str | None = None
    level: DangerId | None = None
    card: str | None = None
    colour: str | None = None
    zone: str | None = None
    zombies: dict[str, int] = {}
    """For each place on the board, or how often each type acts."""


class Description(Record, frozen=True, kw_only=True):
    """What the group typed of a zombie card we do not know."""

    kind: str
    levels: dict[DangerId, dict[str, int]]
    activates: dict[str, int] = {}
    """How often each type of the zone activates, on an order."""


class TableState(Record, frozen=True, kw_only=True):
    """Everything a table of the Zombicide family knows, whichever game of it is played.

    A game with fields of its own extends it. `survivors` keeps the order in which they sit.
    """

    game: str
    expansions: tuple[str, ...] = ()
    players: tuple[str, ...]
    survivors: Mapping[str, Survivor]
    mission: str | None = None
    """`box:code`; None in free play."""
    own_mission: Mission | None = None
    """A mission of the group's own, whole, as it was when the table was opened."""
    own_box: OwnBox | None = None
    """Cards and survivors of the group's own that are played with, as they were then."""
    taken: tuple[str, ...] = ()
    """Colours of the objective tokens that have been taken, in order."""
    takers: tuple[Taker, ...] = ()
    """Who took the last of these, in the same order; of earlier ones nobody wrote it down."""
    ticked: tuple[str, ...] = ()
    """What the players ticked of their mission: goals that are met, things that lie ready."""
    round: int = 1
    phase: Phase = "players"
    spawned: bool = False
    """Whether the spawn step of this zombies phase is done."""
    spawning: Spawning | None = None
    """A spawn step, or an opened building, that waits for an answer."""
    first_player: int = 0
    zones: tuple[Zone, ...] = ()
    board: dict[str, int] = {}
    """Miniatures on the board by zombie type; the reserve is the rest of the box."""
    gone: dict[str, int] = {}
    """Miniatures out of the game for good."""
    more: dict[str, int] = {}
    """Miniatures of other boxes that play along."""
    decks: dict[str, Deck] = {}
    dice: Source = "app"
    seed: str = ""
    cursor: int = 0
    """How many numbers have been taken from the seed: same seed and cursor, same dice."""
    hour: int | None = None
    noise: int = 0
    """Noise tokens on the board."""
    pending: tuple[Pending, ...] = ()
    described: dict[str, Description] = {}
    trees: dict[str, SkillTree] = {}
    """Skills of survivors whose card the group has typed."""
    options: tuple[Option, ...] = ()
    result: Result | None = None

    @classmethod
    def of(cls, state: "TableState") -> Self:
        """The same state, known to be of this very game."""
        assert isinstance(state, cls)
        return state

    @property
    def so(self) -> frozenset[str]:
        """What is so at this table that reminders hang on, in the words of its game's pack."""
        return frozenset()

    @property
    def step(self) -> tuple[int, Phase, bool]:
        """Where the table stands in its round; flow commands must have seen the same."""
        return (self.round, self.phase, self.spawned)

    @property
    def goes_first(self) -> str:
        """The player with the first player token."""
        return self.players[self.first_player % len(self.players)]

    @property
    def is_night(self) -> bool:
        """19:00 to 6:00, both included (Washington Z.C., p. 7-10)."""
        return self.hour is not None and not DAWN <= self.hour < DUSK


DAWN, DUSK = 7, 19
