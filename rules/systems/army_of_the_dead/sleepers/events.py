from collections.abc import Iterator

from rules.events import BaseEvent
from rules.mechanics.activation.events import Activation, activation_facts
from rules.mechanics.supply.events import Arrival


class SleepersWoke(BaseEvent, tag="sleepers.woke", frozen=True, kw_only=True):
    count: int
    arrival: Arrival | None = None
    """Those who rose; none at all where there are too few miniatures."""
    activations: tuple[Activation, ...] = ()
    """Who acts once more for lack of miniatures."""

    def facts(self) -> Iterator[BaseEvent]:
        yield SleepersWoke(count=self.count)
        if self.arrival is not None:
            yield from self.arrival.facts()
        yield from activation_facts(self.activations)


class SleepersKilled(BaseEvent, tag="sleepers.killed", frozen=True, kw_only=True):
    survivor: str
    count: int


class SleepersLeft(BaseEvent, tag="sleepers.left", frozen=True, kw_only=True):
    """Somebody has left a zone with sleepers; on a 1 they wake."""

    survivor: str
    face: int
    rerolled: tuple[int, ...] = ()
    """Faces that were given up."""
    woke: bool
