"""Zombicide: Black Plague: necromancers and double spawns."""

from rules.mechanics.spawn import points_by_token
from rules.mechanics.zombicide import BILE, BUILDINGS, NECROMANCERS, shared_handlers
from rules.ruleset import Ruleset

RULESET = Ruleset(
    game="black-plague",
    handlers={
        **shared_handlers(spawn_points=points_by_token, lost_when="all"),
        **BUILDINGS,
        **NECROMANCERS,
        **BILE,
    },
)
