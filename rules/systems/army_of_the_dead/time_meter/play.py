from rules.mechanics.rounds.play import lose
from rules.packs.schema import Mission
from rules.play import Play
from rules.state import Phase
from rules.systems.army_of_the_dead.state import ArmyState
from rules.systems.army_of_the_dead.time_meter.events import TimeAdvanced


def advance(play: Play, phase: Phase) -> None:
    """The meter moves when the end phase begins; its last box loses (p. 29)."""
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
