from rules.events import BaseEvent


class CardDrawn(BaseEvent, tag="card.drawn", frozen=True, kw_only=True):
    deck: str
    card: str
    zone: str | None


class DeckReshuffled(BaseEvent, tag="deck.reshuffled", frozen=True, kw_only=True):
    deck: str


class SourceSwitched(BaseEvent, tag="source.switched", frozen=True, kw_only=True):
    deck: str
    source: str


class CardSetAside(BaseEvent, tag="card.set_aside", frozen=True, kw_only=True):
    deck: str
    card: str
    back: bool
