"""The mission a table plays, whether it came in a box or was written by the group, and its map."""

from rules.maps.board import from_grid
from rules.packs.played import mission_of
from rules.packs.schema import Mission
from rules.packs.schema.maps import DrawnMap
from rules.packs.schema.missions import MissionZone
from rules.state import TableState, Zone


def mission_at(state: TableState) -> Mission | None:
    """None in free play."""
    if state.own_mission is not None:
        return state.own_mission
    return mission_of(state.game, state.mission) if state.mission else None


def map_of(mission: Mission | None) -> DrawnMap | None:
    """As the group has drawn it, else as the book lays its tiles; None where nobody knows."""
    if mission is None or not (mission.map or mission.grid):
        return None
    return mission.map or from_grid(mission.grid)


def laid_zone(zone: MissionZone) -> Zone:
    """A spawn zone of a mission as it lies at the table."""
    return Zone(
        id=zone.id,
        start=zone.start,
        colour=zone.colour,
        active_from=None if zone.asleep else 1,
        locators=zone.locators,
        tokens=zone.tokens,
        kind=zone.kind,
    )
