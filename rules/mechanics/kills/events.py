from collections.abc import Iterator

from rules.events import BaseEvent
from rules.mechanics.supply.events import Arrival


class ZombiesKilled(BaseEvent, tag="zombies.killed", frozen=True, kw_only=True):
    survivor: str | None
    zombie: str
    count: int


class GroupSplit(BaseEvent, tag="zombies.split", frozen=True, kw_only=True):
    zombies: dict[str, int]
    routes: int
    arrival: Arrival | None = None
    """Who joined, so that every route has as many."""

    def facts(self) -> Iterator[BaseEvent]:
        yield GroupSplit(zombies=self.zombies, routes=self.routes)
        if self.arrival is not None:
            yield from self.arrival.facts()
