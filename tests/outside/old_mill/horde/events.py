from collections.abc import Iterator
from typing import ClassVar

from rules.events import BaseEvent
from rules.mechanics.supply.events import Arrival


class HordeReleased(BaseEvent, tag="horde.released", frozen=True, kw_only=True):
    """The horde has come, whole."""

    memorable: ClassVar[bool] = True

    zone: str
    arrival: Arrival | None = None

    def facts(self) -> Iterator[BaseEvent]:
        yield HordeReleased(zone=self.zone)
        if self.arrival is not None:
            yield from self.arrival.facts()
