"""Rounds against the band in which eight of ten evenings fall, drawn on the server."""

from typing import NamedTuple

from companion.odds.chart import Bar, Line
from companion.odds.luck import Dice, Round

EACH, LEFT, TOP, FOOT = 46.0, 28.0, 28.0, 146.0
STEPS = (5, 10, 20, 50, 100)
MOST_LINES = 4
MIDDLE, REACH = 60.0, 56.0
"""Of the bars that say how dice fell."""


class Mark(NamedTuple):
    """One round."""

    number: int
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
    most = max(max(each.fall.came, each.fall.band[1]) for each in rounds) or 1
    scale = (FOOT - TOP) / most
    marks = []
    for place, each in enumerate(rounds):
        left = LEFT + place * EACH
        low, high = each.fall.band
        y = FOOT - each.fall.came * scale
        band = Bar(
            f"{left + 4:.1f}",
            f"{FOOT - high * scale:.1f}",
            f"{EACH - 8:.1f}",
            f"{max((high - low) * scale, 1):.1f}",
        )
        marks.append(
            Mark(
                each.round,
                band,
                f"{FOOT - each.fall.mean * scale:.1f}",
                f"{left + EACH / 2:.1f}",
                f"{left + 4:.1f}",
                f"{left + EACH - 4:.1f}",
                f"{y:.1f}",
                f"{y - 9:.1f}",
                each.fall.came,
            )
        )
    step = next((each for each in STEPS if most / each <= MOST_LINES), STEPS[-1])
    lines = [
        Line(f"{FOOT - number * scale:.1f}", f"{FOOT - number * scale + 5:.1f}", str(number))
        for number in range(0, most + 1, step)
    ]
    path = "M" + "L".join(f"{mark.x} {mark.y}" for mark in marks)
    return Rounds(f"{max(LEFT + len(rounds) * EACH, 200):.0f}", marks, lines, path)


def dice_bars(dice: list[Dice]) -> list[tuple[Dice, Bar]]:
    """More hits than expected to the right, fewer to the left."""
    most = max((abs(each.over) for each in dice), default=0) or 1
    bars = []
    for each in dice:
        width = abs(each.over) / most * REACH
        x = MIDDLE if each.over > 0 else MIDDLE - width
        bars.append((each, Bar(f"{x:.1f}", "4", f"{max(width, 1):.1f}", "12")))
    return bars
