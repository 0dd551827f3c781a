from rules.events import BaseEvent


class TimeAdvanced(BaseEvent, tag="time.advanced", frozen=True, kw_only=True):
    box: int
    last: int
