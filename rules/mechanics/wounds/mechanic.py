from typing import Annotated

import msgspec

from rules.fields import Number
from rules.mechanic import Ask, Correction, Mechanic
from rules.mechanics.wounds import commands, events, offers, play
from rules.packs.schema.base import Count
from rules.state import Status

WOUNDS = Mechanic(
    name="wounds",
    asks=(
        Ask(commands.WoundTake, play.take_wound, offers.wounds),
        Ask(commands.ZombiesAttack, play.attack_survivors, offers.attacks),
        Ask(commands.WoundHeal, play.heal_wound, offers.healings),
        Ask(commands.SurvivorRescue, play.rescue_survivor, offers.rescues),
        Ask(commands.SurvivorEscape, play.escape_survivor, offers.escapes),
    ),
    events=(
        events.WoundsDealt,
        events.Wounded,
        events.Healed,
        events.KnockedOut,
        events.Rescued,
        events.Died,
        events.Escaped,
        events.WoundsIgnored,
        events.ZombiesAttacked,
        events.FriendlyFire,
    ),
    options=("out-of-action",),
    effects=("ignore-wounds",),
    gives={
        "cards_for_wounds": bool,
        "heals_all": bool,
        "health": Count,
        "ignore_friendly_wounds": Count,
        "ignore_wounds": Count,
        "immune": bool,
    },
    corrections={
        "survivors.*.wounds": Correction(
            Annotated[int, msgspec.Meta(ge=0, le=999)],
            lambda look, path: Number(
                least=0, most=play.health_of(look.before, path.split(".")[1], look.pack)
            ),
        ),
        "survivors.*.status": Status,
    },
    round_ended=play.end_round,
    skill_used_on=play.heal_by_skill,
)
