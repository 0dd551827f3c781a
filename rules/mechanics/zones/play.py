"""Spawn zones: added, switched, put in order, removed."""

import re
from typing import NamedTuple

from rules.errors import IllegalCommand
from rules.mechanics.questions.events import BoardAnswered, BoardAsked
from rules.mechanics.zones.commands import (
    ZoneActivate,
    ZoneAdd,
    ZoneDeactivate,
    ZoneOrder,
    ZoneRemove,
    ZoneStart,
)
from rules.mechanics.zones.events import (
    ZoneActivated,
    ZoneAdded,
    ZoneDeactivated,
    ZoneRemoved,
    ZonesOrdered,
    ZoneStarted,
)
from rules.play import Play
from rules.state import Pending, TableState, Zone

MAX_ZONES = 24
FIRST = "first-zone"
STACKED = re.compile(r"(\+\d+)+$")


class Place(NamedTuple):
    """A zone or a room of the board, where one or more tokens lie."""

    name: str
    is_room: bool


def place_of(zone: Zone) -> Place:
    """A token that was laid on another lies where that does: `2+1` on 2."""
    return Place(ground_of(zone.id), zone.room)


def ground_of(key: str) -> str:
    """The token that lay there first."""
    return STACKED.sub("", key) or key


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


def take_off(play: Play, key: str) -> None:
    """A zone leaves the board. Zones always draw from the same one on (Black Plague, p. 25): where
    that was the first of them, another token of its place is, else the players say which."""
    gone = play.zone(key)
    play.zones.remove(gone)
    play.emit(ZoneRemoved(zone=key))
    if gone.start:
        left = [zone for zone in play.zones if place_of(zone) == place_of(gone)]
        left = left or (play.zones if len(play.zones) == 1 else [])
        if left:
            play.change_zone(left[0].id, start=True)
        elif play.zones and not any(zone.locators for zone in play.zones):
            _ask_for_first(play)
    play.join_in("zones_changed")


def _ask_for_first(play: Play) -> None:
    question = Pending(id=f"{FIRST}-{play.before.round}", what=FIRST)
    if play.ask(question):
        play.emit(BoardAsked(question=question.id, what=FIRST, card=""))


def may_start(play: Play) -> list[Zone]:
    """Zones that may draw first from now on, while none does: those that draw at all."""
    if any(zone.start for zone in play.zones):
        return []
    return [zone for zone in play.zones if zone.active_from is not None] or play.zones


def trim_question(play: Play) -> None:
    """Nobody is asked which zone is the first where one is."""
    if not may_start(play):
        for question in play.questions(FIRST):
            play.pending.remove(question)


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
    play.join_in("zones_changed")


def start_with(play: Play, command: ZoneStart) -> None:
    if play.zone(command.zone) not in may_start(play):
        raise IllegalCommand("zone.second_start")
    play.change_zone(command.zone, start=True)
    for question in play.questions(FIRST):
        play.emit(BoardAnswered(question=question.id))
    play.emit(ZoneStarted(zone=command.zone))
    play.join_in("zones_changed")


def order_zones(play: Play, command: ZoneOrder) -> None:
    """The players' own order; the starting zone still comes first (see `active_zones`)."""
    if sorted(command.zones) != sorted(zone.id for zone in play.zones):
        raise IllegalCommand("zones.not_all")
    play.zones = [play.zone(key) for key in command.zones]
    play.emit(ZonesOrdered(zones=command.zones))


def remove_zone(play: Play, command: ZoneRemove) -> None:
    take_off(play, command.zone)


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
