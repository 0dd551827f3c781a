"""The clock: an hour a round, night and day."""

from typing import Annotated

import msgspec

from rules.mechanic import Ask, Mechanic
from rules.mechanics.clock.commands import ClockSet
from rules.mechanics.clock.events import ClockAdvanced, DayBroke, NightFell
from rules.mechanics.clock.offers import hours
from rules.mechanics.clock.play import set_clock, strike

CLOCK = Mechanic(
    name="clock",
    asks=(Ask(ClockSet, set_clock, hours),),
    events=(ClockAdvanced, NightFell, DayBroke),
    corrections={"hour": Annotated[int, msgspec.Meta(ge=0, le=23)] | None},
    round_ended=strike,
)
