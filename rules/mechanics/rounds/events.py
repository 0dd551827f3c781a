from typing import ClassVar

from rules.events import BaseEvent
from rules.state import Phase


class PhaseBegan(BaseEvent, tag="phase.began", frozen=True, kw_only=True):
    round: int
    phase: Phase


class FirstPlayerPassed(BaseEvent, tag="first_player.passed", frozen=True, kw_only=True):
    player: str


class MissionWon(BaseEvent, tag="mission.won", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    why: str


class MissionLost(BaseEvent, tag="mission.lost", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    why: str


class MissionAbandoned(BaseEvent, tag="mission.abandoned", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    why: str
