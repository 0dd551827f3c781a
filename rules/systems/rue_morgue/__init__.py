"""Zombicide Season 3: Rue Morgue."""

from rules.mechanics.zombicide import HANDLERS
from rules.ruleset import Ruleset

RULESET = Ruleset(game="rue-morgue", handlers=HANDLERS)
