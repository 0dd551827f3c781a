"""Companions as the campaign's pages show them."""

from typing import NamedTuple

from campaigns import words
from campaigns.models import Campaign
from campaigns.narration import COMPANIONS
from companion.workshop.fields import skill_names
from rules.campaign import CampaignBook, CampaignState, who_plays
from rules.campaign.companions import going_along
from rules.mechanics.accompanied import companions_of as at_table


class CampaignCompanion(NamedTuple):
    """Somebody who goes along, or did."""

    key: str
    name: str
    status: str
    is_gone: bool
    others: list[tuple[str, str]]
    """Other states that may be noted."""


class Companions(NamedTuple):
    there: list[CampaignCompanion]
    free: list[tuple[str, str]]
    """Companions of the box who have not come yet."""
    leaders: list[tuple[str, str]]
    skills: list[tuple[str, str]]


def companions_of(state: CampaignState, book: CampaignBook) -> Companions:
    language = words.language()
    there = [
        CampaignCompanion(
            key=key,
            name=words.companion_name(book, state, key),
            status=str(COMPANIONS[person.status]),
            is_gone=person.status != "here",
            others=[(to, str(word)) for to, word in COMPANIONS.items() if to != person.status],
        )
        for key, person in state.companions.items()
    ]
    named = [(person.id, person.name.in_language(language)) for person in book.pack.companions]
    return Companions(
        there=there,
        free=[(key, name) for key, name in named if key not in state.companions],
        leaders=[(key, state.sheets[key].name) for key in who_plays(state)],
        skills=[(key, name) for name, key in skill_names(book.pack).items()],
    )


def to_lead(
    campaign: Campaign, state: CampaignState, book: CampaignBook
) -> list[tuple[str, str, str]]:
    """Return the companions of the next mission, and who leads each unless somebody says otherwise:
    whoever led them last or follows that one, else the first.
    """
    led = _led_last(campaign)
    heirs = {sheet.heir_of: key for key, sheet in state.sheets.items() if sheet.heir_of}
    living = who_plays(state)

    def leader(companion: str) -> str:
        last = led.get(companion, "")
        likely = [key for key in (last, heirs.get(last), *living) if key in living]
        return next(iter(likely), None) or ""

    return [
        (key, words.companion_name(book, state, key), leader(key)) for key in going_along(state)
    ]


def _led_last(campaign: Campaign) -> dict[str, str]:
    """By companion, at the newest table."""
    newest = campaign.runs.select_related("table").exclude(table=None).order_by("-number").first()
    table = newest.table if newest else None
    return {key: person.leader for key, person in at_table(table.state).items()} if table else {}
