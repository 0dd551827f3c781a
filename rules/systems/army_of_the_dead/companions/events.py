from typing import ClassVar

from rules.events import BaseEvent


class CompanionJoined(BaseEvent, tag="companion.joined", frozen=True, kw_only=True):
    companion: str
    leader: str


class CompanionDied(BaseEvent, tag="companion.died", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    companion: str
    leader: str
