"""The danger bar: points raise a survivor, the highest survivor sets the table's level."""

from msgspec.structs import replace

from rules.commands import PointsAward
from rules.errors import IllegalCommand, UnknownId
from rules.events import DangerRaised, Event, PointsGained
from rules.packs.schema import Pack
from rules.ruleset import Outcome
from rules.state import TableState


def danger_of(points: int, pack: Pack) -> str:
    """The danger level of a survivor with so many points (Black Plague, p. 16)."""
    reached = [level.id for level in pack.danger if points >= level.points]
    return reached[-1]


def table_danger(state: TableState, pack: Pack) -> tuple[str, str]:
    """The highest danger level at the table and the first survivor who holds it."""
    highest = max(state.survivors, key=lambda key: state.survivors[key].points)
    return danger_of(state.survivors[highest].points, pack), highest


def award_points(state: TableState, command: PointsAward, pack: Pack) -> Outcome:
    """Give points to one survivor; a bar never goes below zero."""
    survivor = state.survivors.get(command.survivor)
    if survivor is None:
        raise UnknownId("survivor.unknown", survivor=command.survivor)
    after = survivor.points + command.amount
    if command.amount == 0:
        raise IllegalCommand("points.nothing")
    if after < 0:
        raise IllegalCommand("points.below_zero", survivor=survivor.name, points=survivor.points)
    events: list[Event] = [
        PointsGained(survivor=command.survivor, before=survivor.points, after=after)
    ]
    levels = danger_of(survivor.points, pack), danger_of(after, pack)
    if command.amount > 0 and levels[0] != levels[1]:
        events.append(DangerRaised(survivor=command.survivor, before=levels[0], after=levels[1]))
    survivors = {**state.survivors, command.survivor: replace(survivor, points=after)}
    return Outcome(replace(state, survivors=survivors), tuple(events))
