from rules.events import BaseEvent


class ActionsSpent(BaseEvent, tag="actions.spent", frozen=True, kw_only=True):
    survivor: str
    count: int
    left: int


class ExtraActionUsed(BaseEvent, tag="extra_action.used", frozen=True, kw_only=True):
    survivor: str
    left: int
