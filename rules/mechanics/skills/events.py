from rules.events import BaseEvent


class SkillUsed(BaseEvent, tag="skill.used", frozen=True, kw_only=True):
    survivor: str
    skill: str


class SurvivorDescribed(BaseEvent, tag="survivor.described", frozen=True, kw_only=True):
    survivor: str
