"""Columns of chances; the same numbers stand in a table under them."""

from collections.abc import Sequence
from fractions import Fraction

from django.utils.safestring import SafeString

from companion.charts import Scale, across, every, hatch, path, svg, text

WIDTH, HEIGHT, FOOT, TOP, GAP = 358.0, 172.0, 146.0, 10.0, 2.0
MOST_COLUMNS, MOST_LABELS = 16, 9
SHOWN = Fraction(1, 200)
"""Columns at both ends that never reach this are put together with their neighbours."""
Bin = tuple[str, list[Fraction]]
"""A number of zombies, or several, and how likely they are: now, and if."""


def chart(bins: Sequence[Bin], levels: Sequence[str], title: str) -> SafeString:
    """Draw one or two columns a bin in the colors of danger levels; the second is hatched."""
    highest = max(float(share) for _label, shares in bins for share in shares)
    scale = Scale(FOOT, TOP, 100 * max(highest, 0.01))
    stripe = path("M0 0V7", css="chart__stripe")
    parts = [hatch("odds-hatch", 7, stripe, data_danger=level) for level in levels[1:]]
    for line in scale.grid(finest=2)[1:]:
        parts.append(across(scale.y(line), 0, WIDTH, css="chart__line"))
        parts.append(text(WIDTH, scale.y(line) - 4, f"{line} %", "end"))
    wide, shown = WIDTH / len(bins), every(len(bins), MOST_LABELS)
    for place, (label, shares) in enumerate(bins):
        width = (wide - 2 * GAP) / len(shares)
        for number, (share, level) in enumerate(zip(shares, levels, strict=True)):
            at = (place * wide + GAP + number * width, width, 100 * float(share))
            if number:
                parts.append(scale.bar(*at, fill="url(#odds-hatch)"))
            css = "chart__edge" if number else "chart__column"
            parts.append(scale.bar(*at, css=css, data_danger=level))
        if place % shown == 0:
            parts.append(text((place + 0.5) * wide, 165, label, css="chart__number"))
    parts.append(across(FOOT, 0, WIDTH, css="chart__axis"))
    return svg(title, (0, 0, WIDTH, HEIGHT), parts, css="chart")


def in_bins(series: Sequence[Sequence[Fraction]]) -> list[Bin]:
    """Return chances by number, neighbours together where there are too many."""
    length = max(len(row) for row in series)
    rows = [[*row, *[Fraction(0)] * (length - len(row))] for row in series]
    shown = [number for number in range(length) if any(row[number] >= SHOWN for row in rows)]
    first, last = (shown[0], shown[-1]) if shown else (0, length - 1)
    width = every(last - first + 1, MOST_COLUMNS)
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
