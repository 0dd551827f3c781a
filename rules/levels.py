"""Danger levels, derived from points and never stored."""

from collections.abc import Mapping

from rules.packs.schema import Pack
from rules.packs.schema.base import DangerId
from rules.state import Option, Survivor, TableState


def danger_of(points: int, pack: Pack) -> DangerId:
    """The danger level of a survivor with so many points (Black Plague, p. 16)."""
    reached = [level.id for level in pack.danger if points >= level.points]
    return reached[-1]


def highest_survivor(
    survivors: Mapping[str, Survivor], options: tuple[Option, ...]
) -> tuple[str, int]:
    """The first of those with most points, and these. Only who is in play counts.

    Dead and escaped survivors do not, out-of-action ones only by a rule of the house; with
    nobody in play it is nobody's zero.
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
    """The danger level of the table and the survivor who sets it."""
    survivor, points = highest_survivor(state.survivors, state.options)
    return danger_of(points, pack), survivor
