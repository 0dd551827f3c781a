"""Zombicide 2nd Edition."""

from rules.mechanics.zombicide import HANDLERS
from rules.ruleset import Ruleset

RULESET = Ruleset(game="zombicide-2e", handlers=HANDLERS)
