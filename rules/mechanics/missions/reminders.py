"""Rules the players must remember themselves, by moment: derived from the table, never stored."""

from typing import Literal

import msgspec

from rules.mechanics.missions.layout import concerns
from rules.mechanics.missions.locks import is_open
from rules.missions import mission_at
from rules.packs.played import played_pack
from rules.packs.schema.missions import Mission, MissionRule, Moment
from rules.state import TableState

IN_PHASE: dict[Moment, str] = {
    "players": "players",
    "move": "players",
    "search": "players",
    "door": "players",
    "building": "players",
    "objective": "players",
    "vault": "players",
    "zombies": "zombies",
    "end": "end",
}
"""Moments that arise in one phase only."""
OF_AN_ACTION: tuple[Moment, ...] = ("move", "search", "door", "building", "objective", "vault")
"""Moments of an action: the page on which a player does it reminds them."""
BY_CAMPAIGN = ("notes-in-order", "card-order", "timed-card", "spawn-zone-if-achievement")
"""Rules that a campaign carries out; at a table without one they are reminders."""

By = Literal["app", "reminder", "players"]


class Reminder(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that the app cannot carry out, and its source."""

    rule: MissionRule
    is_goal: bool = False
    is_of_mission: bool = True
    """True for a rule of the mission, False for one of the game."""


def done_by(rule: MissionRule, known: frozenset[str]) -> By:
    """Return if the app does it (its mechanics `known` its name), reminds, or neither."""
    if rule.do in known:
        return "app"
    return "reminder" if rule.when else "players"


def reminders(state: TableState, mission: Mission | None = None) -> tuple[Reminder, ...]:
    """Return reminders due now. `mission` is for older tables, which do not store theirs."""
    return tuple(
        reminder for reminder in all_reminders(state, mission) if _is_due(reminder.rule, state)
    )


def reminders_at(state: TableState, *moments: Moment) -> tuple[Reminder, ...]:
    """Return reminders for an action that a survivor is about to take."""
    return tuple(
        reminder
        for reminder in all_reminders(state)
        if reminder.rule.when in moments and not is_over(reminder.rule, state)
    )


def all_reminders(state: TableState, mission: Mission | None = None) -> tuple[Reminder, ...]:
    """Return all reminders of this mission and this game, in the order of their books."""
    mission = mission_at(state) or mission
    every: list[Reminder] = []
    if mission is not None:
        every += [Reminder(rule=rule, is_goal=True) for rule in mission.goals if rule.when]
        every += [Reminder(rule=rule) for rule in mission.rules if rule.when]
    pack = played_pack(state.game, state.expansions)
    every += [Reminder(rule=rule, is_of_mission=False) for rule in pack.reminders]
    return tuple(every)


def is_over(rule: MissionRule, state: TableState) -> bool:
    """Return True if nothing of the rule is left to remember tonight."""
    mission = mission_at(state)
    return (
        state.result is not None
        or not concerns(rule, state, mission)
        or is_open(mission, state.taken, rule)
    )


def _is_due(rule: MissionRule, state: TableState) -> bool:
    if rule.when is None or is_over(rule, state):
        return False
    match rule.when:
        case "setup":
            return state.round == 1 and state.phase == "players"
        case "night":
            return state.is_night
        case "hour":
            return state.hour is not None and state.hour == rule.hour
        case "spawn":
            return state.phase == "zombies" and not state.spawned
        case moment:
            is_next = moment == "end" and state.spawned  # all have spawned, nothing else is left
            return is_next or state.phase == IN_PHASE[moment]
