"""Zombicide Season 3: Rue Morgue: dice choose the spawn zones; manholes and beds."""

from rules.mechanics.spawn import points_by_dice
from rules.mechanics.zombicide import (
    BOARD_QUESTIONS,
    BUILDINGS,
    TEAMS,
    WOUNDS_IN_SLOTS,
    shared_handlers,
)
from rules.ruleset import Ruleset

RULESET = Ruleset(
    game="rue-morgue",
    handlers={
        **shared_handlers(spawn_points=points_by_dice, lost_when="all"),
        **BUILDINGS,
        **BOARD_QUESTIONS,
        **WOUNDS_IN_SLOTS,
        **TEAMS,
    },
)
