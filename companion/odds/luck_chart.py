"""Rounds against the band in which eight of ten evenings fall, drawn on the server."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from companion.odds.chart import Bar, Line
from companion.odds.luck import Luck, Round, better_than
from companion.odds.tables import NumbersTable, Row
from companion.terms import danger_word
from rules.odds.luck import Throws

LEFT, TOP, FOOT = 28.0, 28.0, 146.0
WIDE, MOST_WIDE = 66.0, 5
"""Rounds are as wide as the words of danger levels while there are few of them."""
PHONE, NARROW = 358.0, 27.0
"""Of more rounds as many as can be read share the width of a phone; beyond, one scrolls."""
STEPS = (5, 10, 20, 50, 100)
MOST_LINES = 4
MIDDLE, REACH = 60.0, 56.0
"""Of the bars that say how dice fell."""


class Mark(NamedTuple):
    """One round."""

    number: int
    danger: str
    """In words, where there is room for them."""
    band: Bar
    mean_y: str
    x: str
    left: str
    right: str
    y: str
    label_y: str
    came: int


class Rounds(NamedTuple):
    width: str
    marks: list[Mark]
    lines: list[Line]
    path: str
    """The line through what came."""


def rounds_chart(rounds: list[Round]) -> Rounds:
    most = max(max(round_.fall.came, round_.fall.band[1]) for round_ in rounds) or 1
    is_wide = len(rounds) <= MOST_WIDE
    width = WIDE if is_wide else max((PHONE - LEFT) / len(rounds), NARROW)
    scale = (FOOT - TOP) / most
    marks = []
    for place, round_ in enumerate(rounds):
        left = LEFT + place * width
        low, high = round_.fall.band
        y = FOOT - round_.fall.came * scale
        band = Bar(
            f"{left + 4:.1f}",
            f"{FOOT - high * scale:.1f}",
            f"{width - 8:.1f}",
            f"{max((high - low) * scale, 1):.1f}",
        )
        marks.append(
            Mark(
                round_.round,
                danger_word(round_.danger) if is_wide else "",
                band,
                f"{FOOT - round_.fall.mean * scale:.1f}",
                f"{left + width / 2:.1f}",
                f"{left + 4:.1f}",
                f"{left + width - 4:.1f}",
                f"{y:.1f}",
                f"{y - 9:.1f}",
                round_.fall.came,
            )
        )
    step = next((candidate for candidate in STEPS if most / candidate <= MOST_LINES), STEPS[-1])
    lines = [
        Line(f"{FOOT - number * scale:.1f}", f"{FOOT - number * scale + 5:.1f}", str(number))
        for number in range(0, most + 1, step)
    ]
    path = "M" + "L".join(f"{mark.x} {mark.y}" for mark in marks)
    return Rounds(f"{max(LEFT + len(rounds) * width, 200):.0f}", marks, lines, path)


def rounds_table(rounds: list[Round]) -> NumbersTable:
    """The numbers of the chart, as a table."""
    heads = (_("Round"), _("Danger"), pgettext("zombies", "came"), _("8 of 10 evenings"))
    return NumbersTable(
        "luck",
        _("Zombies by spawn step"),
        (*heads, pgettext("number", "mean")),
        [
            Row(
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


class Fell(NamedTuple):
    """How somebody's dice fell."""

    name: str
    throws: Throws
    better_than: int | None
    """Of a hundred such throws; None while there are too few to say."""
    bar: Bar
    """More hits than expected to the right, fewer to the left."""


def dice_rows(luck: Luck) -> list[Fell]:
    """A row for each survivor, and a last one for all of them if there are several."""
    rows = [(thrower.name, thrower.throws) for thrower in luck.dice]
    if len(rows) > 1:
        rows.append((_("All together"), luck.throws))
    bars = over_bars([throws.over for _name, throws in rows])
    return [
        Fell(name, throws, better_than(throws), bar)
        for (name, throws), bar in zip(rows, bars, strict=True)
    ]


def over_bars(numbers: Sequence[float]) -> list[Bar]:
    """Over the mean to the right, under it to the left."""
    most = max((abs(number) for number in numbers), default=0) or 1
    bars = []
    for number in numbers:
        width = abs(number) / most * REACH
        x = MIDDLE if number > 0 else MIDDLE - width
        bars.append(Bar(f"{x:.1f}", "4", f"{max(width, 1):.1f}", "12"))
    return bars
