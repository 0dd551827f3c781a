"""A campaign to test with, and the shortest way to tell it something."""

import uuid
from collections.abc import Callable
from typing import Any

import msgspec

from campaigns import services
from campaigns.models import Campaign, Member
from companion.journal.services import Answer
from companion.people.models import Person
from rules.campaign import CampaignState, Sheet, decode_campaign_command

GAME, BOX = "zombicide-2e", "washington-zc"
NAMES = ("Wanda", "Ned", "Elle", "Amy", "Odin", "Doug")


def begin(keeper: Person, *names: str, **options: Any) -> Campaign:
    sheets = [
        (name.lower().replace(" ", "-"), Sheet(name=name, player=player))
        for name, player in zip(names or NAMES, ("Marta", "Luis") * 6, strict=False)
    ]
    fields = {"name": "Los jueves", "game": GAME, "expansion": BOX, **options}
    return services.campaign_begin(person=keeper, sheets=sheets, **fields)


def keeper_of(campaign: Campaign) -> Member:
    return campaign.members.filter(role=Member.Role.KEEPER).order_by("created_at")[0]


def command(campaign: Campaign, kind: str, **fields: Any) -> Any:
    version = Campaign.objects.values_list("version", flat=True).get(pk=campaign.pk)
    body = {"kind": kind, "id": uuid.uuid4().hex, "seen": version, **fields}
    return decode_campaign_command(msgspec.json.encode(body))


def tell(campaign: Campaign, kind: str, by: Member | None = None, **fields: Any) -> CampaignState:
    """Send one command and return the state after it."""
    member = by or keeper_of(campaign)
    services.campaign_submit(
        campaign_id=campaign.pk, member=member, command=command(campaign, kind, **fields)
    )
    return Campaign.objects.get(pk=campaign.pk).state


def step(campaign: Campaign, undo_or_redo: Callable[..., Answer]) -> CampaignState:
    """Take the last step back, or do it again."""
    campaign.refresh_from_db()
    undo_or_redo(
        campaign_id=campaign.pk,
        member=keeper_of(campaign),
        command_id=uuid.uuid4().hex,
        seen=campaign.version,
    )
    campaign.refresh_from_db()
    return campaign.state


def book_mission(campaign: Campaign, mission: str, result: str = "won", **ending: Any) -> None:
    """A mission on paper, from its start to its booking; the app rolls."""
    tell(campaign, "mission.start", mission=mission)
    state = tell(campaign, "mission.finish", result=result, **ending)
    roll_all(campaign, state)
    tell(campaign, "mission.book")


def roll_all(campaign: Campaign, state: CampaignState) -> None:
    from rules.campaign import book_of
    from rules.campaign.upkeep import still_to_roll

    for sheet, card in still_to_roll(state, book_of(state)):
        tell(campaign, "upkeep.roll", sheet=sheet, card=card)
