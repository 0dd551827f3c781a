"""Bands by round, drawn on the server; the same numbers stand in a table under them."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.odds.chart import Line

WIDTH, LEFT, RIGHT, TOP, FOOT = 358.0, 40.0, 66.0, 16.0, 168.0
WIDE_LEFT = 74.0
"""Where words stand at the lines instead of numbers."""
APART = 20.0
"""Labels at the ends of two lines keep this distance."""
STEPS = (1, 2, 5, 10, 20, 25, 50, 100)
MOST_LINES = 5
EVERY = 2
"""Rounds between two numbers under the chart."""


class Point(NamedTuple):
    """A round: its middle, and the edges of its band."""

    low: float
    middle: float
    high: float


class Series(NamedTuple):
    """One set-up, as an SVG wants it in any language."""

    band: str
    line: str
    x: str
    y: str
    diamond: str
    label_y: str
    words: str


class Bands(NamedTuple):
    series: list[Series]
    lines: list[Line]
    rounds: list[tuple[int, str]]
    left: str
    right: str
    label_x: str


def bands(
    rows: Sequence[Sequence[Point]],
    ends: Sequence[str],
    *,
    least: float = 1.0,
    most: float | None = None,
    marks: Sequence[str] = (),
    unit: str = "",
) -> Bands:
    """One or two rows of points by round. `marks` are the words of 0, 1, 2... instead of numbers.

    The highest number is at least `least`, and `most` at most.
    """
    left = WIDE_LEFT if marks else LEFT
    top = max([least, *(point.high for row in rows for point in row)])
    top = min(top, most) if most else top
    scale, step = (FOOT - TOP) / top, (WIDTH - left - RIGHT) / (max(map(len, rows)) - 1)
    y_of = [[_at(point, scale) for point in row] for row in rows]
    x_of = [left + place * step for place in range(max(map(len, rows)))]
    labels = _labels([row[-1].middle for row in y_of])
    series = [
        _series(row, x_of, label, words)
        for row, label, words in zip(y_of, labels, ends, strict=True)
    ]
    numbers = [number for number in range(1, len(x_of) + 1) if number == 1 or number % EVERY == 0]
    return Bands(
        series,
        _lines(top, scale, marks, unit),
        [(number, f"{x_of[number - 1]:.1f}") for number in numbers],
        f"{left:.0f}",
        f"{WIDTH - RIGHT:.0f}",
        f"{WIDTH - RIGHT + 12:.0f}",
    )


def _at(point: Point, scale: float) -> Point:
    return Point(*(FOOT - number * scale for number in point))


def _series(row: list[Point], x_of: list[float], label: float, words: str) -> Series:
    upper = [f"{x:.1f} {point.high:.1f}" for x, point in zip(x_of, row, strict=True)]
    lower = [f"{x:.1f} {point.low:.1f}" for x, point in zip(x_of, row, strict=True)]
    middle = [f"{x:.1f} {point.middle:.1f}" for x, point in zip(x_of, row, strict=True)]
    x, y = x_of[-1], row[-1].middle
    return Series(
        band=f"M{'L'.join([*upper, *reversed(lower)])}Z",
        line=f"M{'L'.join(middle)}",
        x=f"{x:.1f}",
        y=f"{y:.1f}",
        diamond=f"M{x:.1f} {y - 8:.1f}l8 8l-8 8l-8-8Z",
        label_y=f"{label + 6:.1f}",
        words=words,
    )


def _labels(ends: list[float]) -> list[float]:
    """Where the words at the ends stand: each at its own, two that would touch apart."""
    if len(ends) == 1 or abs(ends[0] - ends[1]) >= APART:
        return ends
    middle, sign = sum(ends) / 2, 1 if ends[0] >= ends[1] else -1
    middle = min(middle, FOOT - APART / 2)
    return [middle + sign * APART / 2, middle - sign * APART / 2]


def _lines(top: float, scale: float, marks: Sequence[str], unit: str) -> list[Line]:
    if marks:
        labelled = list(enumerate(marks))
    else:
        step = next((step for step in STEPS if top / step <= MOST_LINES), STEPS[-1])
        labelled = [(number, f"{number}{unit}") for number in range(0, int(top) + 1, step)]
    return [
        Line(f"{FOOT - number * scale:.1f}", f"{FOOT - number * scale + 5:.1f}", words)
        for number, words in labelled
    ]
