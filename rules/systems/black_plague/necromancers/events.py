from collections.abc import Iterator
from typing import ClassVar

from rules.events import BaseEvent
from rules.mechanics.supply.events import Arrival
from rules.mechanics.zones.events import ZoneAdded


class NecromancerCame(BaseEvent, tag="necromancer.came", frozen=True, kw_only=True):
    """Not out of a card: an objective has brought him."""

    memorable: ClassVar[bool] = True

    zone: str
    """His token."""
    arrival: Arrival

    def facts(self) -> Iterator[BaseEvent]:
        yield ZoneAdded(zone=self.zone, why="necromancer")
        yield from self.arrival.facts()


class NecromancerEscaped(BaseEvent, tag="necromancer.escaped", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    zone: str
    tokens: int


class SpawnTokenRemoved(BaseEvent, tag="spawn_token.removed", frozen=True, kw_only=True):
    """One of several that lie stacked in a zone."""

    zone: str
    tokens: int
    """So many are left there."""
