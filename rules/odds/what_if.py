"""The same table, a little different: to be forecast beside the real one."""

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
    """The level that would be reached."""
    missing: int
    """Points that are missing for it."""
    at: int
    """Points that reach it."""


def next_rise(play: Play) -> Rise | None:
    """Whoever is nearest to raising the danger; None at the highest level, or with nobody left."""
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
    """The level after the table's own, and the points that reach it."""
    _who, points = highest_survivor(play.survivors, play.before.options)
    return next(
        ((level.id, level.points) for level in play.pack.danger if level.points > points), None
    )


def level_below(play: Play) -> DangerId | None:
    """The level before the table's own."""
    levels = [level.id for level in play.pack.danger]
    place = levels.index(play.danger)
    return levels[place - 1] if place else None


def one_zone_more(play: Play) -> TableState:
    """With a spawn zone that draws one card more."""
    zone = Zone(id=free_id(play, "+"), active_from=play.before.round)
    return replace(play.before, zones=(*play.zones, zone))


def one_zone_less(play: Play) -> TableState:
    """Without the last token that draws."""
    active = active_zones(play)
    if not active:
        return play.before
    last = active[-1]
    left = (replace(last, tokens=last.tokens - 1),) if last.tokens > 1 else ()
    zones = tuple(kept for zone in play.zones for kept in ((zone,) if zone is not last else left))
    return replace(play.before, zones=zones)


def survivor_out(play: Play, survivor: str) -> TableState:
    """Without a survivor, who no longer counts for the danger."""
    gone = replace(play.survivor(survivor), status="dead")
    return replace(play.before, survivors={**play.survivors, survivor: gone})
