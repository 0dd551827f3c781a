"""What happened, in the past tense: keys and numbers, put into words when shown."""

import msgspec

from rules.state import Phase


class BaseEvent(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"
):
    """A fact of the log."""


class PointsGained(BaseEvent, tag="points.gained", frozen=True):
    survivor: str
    before: int
    after: int


class DangerRaised(BaseEvent, tag="danger.raised", frozen=True):
    survivor: str
    before: str
    after: str


class PhaseBegan(BaseEvent, tag="phase.began", frozen=True):
    round: int
    phase: Phase


class FirstPlayerPassed(BaseEvent, tag="first_player.passed", frozen=True):
    player: str


Event = PointsGained | DangerRaised | PhaseBegan | FirstPlayerPassed
