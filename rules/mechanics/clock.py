"""The clock: an hour a round, night and day."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec

from rules.commands import BaseCommand, Guard
from rules.events import BaseEvent
from rules.fields import Number
from rules.mechanic import mechanic
from rules.mechanics.looking import About
from rules.mechanics.rounds import when_round_ends
from rules.offers import Offer, offer
from rules.play import Play
from rules.state import DAWN, DUSK


class ClockAdvanced(BaseEvent, tag="clock.advanced", frozen=True, kw_only=True):
    hour: int


class NightFell(BaseEvent, tag="night.fell", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    hour: int


class DayBroke(BaseEvent, tag="day.broke", frozen=True, kw_only=True):
    hour: int


class ClockSet(BaseCommand, tag="clock.set", frozen=True):
    """Set the hour by hand."""

    guard: ClassVar[Guard] = Guard.EXACT

    hour: Annotated[int, msgspec.Meta(ge=0, le=23)]

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        yield offer(cls, hour=Number(least=0, most=HOURS - 1))

    def play(self, play: Play) -> None:
        set_hour(play, self.hour)


HOURS = 24


def strike(play: Play) -> None:
    """Move the clock by an hour a round (Washington Z.C., p. 7)."""
    if play.before.hour is not None:
        set_hour(play, (play.before.hour + 1) % HOURS)


def set_hour(play: Play, hour: int) -> None:
    """Move the clock; night falls at 19 and day breaks at 7 (Washington Z.C., p. 7-10)."""
    was_night, is_night = play.before.is_night, not DAWN <= hour < DUSK
    play.set(hour=hour)
    play.emit(ClockAdvanced(hour=hour))
    if is_night and (not was_night or play.before.hour is None):
        play.emit(NightFell(hour=hour))
    elif was_night and not is_night:
        play.emit(DayBroke(hour=hour))


CLOCK = mechanic(
    __name__,
    corrections={"hour": Annotated[int, msgspec.Meta(ge=0, le=23)] | None},
    joins=(when_round_ends.by(strike),),
)
