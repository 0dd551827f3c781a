"""The time meter (p. 29): at its last box the mission is lost."""

from typing import Annotated

import msgspec

from rules.events import BaseEvent
from rules.mechanic import mechanic
from rules.mechanics.rounds import lose, when_phase_begins
from rules.missions import set_by_mission
from rules.packs.schema import Mission
from rules.play import Play
from rules.state import Phase
from rules.systems.army_of_the_dead.state import ArmyState


class TimeAdvanced(BaseEvent, tag="time.advanced", frozen=True, kw_only=True):
    box: int
    last: int


def advance(play: Play, phase: Phase) -> None:
    """Move the meter when the end phase begins; its last box loses the mission (p. 29)."""
    state = ArmyState.of(play.before)
    if phase != "end" or state.time is None or state.time_limit is None:
        return
    box = min(state.time + 1, state.time_limit)
    play.set(time=box)
    play.emit(TimeAdvanced(box=box, last=state.time_limit))
    if box == state.time_limit:
        lose(play, "time")


def meter_of(mission: Mission) -> dict[str, object]:
    limit = mission.time_track
    return {"time": 1 if limit else None, "time_limit": limit}


TIME_METER = mechanic(
    __name__,
    corrections={
        "time": Annotated[int, msgspec.Meta(ge=1, le=99)] | None,
        "time_limit": Annotated[int, msgspec.Meta(ge=2, le=99)] | None,
    },
    mission_rules=("time-track",),
    joins=(
        set_by_mission.by(meter_of),
        when_phase_begins.by(advance),
    ),
)
