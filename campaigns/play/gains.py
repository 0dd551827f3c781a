"""What a mission has brought its survivors: campaign points and the rewards they chose."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import ngettext

from campaigns import words
from campaigns.models import Campaign, CampaignEntry
from rules.campaign import Book, CampaignState, Sheet


class Gain(NamedTuple):
    points: int
    rewards: list[str]
    """By name."""


def gains_of(campaign: Campaign, number: int, state: CampaignState, book: Book) -> dict[str, Gain]:
    """By sheet, from the start of a mission to the start of the next one, or to now.

    Points come from danger levels and from what cards and missions grant (p. 14): all of them
    are counted. Two queries.
    """
    begun = _sheets_at_start(campaign, number)
    after = _sheets_at_start(campaign, number + 1) or state.sheets
    return {
        key: Gain(_points(sheet, begun, key), _rewards(sheet, begun.get(key), book))
        for key, sheet in after.items()
    }


def _sheets_at_start(campaign: Campaign, number: int) -> Mapping[str, Sheet]:
    """As they stood when the mission with this number began; empty where nobody knows."""
    starts = campaign.entries.filter(
        command_kind="mission.start", kind=CampaignEntry.Kind.DO
    ).order_by("seq")
    start = starts[number - 1 : number].first()
    if start is None or not start.state_before_json:
        return {}
    return Campaign.read_state(start.state_before_json).sheets


def _points(sheet: Sheet, begun: Mapping[str, Sheet], key: str) -> int:
    if not begun:
        return len(sheet.reached)
    return sheet.points - (begun[key].points if key in begun else 0)


def _rewards(sheet: Sheet, begun: Sheet | None, book: Book) -> list[str]:
    had, extra = (begun.skills, begun.extra_actions) if begun else ((), 0)
    rewards = [words.skill_name(book, skill) for skill in sheet.skills if skill not in had]
    if (more := sheet.extra_actions - extra) > 0:
        said = ngettext("%(count)d extra action", "%(count)d extra actions", more)
        rewards.insert(0, said % {"count": more})
    return rewards
