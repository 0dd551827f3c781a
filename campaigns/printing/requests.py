"""What the print pages ask for, put together: content by content, one job each."""

from collections.abc import Callable, Sequence
from typing import Any

from campaigns.models import Member
from campaigns.printing.facts import missions_of
from campaigns.printing.history import campaign_facts
from campaigns.printing.look import Look
from campaigns.printing.models import PrintJob
from campaigns.printing.paper.campaign import campaign_on_paper
from campaigns.printing.services import print_request
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
)
from campaigns.printing.sheets import weapons as weapon_cards
from campaigns.transfer.services import campaign_saved
from companion.models import Seat
from companion.people.models import Person
from rules import Cover, Pack

CITY_KINDS = ("city-reference", "city-score")


def print_for_table(
    *,
    seat: Seat,
    kinds: Sequence[str],
    missions: Sequence[str],
    join_url: str,
    language: str,
    look: Look,
) -> list[PrintJob]:
    """The sheets of a table one sits at."""
    contents: dict[str, Callable[[], dict[str, Any]]] = {
        "table-card": lambda: table_card.content(seat, join_url),
        "seat-cards": lambda: seats.content(seat, join_url),
        "mission-sheets": lambda: mission.content_of_table(seat, missions, join_url),
        "reference": lambda: reference.content_of_table(seat, join_url),
        "city-reference": lambda: city.content_of_table(seat, join_url),
        "city-score": lambda: city.content_of_table(seat, join_url),
        "weapon-cards": lambda: weapon_cards.content(seat),
        "after-action": lambda: report.content(seat),
    }
    return [
        print_request(
            person=seat.person,
            kind=kind,
            content=contents[kind](),
            language=language,
            look=look,
        )
        for kind in kinds
    ]


def print_for_game(
    *,
    person: Person,
    pack: Cover,
    kinds: Sequence[str],
    missions: Sequence[str],
    blanks: int,
    language: str,
    look: Look,
) -> list[PrintJob]:
    """Sheets of a game without a table: reference, a mission `box:code`, blank sheets."""
    of_boxes = pack.expansions.values() if isinstance(pack, Pack) else ()
    with_campaign = [one.id for one in of_boxes if one.campaign]
    jobs = []
    for kind in kinds:
        if kind in CITY_KINDS:
            content = city.content(game=pack.game)
        elif kind == "reference":
            content = reference.content(game=pack.game)
        elif kind == "mission-sheets":
            box, _colon, code = missions[0].rpartition(":")
            boxes = [box] if box else with_campaign[:1] if not code else []
            content = mission.content(game=pack.game, expansions=boxes, missions=[code])
        else:
            content = campaign.blank_content(
                game=pack.game, expansion=with_campaign[0], count=blanks
            )
        jobs.append(
            print_request(person=person, kind=kind, content=content, language=language, look=look)
        )
    return jobs


def print_for_campaign(
    *,
    member: Member,
    kinds: Sequence[str],
    sheets: Sequence[str] | None,
    missions: Sequence[str],
    url: str,
    restore_url: str,
    language: str,
    look: Look,
) -> list[PrintJob]:
    """The sheets of a campaign one is a member of; `sheets` None is every one of them."""
    facts = campaign_facts(member.campaign)
    on_paper = campaign_on_paper(campaign_saved(member.campaign))
    codes: dict[str, Any] = {
        "codes": on_paper.parts,
        "left_out": on_paper.left_out,
        "restore_url": restore_url,
    }
    every_mission = [one.code for one in missions_of(facts.book)]
    contents: dict[str, Callable[[], dict[str, Any]]] = {
        "campaign-sheets": lambda: campaign.content(facts, url=url, sheets=sheets, **codes),
        "mission-sheets": lambda: mission.content_of_campaign(facts, missions, url),
        "story": lambda: story.content(facts, url),
        "campaign-set": lambda: campaign_set.content(
            campaign.content(facts, url=url, **codes),
            mission.content_of_campaign(facts, every_mission, url),
            story.content(facts, url),
        ),
    }
    return [
        print_request(
            person=member.person,
            kind=kind,
            content=contents[kind](),
            language=language,
            look=look,
        )
        for kind in kinds
    ]
