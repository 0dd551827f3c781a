from rules.events import BaseEvent


class TokenTaken(BaseEvent, tag="token.taken", frozen=True, kw_only=True):
    survivor: str
    colour: str


class TokenReturned(BaseEvent, tag="token.returned", frozen=True, kw_only=True):
    """An objective card lies in its place again."""

    survivor: str


class TokenPassed(BaseEvent, tag="token.passed", frozen=True, kw_only=True):
    survivor: str
    to: str
    colour: str


class MissionTicked(BaseEvent, tag="mission.ticked", frozen=True, kw_only=True):
    """`item` is a goal by its place, as `goal-1`, or something that is laid out."""

    item: str
    done: bool


class SlotsFilled(BaseEvent, tag="slots.filled", frozen=True, kw_only=True):
    """An objective takes up places of the inventory."""

    survivor: str
    colour: str
    slots: tuple[str, ...]
