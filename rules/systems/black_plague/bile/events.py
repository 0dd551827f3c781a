from rules.events import BaseEvent


class BilePlaced(BaseEvent, tag="bile.placed", frozen=True, kw_only=True):
    survivor: str
    tokens: int
