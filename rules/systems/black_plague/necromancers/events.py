from rules.events import BaseEvent


class NecromancerEscaped(BaseEvent, tag="necromancer.escaped", frozen=True, kw_only=True):
    zone: str
    tokens: int
