"""The table state of Rue Morgue, with the records its mechanics keep on it."""

from collections.abc import Mapping
from typing import ClassVar

from rules.state import Record, Survivor, TableState


class Helicopter(Record, frozen=True, kw_only=True):
    """The survivors and the cargo of the helicopter."""

    pilot: str | None = None
    passengers: tuple[str, ...] = ()
    flies: bool = False
    cargo: tuple[str, ...] = ()
    """Copies of equipment stored in it."""

    @property
    def aboard(self) -> tuple[str, ...]:
        return (*((self.pilot,) if self.pilot else ()), *self.passengers)


class MorgueSurvivor(Survivor, frozen=True, kw_only=True):
    given: ClassVar[tuple[str, ...]] = (*Survivor.given, "team")

    team: str | None = None


class MorgueState(TableState, frozen=True, kw_only=True):
    """The table state of Rue Morgue."""

    survivors: Mapping[str, MorgueSurvivor]
    team_actions: dict[str, tuple[str, ...]] = {}
    """Cards of each team for the whole game."""
    team_actions_used: tuple[str, ...] = ()
    """Copies used in this players' phase."""
    helicopter: Helicopter = Helicopter()
    open_tents: tuple[str, ...] = ()
    """Zones of the tents whose card has been turned over."""

    @property
    def so(self) -> frozenset[str]:
        return super().so | ({"flying"} if self.helicopter.flies else set())
