from typing import ClassVar

from rules.events import BaseEvent


class CompanionJoined(BaseEvent, tag="companion.joined", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    companion: str
    survivor: str
    """Their leader."""
    skills: tuple[str, ...]


class CompanionFollowed(BaseEvent, tag="companion.followed", frozen=True, kw_only=True):
    companion: str
    survivor: str
    """The leader now."""


class CompanionWounded(BaseEvent, tag="companion.wounded", frozen=True, kw_only=True):
    companion: str
    count: int
    left: int


class CompanionDied(BaseEvent, tag="companion.died", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    companion: str
    round: int


class CompanionWent(BaseEvent, tag="companion.went", frozen=True, kw_only=True):
    companion: str
