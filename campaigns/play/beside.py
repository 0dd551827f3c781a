"""What the campaign shows on the page of its running mission's table."""

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns import words
from campaigns.models import MissionRun
from campaigns.play.notices import lost_with
from campaigns.play.way import who_chooses
from companion.hooks import NOTHING, Beside, TableLink
from companion.models import Table
from rules.campaign import Book, CampaignState, achieved, book_of
from rules.campaign.outset import rules_at_start


def beside(table: Table) -> Beside:
    """Rewards on the survivors' cards, points beside their names, cards, deaths, achievements."""
    run = MissionRun.objects.select_related("campaign").filter(table=table, ended_at=None).first()
    if run is None:
        return NOTHING
    state = run.campaign.state
    book = book_of(state)
    points = book.rules.points.in_language(words.language())
    counted = "points" in state.advanced
    return Beside(
        lines=[
            *_being_read(run, state, book),
            *_dead(run, state, table),
            *_cards(run, state),
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
    )


def _being_read(run: MissionRun, state: CampaignState, book: Book) -> list[TableLink]:
    """A card somebody took, or one whose hour has struck."""
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


def _dead(run: MissionRun, state: CampaignState, table: Table) -> list[TableLink]:
    """Everybody was shown a card when it happened; this is for whoever comes later."""
    book = book_of(state)
    return [
        TableLink(
            url=reverse("campaigns:sheet", args=[run.campaign_id, key]),
            words=_("%(survivor)s has died") % {"survivor": survivor.name},
            meaning=_("Lost: %(what)s. The successor is chosen at the end of the mission.")
            % {"what": lost_with(state.sheets[key], book)},
            icon="tomb",
        )
        for key, survivor in table.state.survivors.items()
        if survivor.status == "dead" and key in state.sheets
    ]


def _cards(run: MissionRun, state: CampaignState) -> list[TableLink]:
    cards = [card for card in state.objectives.values() if not card.note]
    if not cards:
        return []
    taken = sum(card.status != "face_down" for card in cards)
    return [
        TableLink(
            url=reverse("campaigns:objectives", args=[run.campaign_id]),
            words=_("Objective cards: %(taken)d of %(all)d") % {"taken": taken, "all": len(cards)},
            meaning=_("Tap one to take it") if taken < len(cards) else _("All of them are taken"),
            icon="note",
            key="objectives",
        )
    ]


def _changed_by_achievements(run: MissionRun, state: CampaignState, book: Book) -> list[TableLink]:
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
