"""Rounds, phases, and how a mission ends."""

from typing import Annotated

import msgspec

from rules.fields import Number
from rules.mechanic import Ask, Correction, Mechanic
from rules.mechanics.rounds import events
from rules.mechanics.rounds.commands import MissionEnd, PhaseNext, RoundNext
from rules.mechanics.rounds.offers import endings, phases, rounds
from rules.mechanics.rounds.play import end_mission, next_phase, next_round, pass_token
from rules.state import Phase, Result

ROUNDS = Mechanic(
    name="rounds",
    asks=(
        Ask(PhaseNext, next_phase, phases),
        Ask(RoundNext, next_round, rounds),
        Ask(MissionEnd, end_mission, endings),
    ),
    events=(
        events.PhaseBegan,
        events.FirstPlayerPassed,
        events.MissionWon,
        events.MissionLost,
        events.MissionAbandoned,
    ),
    corrections={
        "round": Annotated[int, msgspec.Meta(ge=1, le=999)],
        "phase": Phase,
        "first_player": Correction(
            Annotated[int, msgspec.Meta(ge=0, le=999)],
            lambda look, _path: Number(least=0, most=len(look.before.players) - 1),
        ),
        "result": Result | None,
    },
    round_ended=pass_token,
)
