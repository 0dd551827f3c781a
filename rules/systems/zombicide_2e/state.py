from collections.abc import Mapping

from rules.mechanics.accompanied import Accompanied
from rules.state import Survivor

ACHIEVED = frozenset(("praetorian-guard",))
"""Achievements that reminders depend on."""


class SecondEditionSurvivor(Survivor, frozen=True, kw_only=True):
    light: bool = False
    """True if their flashlight is on."""


class SecondEditionState(Accompanied, frozen=True, kw_only=True):
    """The table state of the 2nd Edition."""

    survivors: Mapping[str, SecondEditionSurvivor]
    light_seen: bool = False
    """True once the beams of this round have had their extra activations."""
    achievements: tuple[str, ...] | None = None
    """Achievements of a campaign's group; None at a table without one."""

    @property
    def so(self) -> frozenset[str]:
        """Return conditions met: achievements apply if earned, or if there is no campaign."""
        return super().so | (ACHIEVED if self.achievements is None else {*self.achievements})
