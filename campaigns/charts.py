"""Charts as SVG geometry, made on the server; the template only draws them."""

from collections.abc import Sequence
from typing import NamedTuple

WIDTH, HEIGHT = 300.0, 72.0
MOST_LABELS = 12


class Bar(NamedTuple):
    """One mission: where its bar stands, how high, what it says."""

    x: float
    y: float
    width: float
    height: float
    value: int
    label: str
    mark: str
    """won, lost or abandoned: drawn in another way, not only in another colour."""


class BarChart(NamedTuple):
    title: str
    bars: tuple[Bar, ...]
    total: str
    every: int
    """One label for so many bars, so that they stay readable."""


class Line(NamedTuple):
    """How one sheet's points grew from mission to mission."""

    name: str
    points: str
    last: int
    end_x: float
    end_y: float


def bar_chart(title: str, values: Sequence[tuple[str, int, str]], total: str) -> BarChart:
    """`values`: label, number and mark of each mission."""
    top = max((value for _label, value, _mark in values), default=0) or 1
    step = WIDTH / max(len(values), 1)
    gap = min(4.0, step * 0.2)
    bars = tuple(
        Bar(
            x=round(index * step + gap / 2, 2),
            y=round(HEIGHT - value / top * HEIGHT, 2),
            width=round(step - gap, 2),
            height=round(value / top * HEIGHT, 2),
            value=value,
            label=label,
            mark=mark,
        )
        for index, (label, value, mark) in enumerate(values)
    )
    return BarChart(title, bars, total, max(1, -(-len(values) // MOST_LABELS)))


def growth_line(name: str, values: Sequence[int], most: int) -> Line:
    """A step up at every mission, from nothing at the left."""
    grown = (0, *values)
    step = WIDTH / max(len(grown) - 1, 1)
    places = [
        (round(index * step, 2), round(HEIGHT - value / most * HEIGHT, 2))
        for index, value in enumerate(grown)
    ]
    return Line(
        name=name,
        points=" ".join(f"{x},{y}" for x, y in places),
        last=grown[-1],
        end_x=places[-1][0],
        end_y=places[-1][1],
    )
