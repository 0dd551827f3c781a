from typing import ClassVar

from rules.events import BaseEvent


class ClockAdvanced(BaseEvent, tag="clock.advanced", frozen=True, kw_only=True):
    hour: int


class NightFell(BaseEvent, tag="night.fell", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    hour: int


class DayBroke(BaseEvent, tag="day.broke", frozen=True, kw_only=True):
    hour: int
