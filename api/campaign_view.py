"""A campaign as programs see it: derived values in, secrets and unread cards out."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from django.urls import reverse

from api.answers import MendedName, Role
from api.state import View
from campaigns.models import Campaign, Member
from campaigns.play import board, ending
from campaigns.play.selectors import running
from campaigns.selectors import running_table, sheet_row
from rules import TableState
from rules.campaign import Book, CampaignEvent, CampaignState, book_of, next_mission, next_missions
from rules.campaign.state import Advanced, CardStatus, Grid, Keyword, Leg, Played, SheetStatus
from rules.packs.schema.maps import DrawnMap
from rules.state import Result, Source


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


class CampaignAnswer(View, frozen=True, kw_only=True):
    """Where a campaign stands; its sheets and objective cards have addresses of their own."""

    id: UUID
    name: str
    version: int
    role: Role
    game: str
    expansion: str | None
    free: bool
    advanced: tuple[Advanced, ...]
    dice: Source
    begun_at: datetime
    mission: str | None
    """The one being played."""
    table: UUID | None
    """Where it is played; null on paper."""
    finishing: bool
    """Its end has been told and is not booked yet."""
    coming: str | None
    """The next mission by the book or the road."""
    ways: tuple[str, ...]
    """All that may be next: a road of a house pack can part."""
    road: tuple[Leg, ...]
    """The missions of a house pack it plays; empty in any other campaign."""
    played: tuple[Played, ...]
    achievements: tuple[str, ...]
    """Everyone's; those of one survivor are on the sheet."""
    keywords: tuple[Keyword, ...]
    layouts: dict[str, Grid]
    """How the group says that tiles lie, by mission."""
    maps: dict[str, DrawnMap]
    """Whole maps it has drawn, by mission."""
    result: Result | None


class BroughtCampaignAnswer(CampaignAnswer, frozen=True, kw_only=True):
    """A campaign out of a file."""

    mended: tuple[MendedName, ...]


class CampaignCommandAnswer(View, frozen=True, kw_only=True):
    """What a command did. `repeated`: this id was known, and these are its first events."""

    version: int
    seq: int
    events: tuple[CampaignEvent, ...]
    repeated: bool
    campaign: CampaignAnswer


class SheetAnswer(View, frozen=True, kw_only=True):
    """The sheet of one survivor; `due` rewards are still to be chosen."""

    sheet: str
    name: str
    player: str
    status: SheetStatus
    points: int
    due: int
    skills: tuple[str, ...]
    lent: str | None
    extra_actions: int
    extra_actions_left: int
    kept: tuple[str, ...]
    achievements: tuple[str, ...]
    fell_in: str | None
    heir_of: str | None
    emblem: str
    note: str


class ObjectiveAnswer(View, frozen=True, kw_only=True):
    """A card by its place and what became of it; `number` and `text` only once it was read."""

    card: str
    note: bool
    tile: str | None
    on: Literal["zone", "door", "beside"]
    status: CardStatus
    by: str | None
    round: int | None
    hour: int | None
    """When it is read by itself."""
    blocked: str
    """Why it cannot be taken now, in words."""
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
    return CampaignRow(
        id=campaign.pk,
        name=campaign.name,
        version=campaign.version,
        role=member.role,  # type: ignore[arg-type]
        archived=campaign.archived_at is not None,
        begun_at=campaign.begun_at,
        updated_at=campaign.updated_at,
        url=reverse("api:campaign", args=[campaign.pk]),
    )


def campaign_answer(member: Member) -> CampaignAnswer:
    """One query, for the table of the running mission."""
    campaign = member.campaign
    state, run = campaign.state, running(campaign)
    return CampaignAnswer(
        id=campaign.pk,
        name=campaign.name,
        version=campaign.version,
        role=member.role,  # type: ignore[arg-type]
        game=state.game,
        expansion=state.expansion,
        free=state.free,
        advanced=state.advanced,
        dice=state.dice,
        begun_at=campaign.begun_at,
        mission=state.mission,
        table=run.table_id if run else None,
        finishing=state.ending is not None,
        coming=next_mission(state, book_of(state)),
        ways=next_missions(state, book_of(state)),
        road=state.road,
        played=state.played,
        achievements=state.achievements,
        keywords=state.keywords,
        layouts=state.layouts,
        maps=state.maps,
        result=state.result,
    )


def sheet_answers(campaign: Campaign) -> list[SheetAnswer]:
    """Every sheet, the fallen too; a running table says how many extra actions are left."""
    state, table = campaign.state, running_table(campaign)
    book = book_of(state)
    return [_sheet(state, book, key, table) for key in state.sheets]


def _sheet(state: CampaignState, book: Book, key: str, table: TableState | None) -> SheetAnswer:
    row = sheet_row(state, book, key, table)
    sheet = row.sheet
    return SheetAnswer(
        sheet=key,
        name=sheet.name,
        player=sheet.player,
        status=sheet.status,
        points=sheet.points,
        due=row.due,
        skills=sheet.skills,
        lent=sheet.lent,
        extra_actions=sheet.extra_actions,
        extra_actions_left=row.extra_left,
        kept=sheet.kept,
        achievements=sheet.achievements,
        fell_in=sheet.fell_in,
        heir_of=sheet.heir_of,
        emblem=sheet.emblem,
        note=sheet.note,
    )


def objectives_answer(state: CampaignState) -> ObjectivesAnswer:
    """Through the eyes of the page, which knows nothing of an unread card but its place."""
    return ObjectivesAnswer(
        mission=state.mission,
        cards=tuple(_objective(board.card_of(state, copy)) for copy in state.objectives),
        keywords=state.keywords,
    )


def _objective(seen: board.CardView) -> ObjectiveAnswer:
    card = seen.card
    return ObjectiveAnswer(
        card=seen.copy,
        note=card.note,
        tile=card.tile,
        on=card.on,
        status=card.status,
        by=card.by,
        round=card.round,
        hour=seen.hour,
        blocked=seen.blocked,
        number=seen.number,
        text=seen.text,
    )


def upkeep_answer(state: CampaignState) -> UpkeepAnswer:
    """Every roll made and to be made; nothing before the end of the mission is told."""
    if state.ending is None:
        return UpkeepAnswer(result=None, rolls=(), ready=False)
    upkeep = ending.upkeep_of(state)
    rolls = tuple(
        RollAnswer(
            sheet=roll.sheet,
            card=roll.item.copy,
            dice=roll.dice,
            faces=roll.faces,
            kept=roll.kept,
            dropped=roll.dropped,
        )
        for roll in upkeep.rolls
    )
    return UpkeepAnswer(result=state.ending.result, rolls=rolls, ready=upkeep.ready)
