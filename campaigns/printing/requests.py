"""What the print pages ask for, put together: content by content, one job each."""

from collections.abc import Callable, Sequence
from typing import Any

from campaigns.printing.look import Look
from campaigns.printing.models import PrintJob
from campaigns.printing.services import print_request
from campaigns.printing.sheets import campaign, mission, reference, report, seats, table_card
from campaigns.printing.sheets import weapons as weapon_cards
from companion.models import Seat
from companion.people.models import Person
from rules import Pack


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
    pack: Pack,
    kinds: Sequence[str],
    missions: Sequence[str],
    blanks: int,
    language: str,
    look: Look,
) -> list[PrintJob]:
    """Sheets of a game without a table: reference, a mission `box:code`, blank sheets."""
    jobs = []
    for kind in kinds:
        if kind == "reference":
            content = reference.content(game=pack.game)
        elif kind == "mission-sheets":
            box, _colon, code = missions[0].rpartition(":")
            with_campaign = [one.id for one in pack.expansions.values() if one.campaign]
            boxes = [box] if box else with_campaign[:1] if not code else []
            content = mission.content(game=pack.game, expansions=boxes, missions=[code])
        else:
            box = next(one.id for one in pack.expansions.values() if one.campaign)
            content = campaign.blank_content(game=pack.game, expansion=box, count=blanks)
        jobs.append(
            print_request(person=person, kind=kind, content=content, language=language, look=look)
        )
    return jobs
