"""A table of Army of the Dead, and what its mechanics keep on it."""

from rules.mechanics.accompanied import Accompanied
from rules.state import Record


class Laid(Record, frozen=True, kw_only=True):
    """An explosive on the board."""

    card: str
    survivor: str
    """Who laid it."""
    round: int | None = None
    """The round whose zombies phase ends with it, where it has a fuse."""


class Net(Record, frozen=True, kw_only=True):
    """So many of a type who lie in a net."""

    zombie: str
    count: int
    round: int
    """The round whose zombies phase they lie through."""


class Objective(Record, frozen=True, kw_only=True):
    """A personal objective that is in play."""

    card: str
    """Its copy in the deck of personal objectives."""
    survivor: str | None = None
    met: bool = False
    spent: bool = False
    """Whether its token has been discarded for what it can do."""
    count: int = 0
    """Miniatures that lie on the card, out of supply, until it is met."""


class Vault(Record, frozen=True, kw_only=True):
    """An attempt on the traps of a bank vault."""

    survivor: str
    card: str | None = None
    faces: tuple[int, ...]
    throws: int = 1
    most: int = 3
    beaten: bool = False
    helped: tuple[str, ...] = ()
    """How helpers have changed the dice in this attempt."""
    opened: bool = False

    @property
    def goes_on(self) -> bool:
        """Whether a throw is left to make."""
        return not self.beaten and self.throws < self.most


class ArmyState(Accompanied, frozen=True, kw_only=True):
    """A table of Army of the Dead."""

    boss: str | None = None
    """The abomination that leads this mission."""
    objectives: tuple[Objective, ...] = ()
    """Personal objectives that are in play."""
    vault: Vault | None = None
    laid: tuple[Laid, ...] = ()
    """Explosives that lie on the board."""
    nets: tuple[Net, ...] = ()
    """Zombies who lie in nets."""
    time: int | None = None
    time_limit: int | None = None
    """The box of the time meter, and its last."""
