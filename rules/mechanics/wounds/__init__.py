"""Health, wounds, out of action, rescue, escape, and the loss of the game."""

from typing import Annotated

import msgspec

from rules.fields import Number
from rules.mechanic import Correction, mechanic
from rules.mechanics.rounds import when_round_ends
from rules.mechanics.skills import when_skill_used_on
from rules.mechanics.wounds.wound import end_round, heal_by_skill, health_of
from rules.packs.schema.base import Count
from rules.state import Status

WOUNDS = mechanic(
    __name__,
    options=("out-of-action",),
    effects=("ignore-wounds",),
    gives={
        "cards_for_wounds": bool,
        "heals_all": bool,
        "ignore_friendly_wounds": Count,
        "ignore_wounds": Count,
        "immune": bool,
    },
    corrections={
        "survivors.*.wounds": Correction(
            Annotated[int, msgspec.Meta(ge=0, le=999)],
            lambda look, path: Number(
                least=0, most=health_of(look.before, path.split(".")[1], look.pack)
            ),
        ),
        "survivors.*.status": Status,
    },
    joins=(
        when_round_ends.by(end_round),
        when_skill_used_on.by(heal_by_skill),
    ),
)
