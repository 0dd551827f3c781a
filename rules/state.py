"""The state of a live table: frozen, complete, with no derived values stored."""

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
"""A rule a table may switch on: the reading of a gap in a book, or a house rule."""
MAX_SURVIVORS = 12
"""Most survivors at one table."""


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of the state."""


class State(Protocol):
    """Fields that log, undo, seats and lists need of a table of any game."""

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

    `skills` are those the player chose at orange and red; skills that a level gives by itself are
    derived from the pack and the points. A game whose survivors have more fields extends it.
    """

    given: ClassVar[tuple[str, ...]] = ("name", "player")
    """Fields that are set before a game."""

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
    """Cards that are face down: weapons to reload, a vest that has stopped its first wound."""
    under: dict[str, str] = {}
    """Cards placed under another that share its slot, for example a scope under its rifle."""
    blocked: tuple[str, ...] = ()
    """Slots that a wound has taken."""
    gifts: tuple[str, ...] = ()
    """Skills at blue that are not on the card: those of a campaign sheet."""
    extra_actions: int = 0
    extra_actions_used: int = 0
    """Actions used in this mission from the pool of a campaign sheet."""
    actions_used: int = 0
    """Actions used in this turn."""
    used: tuple[str, ...] = ()
    """Things with a limit per turn that were done: searches, skills, kinds of attack."""
    down_since: int | None = None
    """Round in which the last health was lost, while out of action."""

    @classmethod
    def of(cls, survivor: "Survivor") -> Self:
        """Return the same survivor, typed as this game's."""
        assert isinstance(survivor, cls)
        return survivor

    def again(self) -> Self:
        """Return the same person as before a game."""
        return type(self)(**{name: getattr(self, name) for name in self.given})


class Zone(Record, frozen=True, kw_only=True):
    """A spawn zone; `active_from` is its first round that spawns, None while it is inactive."""

    id: str
    start: bool = False
    colour: str | None = None
    active_from: int | None = 1
    locators: tuple[int, ...] = ()
    tokens: int = 1
    kind: str = "normal"
    """Kind of its token; a mechanic may draw for its own kind in its own way."""
    room: bool = False
    """True if it is in a room of an opened building; rooms are numbered separately from zones."""


class Taker(Record, frozen=True, kw_only=True):
    """The carrier of an objective, and the round in which it was taken."""

    survivor: str
    round: int


class Deck(Record, frozen=True, kw_only=True):
    """A deck by copy ids.

    `draw` is in order if the app draws, in no order if the table does. `aside` is out of the game:
    never reshuffled.
    """

    source: Source
    draw: tuple[str, ...]
    discard: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()


class SpawnPoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Zone for which a spawn step draws, and the die that chose it, if any."""

    zone: str
    die: int | None = None
    card: str | None = None
    """Card assigned to it, where cards are drawn first and then assigned."""


class Spawning(Record, frozen=True, kw_only=True):
    """The rest of a spawn step that waits for an answer of the table."""

    question: str
    """Id of the open question it waits for."""
    why: str
    """Reason for the draw, as in its event: `step`, `building`, or a word of the game."""
    points: tuple[SpawnPoint, ...]
    """All points in order: a doubled draw after the last goes to the first again."""
    index: int
    """Index of the point it draws for next, or whose cards are in `hand`."""
    draws: int = 1
    """Number of cards that point draws."""
    hand: tuple[str, ...] = ()
    """Cards drawn together and not resolved yet."""
    together: int = 1
    """Number of cards that were drawn together."""


class Pending(Record, frozen=True, kw_only=True):
    """An open question. It blocks nothing but the spawn step that waits for it."""

    id: str
    what: str
    """Kind of question; the mechanic that asks it knows the answer."""
    survivor: str | None = None
    level: DangerId | None = None
    card: str | None = None
    colour: str | None = None
    zone: str | None = None
    zombies: dict[str, int] = {}
    """Zombies for each place on the board, or activations by type."""


class Description(Record, frozen=True, kw_only=True):
    """The group's description of a zombie card the app does not know."""

    kind: str
    levels: dict[DangerId, dict[str, int]]
    activates: dict[str, int] = {}
    """Activations of each type in the zone, for an order."""


class TableState(Record, frozen=True, kw_only=True):
    """The state of a table of the Zombicide family.

    A game with fields of its own extends it. `survivors` are in the order in which they sit.
    """

    game: str
    expansions: tuple[str, ...] = ()
    players: tuple[str, ...]
    survivors: Mapping[str, Survivor]
    mission: str | None = None
    """`box:code`; None in free play."""
    own_mission: Mission | None = None
    """The group's own mission, whole, as it was when the table was opened."""
    own_box: OwnBox | None = None
    """The group's own cards and survivors that are played with, as they were then."""
    taken: tuple[str, ...] = ()
    """Colors of the objective tokens that have been taken, in order."""
    takers: tuple[Taker, ...] = ()
    """Takers of the last of these, in the same order; earlier ones were not recorded."""
    ticked: tuple[str, ...] = ()
    """Goals and set-up steps of the mission that the players have ticked."""
    round: int = 1
    phase: Phase = "players"
    spawned: bool = False
    """True once the spawn step of this zombies phase is done."""
    spawning: Spawning | None = None
    """A spawn step or an opened building that waits for an answer."""
    first_player: int = 0
    zones: tuple[Zone, ...] = ()
    board: dict[str, int] = {}
    """Miniatures on the board by zombie type; the reserve is the rest of the box."""
    gone: dict[str, int] = {}
    """Miniatures out of the game for good."""
    more: dict[str, int] = {}
    """Additional miniatures, from other boxes."""
    decks: dict[str, Deck] = {}
    dice: Source = "app"
    seed: str = ""
    cursor: int = 0
    """Count of numbers taken from the seed: same seed and cursor, same dice."""
    hour: int | None = None
    noise: int = 0
    """Noise tokens on the board."""
    pending: tuple[Pending, ...] = ()
    described: dict[str, Description] = {}
    trees: dict[str, SkillTree] = {}
    """Skills of survivors whose card the group has typed in."""
    options: tuple[Option, ...] = ()
    result: Result | None = None

    @classmethod
    def of(cls, state: "TableState") -> Self:
        """Return the same state, typed as this game's."""
        assert isinstance(state, cls)
        return state

    @property
    def so(self) -> frozenset[str]:
        """Return the conditions at this table that reminders depend on, in its pack's words."""
        return frozenset()

    @property
    def step(self) -> tuple[int, Phase, bool]:
        """Return the table's position in its round; flow commands must have seen the same."""
        return (self.round, self.phase, self.spawned)

    @property
    def goes_first(self) -> str:
        """Return the player with the first player token."""
        return self.players[self.first_player % len(self.players)]

    @property
    def is_night(self) -> bool:
        """Check if it is 19:00 to 6:00, both included (Washington Z.C., p. 7-10)."""
        return self.hour is not None and not DAWN <= self.hour < DUSK


DAWN, DUSK = 7, 19
