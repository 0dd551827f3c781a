"""Danger levels, derived from points and never stored."""

from collections.abc import Mapping

from rules.packs.schema import Pack
from rules.packs.schema.base import DangerId
from rules.state import Option, Survivor, TableState


def danger_of(points: int, pack: Pack) -> DangerId:
    """Return the danger level of a survivor with so many points (Black Plague, p. 16)."""
    reached = [level.id for level in pack.danger if points >= level.points]
    return reached[-1]


def highest_survivor(
    survivors: Mapping[str, Survivor], options: tuple[Option, ...]
) -> tuple[str, int]:
    """Return the first survivor with the most points, and these points.

    Only survivors in play count: not the dead and escaped, and those out of action only by a house
    rule. With no one in play, the first survivor is returned with zero points.
    """
    counting = {"in_play"}
    if "fallen-count-for-danger" in options:
        counting.add("out_of_action")
    counted = {
        key: survivor.points for key, survivor in survivors.items() if survivor.status in counting
    } or dict.fromkeys(survivors, 0)
    highest = max(counted, key=lambda key: counted[key])
    return highest, counted[highest]


def table_danger(state: TableState, pack: Pack) -> tuple[DangerId, str]:
    """Return the danger level of the table and the survivor who sets it."""
    survivor, points = highest_survivor(state.survivors, state.options)
    return danger_of(points, pack), survivor
