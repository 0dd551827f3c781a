"""Spawn zones."""

from typing import Annotated

import msgspec

from rules.fields import Choice
from rules.mechanic import Ask, Correction, Mechanic
from rules.mechanics.zones import commands, events, offers, play

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]

ZONES = Mechanic(
    name="zones",
    asks=(
        Ask(commands.ZoneAdd, play.add_zone, offers.new_zones),
        Ask(commands.ZoneStart, play.start_with, offers.starts),
        Ask(commands.ZoneOrder, play.order_zones, offers.orders),
        Ask(commands.ZoneRemove, play.remove_zone, offers.removals),
        Ask(commands.ZoneActivate, play.activate_zone, offers.activations),
        Ask(commands.ZoneDeactivate, play.deactivate_zone, offers.deactivations),
    ),
    events=(
        events.ZoneAdded,
        events.ZoneStarted,
        events.ZonesOrdered,
        events.ZoneRemoved,
        events.ZoneActivated,
        events.ZoneDeactivated,
    ),
    zones_changed=play.trim_question,
    answers={play.FIRST: commands.ZoneStart},
    corrections={
        "zones.*.start": bool,
        "zones.*.colour": Name | None,
        "zones.*.active_from": Annotated[int, msgspec.Meta(ge=1, le=999)] | None,
        "zones.*.tokens": Annotated[int, msgspec.Meta(ge=1, le=12)],
        "zones.*.kind": Correction(str, lambda look, _path: Choice(values=look.rules.zone_kinds)),
    },
)
