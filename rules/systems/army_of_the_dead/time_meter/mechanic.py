from typing import Annotated

import msgspec

from rules.mechanic import Mechanic
from rules.systems.army_of_the_dead.time_meter import events, play

TIME_METER = Mechanic(
    name="time_meter",
    events=(events.TimeAdvanced,),
    corrections={
        "time": Annotated[int, msgspec.Meta(ge=1, le=99)] | None,
        "time_limit": Annotated[int, msgspec.Meta(ge=2, le=99)] | None,
    },
    outset=play.meter_of,
    mission_rules=("time-track",),
    phase_began=play.advance,
)
