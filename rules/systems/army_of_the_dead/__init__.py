"""Army of the Dead: buildings hold sleepers, so opening one draws nothing."""

from rules.mechanics.spawn import points_by_token
from rules.mechanics.zombicide import (
    PERSONAL_OBJECTIVES,
    SLEEPERS,
    VAULT,
    ZEUS,
    shared_handlers,
)
from rules.ruleset import Ruleset

RULESET = Ruleset(
    game="army-of-the-dead",
    handlers={
        **shared_handlers(spawn_points=points_by_token, lost_when="all"),
        **SLEEPERS,
        **ZEUS,
        **VAULT,
        **PERSONAL_OBJECTIVES,
    },
)
