"""The missions of a campaign from gentle to hard, drawn on the server."""

from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaigns.luck import CampaignLuck, MissionLuck, PersonLuck
from companion.odds.chart import Bar, Line
from companion.odds.luck_chart import over_bars
from companion.odds.tables import NumbersTable, Row

EACH, LEFT, TOP, FOOT = 46.0, 34.0, 16.0, 146.0
ALL, LOW, HIGH = 100, 10, 90
"""Per cent; eight of ten evenings lie between the last two."""


class Mark(NamedTuple):
    """One mission."""

    label: str
    x: str
    y: str
    label_y: str
    harder_than: int


class Missions(NamedTuple):
    width: str
    marks: list[Mark]
    lines: list[Line]
    path: str
    band: Bar


def missions_chart(missions: list[MissionLuck]) -> Missions:
    scale = (FOOT - TOP) / ALL
    width = max(LEFT + len(missions) * EACH, 200)
    marks = []
    for place, mission in enumerate(missions):
        y = FOOT - mission.steps.per_cent * scale
        marks.append(
            Mark(
                mission.mission,
                f"{LEFT + (place + 0.5) * EACH:.1f}",
                f"{y:.1f}",
                f"{y - 9:.1f}",
                mission.steps.per_cent,
            )
        )
    lines = [
        Line(f"{FOOT - share * scale:.1f}", f"{FOOT - share * scale + 5:.1f}", str(share))
        for share in (0, 50, 100)
    ]
    band = Bar(
        f"{LEFT:.1f}",
        f"{FOOT - HIGH * scale:.1f}",
        f"{width - LEFT:.1f}",
        f"{(HIGH - LOW) * scale:.1f}",
    )
    path = "M" + "L".join(f"{mark.x} {mark.y}" for mark in marks)
    return Missions(f"{width:.0f}", marks, lines, path, band)


def missions_table(missions: list[MissionLuck]) -> NumbersTable:
    """The same numbers, and how many zombies came."""
    return NumbersTable(
        "campaign-luck",
        _("Luck by mission"),
        (
            _("Mission"),
            _("harder than"),
            pgettext("zombies", "came"),
            pgettext("number", "mean"),
            _("Spawn steps"),
        ),
        [
            Row(
                mission.mission,
                (
                    _("%(n)d of 100") % {"n": mission.steps.per_cent},
                    str(mission.steps.came),
                    number_format(round(mission.steps.mean, 1), 1),
                    str(mission.steps.steps),
                ),
            )
            for mission in missions
        ],
    )


class Fell(NamedTuple):
    """How the dice and the upkeep of a sheet fell."""

    person: PersonLuck
    bar: Bar
    """Of the dice: more hits than expected to the right, fewer to the left."""


def people_rows(luck: CampaignLuck) -> list[Fell]:
    """Everybody, and at last all of them together if they are several."""
    people = list(luck.people)
    if len(people) > 1:
        people.append(PersonLuck("", _("All together"), luck.throws, luck.keeping))
    bars = over_bars([person.throws.over for person in people])
    return list(map(Fell, people, bars))
