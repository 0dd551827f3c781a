"""Missions of a house pack on a campaign's road, from the version the campaign was begun with."""

from typing import NamedTuple

from campaigns.models import Campaign
from companion.setup.zones import zones_for
from companion.workshop.models import PackVersion
from companion.workshop.ours import ours_in
from rules import Zone, played_pack
from rules.campaign.outset import OwnOutset, who_plays
from rules.packs.played import pack_with


class HouseMission(NamedTuple):
    """A mission of the road as its table will have it."""

    own: OwnOutset
    zones: tuple[Zone, ...]
    version: PackVersion


def house_mission(campaign: Campaign, code: str) -> HouseMission | None:
    """None where the mission is not on the road, or its pack is not here any more."""
    state = campaign.state
    if not any(leg.mission == code for leg in state.road) or campaign.pack_version_id is None:
        return None
    version = PackVersion.objects.select_related("pack").get(pk=campaign.pack_version_id)
    ours = ours_in(version.pack, version)
    mission = ours.mission(version.pack.mission_key(code))
    if mission is None:
        return None
    boxes = {*mission.draft.boxes, state.expansion}
    game = ours.packs[0].reading.game
    expansions = tuple(box for box in game.expansions if box in boxes)
    taken = ours.taken(
        played_pack(state.game, expansions), mission=mission, decks=ours.decks_of(mission)
    )
    pack = pack_with(state.game, expansions, taken.box)
    own = OwnOutset(mission.key, mission.mission, expansions, taken.box, taken.left_out)
    zones = zones_for(pack, mission.mission, len(who_plays(state)))
    return HouseMission(own, zones, version)
