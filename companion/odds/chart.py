"""Columns of chances, drawn on the server; the same numbers stand in a table under them."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from companion.odds.outlook import per_cent

WIDTH, FOOT, TOP = 358.0, 146.0, 10.0
MOST_COLUMNS = 16
SHOWN = Fraction(1, 200)
"""Columns at both ends that never reach this are put together with their neighbours."""
STEPS = (2, 5, 10, 20, 25, 50)
MOST_LINES = 4
GAP = 2.0


class Bar(NamedTuple):
    """A rectangle; numbers as an SVG wants them in any language."""

    x: str
    y: str
    width: str
    height: str


class Bin(NamedTuple):
    """Some numbers of zombies and how likely they are."""

    label: str
    middle: str
    bars: tuple[Bar, ...]
    """Now, and if."""
    words: tuple[str, ...]
    is_labelled: bool


class Line(NamedTuple):
    y: str
    text_y: str
    words: str


class Chart(NamedTuple):
    bins: list[Bin]
    lines: list[Line]


def chart(series: Sequence[Sequence[Fraction]]) -> Chart:
    """One or two rows of chances by number, side by side."""
    bins = _bins(series)
    highest = max((float(share) for _label, shares in bins for share in shares), default=1.0)
    step = next(
        (candidate for candidate in STEPS if highest * 100 / candidate <= MOST_LINES), STEPS[-1]
    )
    scale = (FOOT - TOP) / max(highest, 0.01)
    bin_width = WIDTH / len(bins)
    every = -(-len(bins) // 9)
    drawn = []
    for place, (label, shares) in enumerate(bins):
        left = place * bin_width + GAP
        width = (bin_width - 2 * GAP) / len(shares)
        bars = tuple(
            _bar(left + number * width, width, float(share) * scale)
            for number, share in enumerate(shares)
        )
        drawn.append(
            Bin(
                label,
                f"{(place + 0.5) * bin_width:.1f}",
                bars,
                tuple(map(per_cent, shares)),
                place % every == 0,
            )
        )
    lines = [
        Line(
            f"{FOOT - share * scale / 100:.1f}",
            f"{FOOT - share * scale / 100 - 4:.1f}",
            f"{share} %",
        )
        for share in range(step, int(highest * 100) + 1, step)
    ]
    return Chart(drawn, lines)


def _bar(x: float, width: float, height: float) -> Bar:
    return Bar(f"{x:.1f}", f"{FOOT - height:.1f}", f"{width:.1f}", f"{height:.1f}")


def _bins(series: Sequence[Sequence[Fraction]]) -> list[tuple[str, list[Fraction]]]:
    """Numbers with their chances; neighbours together where there are too many."""
    length = max(len(row) for row in series)
    rows = [[*row, *[Fraction(0)] * (length - len(row))] for row in series]
    shown = [number for number in range(length) if any(row[number] >= SHOWN for row in rows)]
    first, last = (shown[0], shown[-1]) if shown else (0, length - 1)
    width = -(-(last - first + 1) // MOST_COLUMNS)
    bins = []
    for start in range(first, last + 1, width):
        end = min(start + width - 1, last)
        low = 0 if start == first else start
        high = length - 1 if end == last else end
        label = str(start) if start == end else f"{start}-{end}"
        if end == last and length - 1 > last:
            label = f"{start}+"
        elif start == first and first and any(any(row[:first]) for row in rows):
            label = f"≤{end}"
        bins.append((label, [sum(row[low : high + 1], Fraction(0)) for row in rows]))
    return bins
