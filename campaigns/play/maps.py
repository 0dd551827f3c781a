"""A campaign's maps: drawn in packs, brought along, and shown at its tables."""

import uuid

from django.utils.translation import get_language
from msgspec.structs import replace

from campaigns.models import Campaign, Member, MissionRun
from campaigns.services import campaign_submit
from companion.models import Table
from companion.workshop.models import NAME_LENGTH, HousePack
from companion.workshop.ours import OwnMission, ours_of
from companion.workshop.selectors import shelf
from companion.workshop.services import pack_create, piece_add
from rules import UnknownId, map_of
from rules.campaign import CampaignState
from rules.campaign.commands import MapDraw
from rules.campaign.maps import layout_of, maps_drawn
from rules.packs.schema.maps import DrawnMap
from rules.packs.schema.missions import Mission
from rules.workshop import DraftMission, copied
from rules.workshop.draft import MISSIONS


def map_of_table(table: Table) -> DrawnMap | None:
    """Return the map its campaign's group has drawn of the mission, in one query."""
    run = MissionRun.objects.select_related("campaign").filter(table=table).first()
    return maps_drawn(run.campaign.state).get(run.mission) if run else None


def is_map_of(draft: DraftMission, mission: Mission, box: str) -> bool:
    """Check if a mission of a pack is this printed one: its page filled in, or a copy of it."""
    return draft.fills == f"{box}:{mission.code}" or (
        draft.code == mission.code and (not draft.boxes or box in draft.boxes)
    )


def maps_to_bring(
    member: Member, state: CampaignState, mission: Mission | None
) -> list[OwnMission]:
    """Return the maps of this mission in a member's packs, as they are now, in two queries."""
    if mission is None:
        return []
    box = _box(state)
    return [
        own
        for _pack, missions in ours_of(member.person, state.game).missions
        for own in missions
        if is_map_of(own.draft, mission, box) and own.draft.map is not None
    ]


def _box(state: CampaignState) -> str:
    return state.expansion or state.game


def map_bring(
    *, campaign_id: uuid.UUID, member: Member, command_id: str, mission: str, key: str
) -> None:
    """Take over the map of a mission of one's packs, as it is now, for everybody."""
    own = ours_of(member.person, member.campaign.state.game).mission(key)
    drawn = map_of(own.mission) if own else None
    if drawn is None:
        raise UnknownId("map.gone")
    command = MapDraw(id=command_id, seen=0, mission=mission, map=drawn)
    campaign_submit(campaign_id=campaign_id, member=member, command=command)


def map_begin(*, member: Member, mission: Mission) -> tuple[HousePack, DraftMission]:
    """Return the mission in whose pack a member draws the map of a printed one.

    Without one, it is copied into a pack of the campaign's name, which is made if there is none.
    """
    campaign = member.campaign
    state, box = campaign.state, _box(campaign.state)
    for pack, missions in ours_of(member.person, state.game).missions:
        for own in missions:
            if is_map_of(own.draft, mission, box):
                return pack, own.draft
    pack = _pack_of(member, campaign)
    grid = layout_of(state, mission)

    def make(key: str) -> DraftMission:
        draft = copied(mission, key, box, pack.languages)
        boxes = (box,) if box != state.game else ()
        return replace(draft, boxes=boxes, grid=grid or draft.grid)

    maker = pack.members.get(person=member.person)
    draft: DraftMission = piece_add(member=maker, kind=MISSIONS, make=make)
    return pack, draft


def _pack_of(member: Member, campaign: Campaign) -> HousePack:
    name = campaign.name[:NAME_LENGTH]
    shares = shelf(member.person)
    for row in (*shares.mine, *shares.group):
        if row.pack.game == campaign.state.game and row.pack.name == name:
            return row.pack
    return pack_create(
        person=member.person,
        game=campaign.state.game,
        name=name,
        author=member.name,
        languages=[(get_language() or "en")[:2]],
    )
