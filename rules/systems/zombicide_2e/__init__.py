"""Zombicide 2nd Edition: without campaign rules one eliminated survivor loses the game."""

from rules.mechanics.spawn import points_by_token
from rules.mechanics.zombicide import BUILDINGS, LIGHTS, shared_handlers
from rules.ruleset import Ruleset

RULESET = Ruleset(
    game="zombicide-2e",
    handlers={
        **shared_handlers(spawn_points=points_by_token, lost_when="any"),
        **BUILDINGS,
        **LIGHTS,
    },
)
