from typing import ClassVar

from rules.events import BaseEvent


class PointsGained(BaseEvent, tag="points.gained", frozen=True, kw_only=True):
    survivor: str
    before: int
    after: int


class DangerRaised(BaseEvent, tag="danger.raised", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    survivor: str
    before: str
    after: str


class ChoiceDue(BaseEvent, tag="choice.due", frozen=True, kw_only=True):
    question: str
    survivor: str


class SkillGained(BaseEvent, tag="skill.gained", frozen=True, kw_only=True):
    survivor: str
    skill: str
