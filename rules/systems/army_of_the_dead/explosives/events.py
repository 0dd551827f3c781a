from rules.events import BaseEvent


class ExplosiveLaid(BaseEvent, tag="explosive.laid", frozen=True, kw_only=True):
    survivor: str
    card: str
