"""The mission a table plays, from a box or written by the group, and its map."""

from collections.abc import Callable, Mapping

from rules.maps.board import from_grid
from rules.mechanic import Hook
from rules.packs.copies import Card
from rules.packs.played import mission_of
from rules.packs.schema import Mission
from rules.packs.schema.cards import Equipment, SpawnCard
from rules.packs.schema.maps import DrawnMap
from rules.packs.schema.missions import MissionZone
from rules.state import TableState, Zone

set_by_mission = Hook[Callable[[Mission], Mapping[str, object]]]()
"""Hook for values that a mission sets in the state of a new table."""
set_by_achievements = Hook[Callable[[tuple[str, ...]], Mapping[str, object]]]()
"""Hook for values that a campaign's achievements set in the state of a new table."""


OUT_OF_DECK = "remove-from-zombie-deck"


INTO_VAULT = "move-cards-to-vault"


INACTIVE = "spawn-zone-inactive-at-start"


COUNTS_AS = "abominations-count-as"


NOISE = "permanent-noise"


ASLEEP_UNTIL = "spawn-zone-inactive-until"


SET_UP = (OUT_OF_DECK, INTO_VAULT, INACTIVE, COUNTS_AS, NOISE)


def mission_at(state: TableState) -> Mission | None:
    """Return the mission of this table; None in free play."""
    if state.own_mission is not None:
        return state.own_mission
    return mission_of(state.game, state.mission) if state.mission else None


def map_of(mission: Mission | None) -> DrawnMap | None:
    """Return the map the group drew, else one made from the book's tiles; None without either."""
    if mission is None or not (mission.map or mission.grid):
        return None
    return mission.map or from_grid(mission.grid)


def laid_zone(zone: MissionZone) -> Zone:
    """Return a spawn zone of a mission as it starts at the table."""
    return Zone(
        id=zone.id,
        start=zone.start,
        colour=zone.colour,
        active_from=None if zone.asleep else 1,
        locators=zone.locators,
        tokens=zone.tokens,
        kind=zone.kind,
    )


def is_left_out(mission: Mission | None, card: Card) -> bool:
    """Check if a card is set aside in this mission."""
    for rule in mission.rules if mission else ():
        if rule.do == OUT_OF_DECK and isinstance(card, SpawnCard) and card.kind == rule.zombie:
            return True
        if rule.do == INTO_VAULT and isinstance(card, Equipment) and card.id in rule.equipment:
            return True
    return False


def is_asleep(mission: Mission | None, colour: str | None) -> bool:
    """Check if spawn zones of that color start the mission inactive."""
    rules = mission.rules if mission else ()
    return any(rule.do in (INACTIVE, ASLEEP_UNTIL) and colour in rule.colours for rule in rules)


def lasting_noise(mission: Mission | None) -> int:
    """Return the number of noise tokens that stay on the board for the whole mission."""
    return sum(rule.count or 0 for rule in (mission.rules if mission else ()) if rule.do == NOISE)
