from rules.events import BaseEvent


class LightSwitched(BaseEvent, tag="light.switched", frozen=True, kw_only=True):
    survivor: str
    on: bool
