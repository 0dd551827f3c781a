"""Charts of a campaign by mission: luck, kills, kept equipment, points."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaigns.luck import CampaignLuck, MissionLuck, PersonLuck
from companion.charts import (
    ChartRow,
    NumbersTable,
    Scale,
    across,
    curve,
    every,
    path,
    rulings,
    scrolled,
    svg,
    text,
    through,
)
from companion.odds.luck_chart import over_bars

WIDTH, HEIGHT = 300.0, 72.0
MOST_LABELS = 12
EACH, LEFT, LEAST_WIDTH = 46.0, 34.0, 200.0
"""Width of a mission, room for the numbers at the left, and least width of the chart of luck."""
BAND = (10, 90)
"""Per cent; eight of ten evenings lie between them."""


class TitledChart(NamedTuple):
    """A drawing with what stands over it."""

    title: str
    words: str
    drawn: SafeString


def bar_chart(title: str, values: Sequence[tuple[str, int, str]], total: str) -> TitledChart:
    """Draw a bar for each mission: its label, number, and result."""
    scale = Scale(HEIGHT, 0, max((value for _label, value, _result in values), default=0) or 1)
    step, shown = WIDTH / max(len(values), 1), every(len(values), MOST_LABELS)
    gap, parts = min(4.0, step * 0.2), []
    for place, (label, value, result) in enumerate(values):
        left, middle = place * step + gap / 2, (place + 0.5) * step
        css = f"chart__bar chart__bar--{result}"
        parts.append(scale.bar(left, step - gap, value, css=css))
        if place % shown == 0:
            parts.append(text(middle, 84, label))
        if shown == 1:
            parts.append(text(middle, scale.y(value) - 3, value))
    told = ", ".join(f"{label} {value}" for label, value, _result in values)
    drawn = svg(f"{title}: {told}", (0, -12, WIDTH, 100), parts, css="chart chart--bars")
    return TitledChart(title, total, drawn)


def growth_line(name: str, values: Sequence[int], most: int) -> TitledChart:
    """Draw a sheet's points as a line that rises with every mission, from 0."""
    grown = (0, *values)
    scale, step = Scale(HEIGHT, 0, most), WIDTH / max(len(grown) - 1, 1)
    points = [(place * step, scale.y(value)) for place, value in enumerate(grown)]
    parts = [
        across(HEIGHT, 0, WIDTH, css="chart__axis"),
        path(through(points), css="chart__curve"),
    ]
    told = _("%(name)s: %(last)s campaign points by now") % {"name": name, "last": grown[-1]}
    box, look = (0, 0, WIDTH, HEIGHT), {"preserveAspectRatio": "none"}
    return TitledChart(
        name, str(grown[-1]), svg(told, box, parts, css="chart chart--spark", **look)
    )


def missions_chart(missions: list[MissionLuck]) -> SafeString:
    """Draw how hard each mission was: of a hundred evenings, how many are gentler."""
    scale = Scale(146.0, 16.0, 100)
    width = round(max(LEFT + len(missions) * EACH, LEAST_WIDTH))
    low, high = BAND
    parts = [scale.bar(LEFT, width - LEFT, high, low, css="chart__band")]
    parts += rulings(scale, [(share, str(share)) for share in (0, 50, 100)], LEFT, width)
    middles = [LEFT + (place + 0.5) * EACH for place in range(len(missions))]
    shares = [mission.steps.per_cent for mission in missions]
    parts += curve(list(zip(middles, map(scale.y, shares), strict=True)), shares)
    for x, mission in zip(middles, missions, strict=True):
        parts.append(text(x, 166, mission.mission, css="chart__number"))
    return scrolled(_("Luck by mission"), width, 172, parts)


def missions_table(missions: list[MissionLuck]) -> NumbersTable:
    """Return the same numbers, and how many zombies came."""
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
            ChartRow(
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


class SheetLuck(NamedTuple):
    """Luck of a sheet, with its dice and its upkeep."""

    person: PersonLuck
    bar: SafeString
    """Of the dice."""


def people_rows(luck: CampaignLuck) -> list[SheetLuck]:
    """Return everybody, and at last all of them together if they are several."""
    people = list(luck.people)
    if len(people) > 1:
        people.append(PersonLuck("", _("All together"), luck.throws, luck.keeping))
    bars = over_bars([person.throws.over for person in people])
    return list(map(SheetLuck, people, bars))
