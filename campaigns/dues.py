"""What is due in a campaign now, most pressing first."""

from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns import words
from campaigns.models import MissionRun
from campaigns.play.way import who_chooses
from companion.hooks import TableLink
from rules.campaign import CampaignBook, CampaignState

SHOWN = 3


class Dues(NamedTuple):
    """The first few, and the rest behind them."""

    first: list[TableLink]
    rest: list[TableLink]


def dues_of(
    state: CampaignState,
    book: CampaignBook,
    run: MissionRun | None,
    campaign_id: object,
    *,
    awaited: list[str],
) -> Dues:
    """`awaited`: players whom the reader may invite and nobody is yet."""
    lines = [
        *_of_the_fallen(state, run, campaign_id),
        *_of_cards(state, book, campaign_id),
        *_of_rewards(state, book, campaign_id),
        *_of_players(awaited, campaign_id),
    ]
    return Dues(lines[:SHOWN], lines[SHOWN:])


def is_over(state: CampaignState, run: MissionRun | None) -> bool:
    """Check if the running mission has ended and its end is to be worked out."""
    at_table = run.table.state.result if run and run.table else None
    return state.mission is not None and (state.ending is not None or at_table is not None)


def _due(url: str, title: str, meaning: str, icon: str) -> TableLink:
    return TableLink(url, title, meaning, icon, is_due=True)


def _sheet(campaign_id: object, key: str) -> str:
    return reverse("campaigns:sheet", args=[campaign_id, key])


def _of_the_fallen(
    state: CampaignState, run: MissionRun | None, campaign_id: object
) -> list[TableLink]:
    lines = []
    for key, survivor in run.table.state.survivors.items() if run and run.table else ():
        if (
            survivor.status == "out_of_action"
            and survivor.down_since is not None
            and key in state.sheets
        ):
            title = _("Pick %(name)s up") % {"name": survivor.name}
            until = _("before the end of round %(round)d") % {"round": survivor.down_since + 1}
            lines.append(_due(_sheet(campaign_id, key), title, until, "bandage"))
    followed = {sheet.heir_of for sheet in state.sheets.values()}
    for key, sheet in state.sheets.items():
        if sheet.status == "dead" and key not in followed and state.result is None:
            title = _("A successor for %(name)s") % {"name": sheet.name}
            lines.append(_due(_sheet(campaign_id, key), title, sheet.player, "tomb"))
    return lines


def _of_cards(state: CampaignState, book: CampaignBook, campaign_id: object) -> list[TableLink]:
    return [
        _due(
            reverse("campaigns:card", args=[campaign_id, copy]),
            words.objective_name(state, book, copy),
            _("Read it aloud, then say what it said"),
            "note",
        )
        for copy, card in state.objectives.items()
        if card.status == "taken"
    ]


def _of_players(awaited: list[str], campaign_id: object) -> list[TableLink]:
    """Said until the first mission is booked: a group may want to play on one phone."""
    if not awaited:
        return []
    return [
        TableLink(
            reverse("campaigns:members", args=[campaign_id]),
            _("Invite %(names)s") % {"names": ", ".join(awaited)},
            _("by link or QR, to have their own survivors on their phone"),
            "users",
        )
    ]


def _of_rewards(state: CampaignState, book: CampaignBook, campaign_id: object) -> list[TableLink]:
    points = book.rules.points.in_language(words.language())
    here = urlencode({"next": reverse("campaigns:campaign", args=[campaign_id])})
    return [
        _due(
            f"{reverse('campaigns:reward', args=[campaign_id, key])}?{here}",
            _("%(name)s chooses a reward") % {"name": state.sheets[key].name},
            f"{state.sheets[key].points} {points}",
            "star",
        )
        for key in who_chooses(state, book)
    ]
