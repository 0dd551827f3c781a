from rules.mechanics.companions.state import Accompanied
from rules.systems.army_of_the_dead.objectives.state import Objective
from rules.systems.army_of_the_dead.vault.state import Vault


class ArmyState(Accompanied, frozen=True, kw_only=True):
    """A table of Army of the Dead."""

    boss: str | None = None
    """The abomination that leads this mission."""
    objectives: tuple[Objective, ...] = ()
    """Personal objectives that are in play."""
    vault: Vault | None = None
    time: int | None = None
    time_limit: int | None = None
    """The box of the time meter, and its last."""
