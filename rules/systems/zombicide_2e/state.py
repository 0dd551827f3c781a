from collections.abc import Mapping

from rules.mechanics.accompanied import Accompanied
from rules.state import Survivor

ACHIEVED = frozenset(("praetorian-guard",))
"""Achievements that reminders hang on."""


class SecondEditionSurvivor(Survivor, frozen=True, kw_only=True):
    light: bool = False
    """Whether their flashlight is on."""


class SecondEditionState(Accompanied, frozen=True, kw_only=True):
    """A table of the 2nd Edition."""

    survivors: Mapping[str, SecondEditionSurvivor]
    light_seen: bool = False
    """Whether the beams of this round have had their extra activations."""
    achievements: tuple[str, ...] | None = None
    """What the group of a campaign has achieved; None at a table without one."""

    @property
    def so(self) -> frozenset[str]:
        """Rules that hang on an achievement are due with it, or where nobody knows."""
        return super().so | (ACHIEVED if self.achievements is None else {*self.achievements})
