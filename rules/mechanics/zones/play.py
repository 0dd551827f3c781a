"""Spawn zones: added, switched, put in order, removed."""

from rules.errors import IllegalCommand
from rules.mechanics.zones.commands import (
    ZoneActivate,
    ZoneAdd,
    ZoneDeactivate,
    ZoneOrder,
    ZoneRemove,
)
from rules.mechanics.zones.events import (
    ZoneActivated,
    ZoneAdded,
    ZoneDeactivated,
    ZoneRemoved,
    ZonesOrdered,
)
from rules.play import Play
from rules.state import TableState, Zone

MAX_ZONES = 24


def active_zones(play: Play) -> list[Zone]:
    """Zones that spawn this round: the starting one first, then in the order of the list."""
    round_ = play.before.round
    active = [
        zone for zone in play.zones if zone.active_from is not None and zone.active_from <= round_
    ]
    return sorted(active, key=lambda zone: not zone.start)


def next_spawn(state: TableState) -> int:
    """What is activated now spawns from the next zombies phase on."""
    return state.round if state.phase == "players" else state.round + 1


def free_id(play: Play, stem: str) -> str:
    """A name for one more zone: the stem and the first number that is not taken."""
    taken = {zone.id for zone in play.zones}
    return next(f"{stem}{n}" for n in range(1, len(taken) + 2) if f"{stem}{n}" not in taken)


# --- commands ---


def add_zone(play: Play, command: ZoneAdd) -> None:
    if any(zone.id == command.zone for zone in play.zones):
        raise IllegalCommand("zone.twice", zone=command.zone)
    if len(play.zones) >= MAX_ZONES:
        raise IllegalCommand("zones.too_many", most=MAX_ZONES)
    if command.start and any(zone.start for zone in play.zones):
        raise IllegalCommand("zone.second_start")
    taken = {number for zone in play.zones for number in zone.locators}
    if taken & set(command.locators):
        raise IllegalCommand("locator.twice", locator=min(taken & set(command.locators)))
    play.zones.append(
        Zone(
            id=command.zone,
            start=command.start,
            colour=command.colour,
            active_from=next_spawn(play.before) if command.active else None,
            locators=tuple(sorted(set(command.locators))),
            tokens=command.tokens,
        )
    )
    play.emit(ZoneAdded(zone=command.zone, why="players"))


def order_zones(play: Play, command: ZoneOrder) -> None:
    """The players' own order; the starting zone still comes first (see `active_zones`)."""
    if sorted(command.zones) != sorted(zone.id for zone in play.zones):
        raise IllegalCommand("zones.not_all")
    play.zones = [play.zone(key) for key in command.zones]
    play.emit(ZonesOrdered(zones=command.zones))


def remove_zone(play: Play, command: ZoneRemove) -> None:
    play.zones.remove(play.zone(command.zone))
    play.emit(ZoneRemoved(zone=command.zone))
    play.join_in("zones_changed")


def activate_zone(play: Play, command: ZoneActivate) -> None:
    if play.zone(command.zone).active_from is not None:
        raise IllegalCommand("zone.active", zone=command.zone)
    play.change_zone(command.zone, active_from=next_spawn(play.before))
    play.emit(ZoneActivated(zone=command.zone, round=next_spawn(play.before)))


def deactivate_zone(play: Play, command: ZoneDeactivate) -> None:
    if play.zone(command.zone).active_from is None:
        raise IllegalCommand("zone.inactive", zone=command.zone)
    play.change_zone(command.zone, active_from=None)
    play.emit(ZoneDeactivated(zone=command.zone))
