from collections.abc import Iterator

from rules.events import BaseEvent, EventPart
from rules.mechanics.decks.events import CardDrawn
from rules.mechanics.supply.events import Arrival


class ItemFound(BaseEvent, tag="item.found", frozen=True, kw_only=True):
    survivor: str
    card: str
    slot: str | None


class ItemDiscarded(BaseEvent, tag="item.discarded", frozen=True, kw_only=True):
    survivor: str
    card: str


class ItemUsed(BaseEvent, tag="item.used", frozen=True, kw_only=True):
    survivor: str
    card: str
    on: str | None = None


class ItemMoved(BaseEvent, tag="item.moved", frozen=True, kw_only=True):
    survivor: str
    card: str
    to: str
    slot: str


class Find(EventPart, frozen=True, kw_only=True):
    """A card that was drawn, and where it went."""

    card: str
    slot: str | None = None
    """None: it waits until the player decides."""
    ambush: Arrival | None = None
    """Zombies in place of a thing: the search ends and the card is discarded."""


class CardsDrawn(BaseEvent, tag="cards.drawn", frozen=True, kw_only=True):
    """A search, or another draw from an equipment deck: every card of it in order."""

    survivor: str
    deck: str
    search: bool
    finds: tuple[Find, ...]
    free: str | None = None
    """The skill by which the search cost no action."""

    def facts(self) -> Iterator[BaseEvent]:
        for find in self.finds:
            yield CardDrawn(deck=self.deck, card=find.card, zone=None)
            if find.ambush is None:
                yield ItemFound(survivor=self.survivor, card=find.card, slot=find.slot)
            else:
                yield from find.ambush.facts()
