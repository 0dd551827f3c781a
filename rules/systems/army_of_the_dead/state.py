"""The table state of Army of the Dead, with the records its mechanics keep on it."""

from rules.mechanics.accompanied import Accompanied
from rules.state import Record


class Laid(Record, frozen=True, kw_only=True):
    """An explosive on the board."""

    card: str
    survivor: str
    """The survivor who placed it."""
    round: int | None = None
    """The round whose zombies phase ends with it, if it has a fuse."""


class Net(Record, frozen=True, kw_only=True):
    """A number of zombies of a type in a net."""

    zombie: str
    count: int
    round: int
    """The round for whose zombies phase they stay in it."""


class Objective(Record, frozen=True, kw_only=True):
    """A personal objective that is in play."""

    card: str
    """The copy in the deck of personal objectives."""
    survivor: str | None = None
    met: bool = False
    spent: bool = False
    """True once its token has been discarded for its effect."""
    count: int = 0
    """Miniatures on the card, out of supply, until it is met."""


class Vault(Record, frozen=True, kw_only=True):
    """An attempt on the traps of a bank vault."""

    survivor: str
    card: str | None = None
    faces: tuple[int, ...]
    throws: int = 1
    most: int = 3
    beaten: bool = False
    helped: tuple[str, ...] = ()
    """Kinds of changes to the dice by helpers in this attempt."""
    opened: bool = False

    @property
    def goes_on(self) -> bool:
        """Return True if a throw is left to make."""
        return not self.beaten and self.throws < self.most


class ArmyState(Accompanied, frozen=True, kw_only=True):
    """The table state of Army of the Dead."""

    boss: str | None = None
    """The abomination that leads this mission."""
    objectives: tuple[Objective, ...] = ()
    """Personal objectives that are in play."""
    vault: Vault | None = None
    laid: tuple[Laid, ...] = ()
    """Explosives on the board."""
    nets: tuple[Net, ...] = ()
    """Zombies in nets."""
    time: int | None = None
    time_limit: int | None = None
    """The box of the time meter, and its last."""
