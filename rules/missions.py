"""The mission a table plays, whether it came in a box or was written by the group."""

from rules.packs.played import mission_of
from rules.packs.schema import Mission
from rules.state import TableState


def mission_at(state: TableState) -> Mission | None:
    """None in free play."""
    if state.own_mission is not None:
        return state.own_mission
    return mission_of(state.game, state.mission) if state.mission else None
