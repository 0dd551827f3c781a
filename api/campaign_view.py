"""A campaign for programs: derived values in, secrets and unread cards out."""

from datetime import datetime
from uuid import UUID

from django.urls import reverse

from api.answers import MendedName, Role
from api.shapes import View, shows
from campaigns.models import Campaign, Member
from campaigns.play import board, ending
from campaigns.play.selectors import running
from campaigns.selectors import running_table, sheet_row
from rules.campaign import (
    CampaignEvent,
    CampaignState,
    Objective,
    Sheet,
    book_of,
    next_mission,
    next_missions,
)
from rules.campaign.state import Keyword
from rules.state import Result


class CampaignRow(View, frozen=True, kw_only=True):
    """A campaign in a list, without what happened in it."""

    id: UUID
    name: str
    version: int
    role: Role
    archived: bool
    begun_at: datetime
    updated_at: datetime
    url: str


class CampaignsPage(View, frozen=True, kw_only=True):
    """My campaigns, the newest membership first."""

    results: tuple[CampaignRow, ...]
    next: str | None


@shows(
    CampaignState,
    """id name version role game expansion free advanced dice begun_at mission table finishing
    coming ways road played achievements keywords layouts maps result""",
)
class CampaignAnswer(View, frozen=True, kw_only=True):
    """The state of a campaign; its sheets and objective cards have addresses of their own."""

    id: UUID
    name: str
    version: int
    role: Role
    begun_at: datetime
    table: UUID | None
    """The table of the running mission; null on paper."""
    finishing: bool
    """True once the end of the mission has been told and until it is booked."""
    coming: str | None
    """The next mission by the book or the road."""
    ways: tuple[str, ...]
    """All missions that may be next: a road of a house pack can part."""


class BroughtCampaignAnswer(CampaignAnswer, frozen=True, kw_only=True):
    """A campaign out of a file."""

    mended: tuple[MendedName, ...]


class CampaignCommandAnswer(View, frozen=True, kw_only=True):
    """The effect of a command. `repeated`: this id was known, and these are its first events."""

    version: int
    seq: int
    events: tuple[CampaignEvent, ...]
    repeated: bool
    campaign: CampaignAnswer


@shows(
    Sheet,
    """sheet name player status points due skills lent extra_actions extra_actions_left kept
    achievements fell_in heir_of emblem note""",
)
class SheetAnswer(View, frozen=True, kw_only=True):
    """The sheet of one survivor; `due` rewards are still to be chosen."""

    sheet: str
    due: int
    extra_actions_left: int


@shows(Objective, "card note tile on status by round hour blocked number text")
class ObjectiveAnswer(View, frozen=True, kw_only=True):
    """A card by its place and what became of it; `number` and `text` only once it was read."""

    card: str
    hour: int | None
    """The hour at which it is read by itself."""
    blocked: str
    """The reason in words why it cannot be taken now."""
    number: str
    text: str


class ObjectivesAnswer(View, frozen=True, kw_only=True):
    """The objective cards and notes of the running mission; none between missions."""

    mission: str | None
    cards: tuple[ObjectiveAnswer, ...]
    keywords: tuple[Keyword, ...]


class RollAnswer(View, frozen=True, kw_only=True):
    """A card to roll for: it breaks if its die, or one of them, shows the face of the book."""

    sheet: str
    card: str
    dice: int
    faces: tuple[int, ...]
    """Empty until it is rolled."""
    kept: bool
    dropped: bool


class UpkeepAnswer(View, frozen=True, kw_only=True):
    """The upkeep of the mission that is ending; `ready` to book once nothing is left to decide."""

    result: Result | None
    rolls: tuple[RollAnswer, ...]
    ready: bool


def campaign_row(member: Member) -> CampaignRow:
    campaign = member.campaign
    return CampaignRow.of(
        campaign,
        role=member.role,
        archived=campaign.archived_at is not None,
        url=reverse("api:campaign", args=[campaign.pk]),
    )


def campaign_answer(member: Member) -> CampaignAnswer:
    """Return the answer; one query, for the table of the running mission."""
    campaign = member.campaign
    state, run = campaign.state, running(campaign)
    return CampaignAnswer.of(
        state,
        id=campaign.pk,
        name=campaign.name,
        version=campaign.version,
        role=member.role,
        begun_at=campaign.begun_at,
        table=run.table_id if run else None,
        finishing=state.ending is not None,
        coming=next_mission(state, book_of(state)),
        ways=next_missions(state, book_of(state)),
    )


def sheet_answers(campaign: Campaign) -> list[SheetAnswer]:
    """Return every sheet, the fallen too; a running table says how many extra actions are left."""
    state, table = campaign.state, running_table(campaign)
    book = book_of(state)
    rows = [sheet_row(state, book, key, table) for key in state.sheets]
    return [
        SheetAnswer.of(row.sheet, sheet=row.key, due=row.due, extra_actions_left=row.extra_left)
        for row in rows
    ]


def objectives_answer(state: CampaignState) -> ObjectivesAnswer:
    """Return what the page shows, which knows nothing of an unread card but its place."""
    seen = [board.card_of(state, copy) for copy in state.objectives]
    return ObjectivesAnswer(
        mission=state.mission,
        cards=tuple(
            ObjectiveAnswer.of(
                view.card,
                card=view.copy,
                hour=view.hour,
                blocked=view.blocked,
                number=view.number,
                text=view.text,
            )
            for view in seen
        ),
        keywords=state.keywords,
    )


def upkeep_answer(state: CampaignState) -> UpkeepAnswer:
    """Return every roll made and to be made; none before the end of the mission is told."""
    if state.ending is None:
        return UpkeepAnswer(result=None, rolls=(), ready=False)
    upkeep = ending.upkeep_of(state)
    rolls = tuple(RollAnswer.of(roll, card=roll.item.copy) for roll in upkeep.rolls)
    return UpkeepAnswer(result=state.ending.result, rolls=rolls, ready=upkeep.ready)
