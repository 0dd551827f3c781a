"""Army of the Dead: A Zombicide Game."""

from rules.mechanics.zombicide import HANDLERS
from rules.ruleset import Ruleset

RULESET = Ruleset(game="army-of-the-dead", handlers=HANDLERS)
