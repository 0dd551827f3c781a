"""The mission a table plays, whether it came in a box or was written by the group, and its map."""

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
"""What a mission sets in the state of a new table."""
set_by_achievements = Hook[Callable[[tuple[str, ...]], Mapping[str, object]]]()
"""What the achievements of a campaign's group set in the state of a new table."""


OUT_OF_DECK = "remove-from-zombie-deck"


INTO_VAULT = "move-cards-to-vault"


INACTIVE = "spawn-zone-inactive-at-start"


COUNTS_AS = "abominations-count-as"


NOISE = "permanent-noise"


ASLEEP_UNTIL = "spawn-zone-inactive-until"


SET_UP = (OUT_OF_DECK, INTO_VAULT, INACTIVE, COUNTS_AS, NOISE)


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


def is_left_out(mission: Mission | None, card: Card) -> bool:
    """Whether a card lies aside in this mission."""
    for rule in mission.rules if mission else ():
        if rule.do == OUT_OF_DECK and isinstance(card, SpawnCard) and card.kind == rule.zombie:
            return True
        if rule.do == INTO_VAULT and isinstance(card, Equipment) and card.id in rule.equipment:
            return True
    return False


def is_asleep(mission: Mission | None, colour: str | None) -> bool:
    """Whether spawn zones of that colour bring nobody until something wakes them."""
    rules = mission.rules if mission else ()
    return any(rule.do in (INACTIVE, ASLEEP_UNTIL) and colour in rule.colours for rule in rules)


def lasting_noise(mission: Mission | None) -> int:
    """Noise tokens that nothing takes off the board."""
    return sum(rule.count or 0 for rule in (mission.rules if mission else ()) if rule.do == NOISE)
