from typing import Annotated

import msgspec

from rules.mechanic import Ask, Mechanic
from rules.mechanics.actions import commands, events, offers, play
from rules.packs.schema.base import Count

Pool = Annotated[int, msgspec.Meta(ge=0, le=7)]

ACTIONS = Mechanic(
    name="actions",
    asks=(
        Ask(commands.ActionSpend, play.spend_actions, offers.spendings),
        Ask(commands.ExtraActionUse, play.use_extra_action, offers.extra_actions),
    ),
    events=(events.ActionsSpent, events.ExtraActionUsed),
    corrections={
        "survivors.*.actions_used": Annotated[int, msgspec.Meta(ge=0, le=999)],
        "survivors.*.extra_actions": Pool,
        "survivors.*.extra_actions_used": Pool,
    },
    gives={"actions": Count, "free_search": bool, "leaves_free": bool},
    round_ended=play.begin_turns,
)
