from collections.abc import Iterator
from typing import ClassVar

from rules.events import BaseEvent
from rules.mechanics.supply.events import Arrival
from rules.mechanics.zones.events import ZoneRemoved


class ZeusCame(BaseEvent, tag="zeus.came", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    zombie: str
    why: str
    arrival: Arrival | None = None

    def facts(self) -> Iterator[BaseEvent]:
        yield ZeusCame(zombie=self.zombie, why=self.why)
        if self.arrival is not None:
            yield ZoneRemoved(zone=self.arrival.zone or "")
            yield from self.arrival.facts()
