"""Charts of luck: rounds against the band in which eight of ten evenings fall, and dice."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from companion.charts import (
    ChartRow,
    NumbersTable,
    Scale,
    across,
    curve,
    element,
    path,
    rulings,
    scrolled,
    text,
)
from companion.odds.luck import Luck, RoundFall, better_than
from companion.terms import danger_word
from rules.odds.luck import Throws

LEFT, TOP, FOOT, HEIGHT = 28.0, 28.0, 146.0, 190
WIDE, MOST_WIDE = 66.0, 5
"""Rounds are as wide as the words of danger levels while there are few of them."""
PHONE, NARROW, NARROWEST = 358.0, 27.0, 200.0
"""Of more rounds as many as can be read share the width of a phone; beyond, one scrolls."""
MIDDLE, REACH = 60.0, 56.0
"""Of the bars that say how dice fell."""


def rounds_chart(rounds: list[RoundFall]) -> SafeString:
    most = max(max(round_.fall.came, round_.fall.band[1]) for round_ in rounds) or 1
    scale, is_wide = Scale(FOOT, TOP, most), len(rounds) <= MOST_WIDE
    each = WIDE if is_wide else max((PHONE - LEFT) / len(rounds), NARROW)
    width = round(max(LEFT + len(rounds) * each, NARROWEST))
    parts = rulings(scale, [(number, str(number)) for number in scale.grid(finest=5)], LEFT, width)
    points = []
    for place, round_ in enumerate(rounds):
        left, (low, high) = LEFT + place * each, round_.fall.band
        middle, mean = left + each / 2, scale.y(round_.fall.mean)
        points.append((middle, scale.y(round_.fall.came)))
        parts.append(scale.bar(left + 4, each - 8, high, low, least=1, css="chart__band"))
        parts.append(across(mean, left + 4, left + each - 4, css="chart__mean"))
        parts.append(text(middle, 166, round_.round, css="chart__number"))
        if is_wide:
            parts.append(text(middle, 184, danger_word(round_.danger)))
    parts += curve(points, [round_.fall.came for round_ in rounds])
    return scrolled(_("Zombies by spawn step"), width, HEIGHT, parts)


def rounds_table(rounds: list[RoundFall]) -> NumbersTable:
    """Return the numbers of the chart."""
    heads = (_("Round"), _("Danger"), pgettext("zombies", "came"), _("8 of 10 evenings"))
    return NumbersTable(
        "luck",
        _("Zombies by spawn step"),
        (*heads, pgettext("number", "mean")),
        [
            ChartRow(
                str(step.round),
                (
                    danger_word(step.danger),
                    str(step.fall.came),
                    "{}-{}".format(*step.fall.band),
                    number_format(round(step.fall.mean, 1), 1),
                ),
            )
            for step in rounds
        ],
    )


class DiceLuck(NamedTuple):
    """Luck of a survivor's dice."""

    name: str
    throws: Throws
    better_than: int | None
    """Of a hundred such throws; None while there are too few to say."""
    bar: SafeString


def dice_rows(luck: Luck) -> list[DiceLuck]:
    """Return a row for each survivor, and a last one for all of them if there are several."""
    rows = [(thrower.name, thrower.throws) for thrower in luck.dice]
    if len(rows) > 1:
        rows.append((_("All together"), luck.throws))
    bars = over_bars([throws.over for _name, throws in rows])
    return [
        DiceLuck(name, throws, better_than(throws), bar)
        for (name, throws), bar in zip(rows, bars, strict=True)
    ]


def over_bars(numbers: Sequence[float]) -> list[SafeString]:
    """Draw a bar for each: to the right for more than the mean, to the left for less."""
    most = max((abs(number) for number in numbers), default=0) or 1
    bars = []
    for number in numbers:
        width = abs(number) / most * REACH
        x = MIDDLE if number > 0 else MIDDLE - width
        axis = path("M60 0V20", css="chart__axis")
        bar = element("rect", x=x, y=4, width=max(width, 1.0), height=12, css="chart__bar")
        size = {"viewBox": "0 0 120 20", "width": 120, "height": 20, "aria_hidden": "true"}
        bars.append(element("svg", axis, bar, **size))
    return bars
