from rules.events import BaseEvent


class NoiseMade(BaseEvent, tag="noise.made", frozen=True, kw_only=True):
    survivor: str | None
    tokens: int
