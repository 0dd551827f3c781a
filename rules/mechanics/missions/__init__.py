"""Mission rules: set-up, objective tokens, locks, goals and reminders."""

from rules.mechanic import mechanic
from rules.mechanics.inventory import when_survivor_changed
from rules.mechanics.kills import when_killed
from rules.mechanics.missions import goals, locks, tokens
from rules.mechanics.missions.mission import (
    CARRIED,
    GIVES,
    POINTS,
    POINTS_FOR_ALL,
    SPAWNS_THERE,
    count_kill,
    survivor_changed,
)
from rules.missions import ASLEEP_UNTIL, SET_UP

MISSIONS = mechanic(
    __name__,
    mission_rules=(
        *POINTS,
        POINTS_FOR_ALL,
        ASLEEP_UNTIL,
        GIVES,
        SPAWNS_THERE,
        *CARRIED,
        *goals.COUNTED,
        *locks.LOCKS,
        tokens.CRATE_GIVES,
        *SET_UP,
    ),
    joins=(
        when_survivor_changed.by(survivor_changed),
        when_killed.by(count_kill),
    ),
)
