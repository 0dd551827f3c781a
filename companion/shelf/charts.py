"""Columns by round: every series has a strip of its own, so nothing is told apart by color."""

from collections.abc import Sequence

from django.utils.safestring import SafeString

from companion.charts import Scale, across, scrolled, text

UNIT, GAP = 34, 3
"""Width of a round, and its margins."""
TOP, FOOT, HEIGHT = 16, 72, 90


def strip(
    title: str, rounds: Sequence[int], values: Sequence[Sequence[tuple[int, str]]], *, most: int
) -> SafeString:
    """Draw the bars of each round side by side, as high as their share of `most`.

    Each has its kind: `placed`, `killed` or a danger level.
    """
    scale, width = Scale(FOOT, TOP, most or 1), max(1, len(rounds)) * UNIT
    parts = [across(FOOT + 0.5, 0, width, css="chart__axis")]
    for place, bars in enumerate(values):
        each = (UNIT - 2 * GAP) / max(1, len(bars))
        for number, (value, kind) in enumerate(bars):
            if value:
                x, css = place * UNIT + GAP + number * each, f"chart__bar chart__bar--{kind}"
                parts.append(scale.bar(x, each - 1, value, css=css, data_danger=kind))
                parts.append(text(x + (each - 1) / 2, scale.y(value) - 3, value))
    for place, round_ in enumerate(rounds):
        parts.append(text((place + 0.5) * UNIT, FOOT + 14, round_, css="chart__round"))
    return scrolled(title, width, HEIGHT, parts)
