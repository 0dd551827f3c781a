"""Zombicide: Black Plague."""

from rules.mechanics.zombicide import HANDLERS
from rules.ruleset import Ruleset

RULESET = Ruleset(game="black-plague", handlers=HANDLERS)
