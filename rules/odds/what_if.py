"""Variations of a table, for forecasts to compare with the real one."""

from typing import NamedTuple

from msgspec.structs import replace

from rules.levels import highest_survivor
from rules.mechanics.zones import active_zones, free_id
from rules.packs.schema.base import DangerId
from rules.play import Play
from rules.state import TableState, Zone


class Rise(NamedTuple):
    """A survivor who would raise the danger of the table."""

    survivor: str
    level: DangerId
    """Level that would be reached."""
    missing: int
    """Points missing to reach it."""
    at: int
    """Points that reach it."""


def next_rise(play: Play) -> Rise | None:
    """Return the survivor nearest to raising the danger.

    None at the highest level, or with no one in play.
    """
    above = level_above(play)
    if above is None:
        return None
    level, at = above
    points = {
        key: survivor.points
        for key, survivor in play.survivors.items()
        if survivor.status == "in_play"
    }
    if not points:
        return None
    nearest = max(points, key=lambda key: points[key])
    return Rise(nearest, level, at - points[nearest], at)


def level_above(play: Play) -> tuple[DangerId, int] | None:
    """Return the level above the table's, and the points that reach it; None at the highest."""
    _who, points = highest_survivor(play.survivors, play.before.options)
    return next(
        ((level.id, level.points) for level in play.pack.danger if level.points > points), None
    )


def level_below(play: Play) -> DangerId | None:
    """Return the level below the table's; None at the lowest."""
    levels = [level.id for level in play.pack.danger]
    place = levels.index(play.danger)
    return levels[place - 1] if place else None


def one_zone_more(play: Play) -> TableState:
    """Return the table with one more spawn zone."""
    zone = Zone(id=free_id(play, "+"), active_from=play.before.round)
    return replace(play.before, zones=(*play.zones, zone))


def one_zone_less(play: Play) -> TableState:
    """Return the table without the last active spawn token."""
    active = active_zones(play)
    if not active:
        return play.before
    last = active[-1]
    left = (replace(last, tokens=last.tokens - 1),) if last.tokens > 1 else ()
    zones = tuple(kept for zone in play.zones for kept in ((zone,) if zone is not last else left))
    return replace(play.before, zones=zones)


def survivor_out(play: Play, survivor: str) -> TableState:
    """Return the table without a survivor, who no longer counts for the danger."""
    gone = replace(play.survivor(survivor), status="dead")
    return replace(play.before, survivors={**play.survivors, survivor: gone})
