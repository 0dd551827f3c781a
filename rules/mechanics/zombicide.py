"""What every Zombicide game does the same way."""

from collections.abc import Mapping

from rules.commands import PhaseNext, PointsAward
from rules.mechanics.danger import award_points
from rules.mechanics.rounds import next_phase
from rules.ruleset import Handler

HANDLERS: Mapping[type, Handler] = {PhaseNext: next_phase, PointsAward: award_points}
