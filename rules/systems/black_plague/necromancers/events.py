from typing import ClassVar

from rules.events import BaseEvent


class NecromancerEscaped(BaseEvent, tag="necromancer.escaped", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    zone: str
    tokens: int
