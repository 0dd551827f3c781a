"""Miniatures: board, reserve and box."""

from typing import Annotated

import msgspec

from rules.fields import Number
from rules.mechanic import Ask, Correction, Mechanic
from rules.mechanics.supply import commands, events, offers, play

SUPPLY = Mechanic(
    name="supply",
    asks=(
        Ask(commands.ZombiesAdd, play.add_zombies, offers.additions),
        Ask(commands.ZombiesRemove, play.remove_zombies, offers.removals),
        Ask(commands.SupplyAdd, play.add_supply, offers.other_boxes),
    ),
    events=(
        events.ZombiesPlaced,
        events.ZombiesShort,
        events.ZombiesCorrected,
        events.SupplyChanged,
    ),
    options=("no-activation-for-miniatures",),
    corrections={
        "board.*": Correction(
            Annotated[int, msgspec.Meta(ge=0, le=999)],
            lambda look, path: Number(least=0, most=play.most_on_board(look, path.split(".")[1])),
            lambda look, path, count: play.check_box(look, path.split(".")[1], count),
        )
    },
)
