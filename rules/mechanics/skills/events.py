from rules.events import BaseEvent


class SkillUsed(BaseEvent, tag="skill.used", frozen=True, kw_only=True):
    survivor: str
    skill: str
    on: str | None = None
    """Whom it helped."""


class SurvivorDescribed(BaseEvent, tag="survivor.described", frozen=True, kw_only=True):
    survivor: str
