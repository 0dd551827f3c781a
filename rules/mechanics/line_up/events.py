from rules.events import BaseEvent


class SurvivorPassed(BaseEvent, tag="survivor.passed", frozen=True, kw_only=True):
    survivor: str
    player: str
    before: str


class SurvivorJoined(BaseEvent, tag="survivor.joined", frozen=True, kw_only=True):
    survivor: str
    player: str
