"""The flow of a game: its phases and its end."""

from typing import ClassVar

from rules.commands import BaseCommand, Guard
from rules.state import Result


class PhaseNext(BaseCommand, tag="phase.next", frozen=True):
    """On to the next phase; the end phase does the clock, the timers and the first player."""

    guard: ClassVar[Guard] = Guard.STEP

    overrule: bool = False
    """Although the zombies of this round have not spawned."""


class RoundNext(BaseCommand, tag="round.next", frozen=True):
    """Through the end phase to the next round in one step, once the zombies have spawned."""

    guard: ClassVar[Guard] = Guard.STEP


class MissionEnd(BaseCommand, tag="mission.end", frozen=True):
    """How the mission ended, by the players' word."""

    guard: ClassVar[Guard] = Guard.EXACT

    result: Result
    overrule: bool = False
    """Won although an objective seems open."""
