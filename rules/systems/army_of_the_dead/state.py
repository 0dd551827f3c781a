from rules.mechanics.companions.state import Accompanied
from rules.systems.army_of_the_dead.explosives.state import Laid
from rules.systems.army_of_the_dead.nets.state import Net
from rules.systems.army_of_the_dead.objectives.state import Objective
from rules.systems.army_of_the_dead.vault.state import Vault


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
