"""What a mission has brought its survivors: campaign points and the rewards they chose."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import ngettext

from campaigns import words
from campaigns.models import Campaign, CampaignEntry
from rules.campaign import CampaignBook, CampaignState, Sheet

Sheets = Mapping[str, Sheet]


class Gain(NamedTuple):
    points: int
    rewards: list[str]
    """By name."""


def gains_of(
    campaign: Campaign, number: int, state: CampaignState, book: CampaignBook
) -> dict[str, Gain]:
    """By sheet, from the start of a mission to the start of the next one, or to now.

    Points come from danger levels and from what cards and missions grant (p. 14): all of them
    are counted. One query.
    """
    begun, after = _sheets_around(campaign, number, state)
    return {
        key: Gain(_points(sheet, begun, key), _rewards(sheet, begun.get(key), book))
        for key, sheet in after.items()
    }


def _sheets_around(campaign: Campaign, number: int, state: CampaignState) -> tuple[Sheets, Sheets]:
    """As they stood when a mission began (empty where nobody knows), and when the next one did.

    A campaign may have been branched off or brought in from a file: its log then begins later.
    """
    goes_on = len(state.played) + (state.mission is not None) > number
    starts = campaign.entries.filter(command_kind="mission.start", kind=CampaignEntry.Kind.DO)
    after: Sheets = state.sheets
    known = (start.state_before_json for start in starts.order_by("-seq"))
    for before in (Campaign.read_state(plain) for plain in known if plain):
        if goes_on and len(before.played) == number:
            after, goes_on = before.sheets, False
        if len(before.played) == number - 1:
            return before.sheets, after
    return {}, after


def _points(sheet: Sheet, begun: Sheets, key: str) -> int:
    if not begun:
        return len(sheet.reached)
    return sheet.points - (begun[key].points if key in begun else 0)


def _rewards(sheet: Sheet, begun: Sheet | None, book: CampaignBook) -> list[str]:
    had, extra = (begun.skills, begun.extra_actions) if begun else ((), 0)
    rewards = [words.skill_name(book, skill) for skill in sheet.skills if skill not in had]
    if (more := sheet.extra_actions - extra) > 0:
        actions = ngettext("%(count)d extra action", "%(count)d extra actions", more)
        rewards.insert(0, actions % {"count": more})
    return rewards
