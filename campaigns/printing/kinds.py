"""What can be printed. A kind turns stored content into sheets; the content is all it needs."""

from collections.abc import Callable
from typing import Any, NamedTuple

from campaigns.printing.render import Piece
from campaigns.printing.sheets import (
    campaign,
    campaign_set,
    city,
    mission,
    reference,
    report,
    seats,
    story,
    table_card,
    weapons,
)

Content = dict[str, Any]


class Kind(NamedTuple):
    """What a print is called, and its sheets, both in the active language."""

    title: Callable[[Content], str]
    pieces: Callable[[Content], list[Piece]]


KINDS: dict[str, Kind] = {
    "table-card": Kind(table_card.title, table_card.pieces),
    "seat-cards": Kind(seats.title, seats.pieces),
    "mission-sheets": Kind(mission.title, mission.pieces),
    "reference": Kind(reference.title, reference.pieces),
    "city-reference": Kind(city.reference_title, city.reference_pieces),
    "city-score": Kind(city.score_title, city.score_pieces),
    "weapon-cards": Kind(weapons.title, weapons.pieces),
    "after-action": Kind(report.title, report.pieces),
    "blank-sheets": Kind(campaign.blank_title, campaign.blank_pieces),
    "campaign-sheets": Kind(campaign.title, campaign.pieces),
    "story": Kind(story.title, story.pieces),
    "campaign-set": Kind(campaign_set.title, campaign_set.pieces),
}


def title_of(kind: str, content: Content) -> str:
    """The name of a print; the kind itself for one we have no words for."""
    found = KINDS.get(kind)
    return found.title(content) if found else kind
