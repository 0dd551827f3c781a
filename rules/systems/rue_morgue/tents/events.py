from collections.abc import Iterator

from rules.events import BaseEvent
from rules.mechanics.decks.events import CardDrawn


class TentOpened(BaseEvent, tag="tent.opened", frozen=True, kw_only=True):
    """A tent and its card; who comes in it is told after it."""

    zone: str
    card: str

    def facts(self) -> Iterator[BaseEvent]:
        yield CardDrawn(deck="tents", card=self.card, zone=self.zone)
