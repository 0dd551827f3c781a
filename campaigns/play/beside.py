"""What the campaign shows on the page of its running mission's table."""

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns import words
from campaigns.models import Member, MissionRun
from campaigns.play.heirs import dead_at, is_chooser, named_heirs
from campaigns.play.notices import lost_with
from campaigns.play.way import who_chooses
from companion.hooks import NOTHING, Beside, TableLink
from companion.models import Seat, Table
from rules.campaign import CampaignBook, CampaignState, Sheet, achieved, book_of
from rules.campaign.objectives import cards_taken
from rules.campaign.outset import rules_at_start


def beside(seat: Seat) -> Beside:
    """Rewards on the survivors' cards, points beside their names, cards, deaths, achievements.

    Whoever only plays at the table has no page of the campaign to go to.
    """
    table = seat.table
    members = Member.objects.filter(campaign=OuterRef("campaign"), person=seat.person_id)
    runs = MissionRun.objects.select_related("campaign").annotate(is_members=Exists(members))
    run = runs.filter(table=table).first()
    if run is None:
        return NOTHING
    version = run.campaign.version
    if run.ended_at is not None or not run.is_members:
        return NOTHING._replace(version=version)
    state = run.campaign.state
    book = book_of(state)
    points = book.rules.points.in_language(words.language())
    counted = "points" in state.advanced
    return Beside(
        lines=[
            *_being_read(run, state, book),
            *_dead(run, state, seat),
            *_cards(run, state, book),
            *_changed_by_achievements(run, state, book),
        ],
        bands={
            key: TableLink(
                url=reverse("campaigns:reward", args=[run.campaign_id, key]),
                words=_("Choose a reward"),
                meaning=f"{state.sheets[key].points} {points}",
                icon="medal",
                is_due=True,
            )
            for key in who_chooses(state, book)
        },
        notes={
            key: f"{sheet.points} {points}"
            for key, sheet in state.sheets.items()
            if counted and sheet.points
        },
        version=version,
    )


def beside_version(table: Table) -> int:
    """Return the campaign's version: every change of it may show at its table."""
    versions = MissionRun.objects.filter(table=table).values_list("campaign__version", flat=True)
    return versions.first() or 0


def _being_read(run: MissionRun, state: CampaignState, book: CampaignBook) -> list[TableLink]:
    """Return links to cards somebody took, and to those whose hour has struck."""
    return [
        TableLink(
            url=reverse("campaigns:card", args=[run.campaign_id, copy]),
            words=words.objective_name(state, book, copy),
            meaning=_("Read it aloud, then say what it said"),
            icon="note",
            is_due=True,
        )
        for copy, card in state.objectives.items()
        if card.status == "taken"
    ]


def _dead(run: MissionRun, state: CampaignState, seat: Seat) -> list[TableLink]:
    """Everybody was shown a card when it happened; this is for whoever comes later."""
    book, heirs = book_of(state), named_heirs(state)
    return [
        TableLink(
            url=reverse("campaigns:heir", args=[run.campaign_id, key]),
            words=_("%(survivor)s has died") % {"survivor": state.sheets[key].name},
            meaning=_followed_by(heirs[key].name if key in heirs else "", state.sheets[key], book),
            icon="tomb",
            is_due=key not in heirs and is_chooser(seat, run.campaign, state.sheets[key]),
        )
        for key in dead_at(seat.table.state)
        if key in state.sheets
    ]


def _followed_by(heir: str, sheet: Sheet, book: CampaignBook) -> str:
    if heir:
        return _("%(name)s follows.") % {"name": heir}
    lost = _("Lost: %(what)s.") % {"what": lost_with(sheet, book)}
    if not sheet.player:
        return lost
    return f"{lost} " + _("%(player)s chooses who follows.") % {"player": sheet.player}


def _cards(run: MissionRun, state: CampaignState, book: CampaignBook) -> list[TableLink]:
    taken, total = cards_taken(state, book)
    if not total:
        return []
    return [
        TableLink(
            url=reverse("campaigns:objectives", args=[run.campaign_id]),
            words=_("Objective cards: %(taken)d of %(all)d") % {"taken": taken, "all": total},
            meaning=_("Tap one to take it") if taken < total else _("All of them are taken"),
            icon="note",
            key="objectives",
        )
    ]


def _changed_by_achievements(
    run: MissionRun, state: CampaignState, book: CampaignBook
) -> list[TableLink]:
    """Special rules that hold because of what the group has achieved."""
    mission = book.mission(state.mission or "")
    if mission is None:
        return []
    return [
        TableLink(
            url=reverse("campaigns:campaign", args=[run.campaign_id]),
            words=words.achievement_name(book, rule.achievement or ""),
            meaning=rule.in_language(words.language()),
            icon="medal",
        )
        for rule, holds in rules_at_start(mission, achieved(state))
        if holds
    ]
