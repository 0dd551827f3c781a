from collections.abc import Mapping
from typing import ClassVar

from rules.state import Survivor, TableState
from rules.systems.rue_morgue.helicopter.state import Helicopter


class MorgueSurvivor(Survivor, frozen=True, kw_only=True):
    given: ClassVar[tuple[str, ...]] = (*Survivor.given, "team")

    team: str | None = None


class MorgueState(TableState, frozen=True, kw_only=True):
    """A table of Rue Morgue."""

    survivors: Mapping[str, MorgueSurvivor]
    team_actions: dict[str, tuple[str, ...]] = {}
    """Cards of each team for the whole game."""
    team_actions_used: tuple[str, ...] = ()
    """Copies used in this players phase."""
    helicopter: Helicopter = Helicopter()
    open_tents: tuple[str, ...] = ()
    """The zones of those whose card has been turned over."""

    @property
    def so(self) -> frozenset[str]:
        return super().so | ({"flying"} if self.helicopter.flies else set())
