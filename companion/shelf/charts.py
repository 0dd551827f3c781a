"""Columns by round as numbers for an SVG; the template only writes them down.

Every series has a strip of its own, so nothing must be told apart by colour.
"""

from collections.abc import Sequence
from typing import NamedTuple

UNIT = 34
"""Width of a round."""
HEIGHT = 56
HEAD, FOOT = 16, 18
"""Room for the number on top of a column, and for the round below it."""


class Column(NamedTuple):
    """A bar, and where the number above it stands."""

    x: float
    y: float
    width: float
    height: float
    value: int
    mark: str
    """What kind of bar it is: `placed`, `killed`, or a danger level."""

    @property
    def middle(self) -> float:
        return self.x + self.width / 2

    @property
    def label_y(self) -> float:
        return self.y - 3


class Strip(NamedTuple):
    width: int
    height: int
    base: int
    columns: list[Column]
    rounds: list[tuple[float, int]]
    """Where the number of each round stands."""


def strip(
    rounds: Sequence[int], values: Sequence[Sequence[tuple[int, str]]], *, most: int
) -> Strip:
    """For every round its bars side by side, as high as their share of `most`."""
    columns = []
    for index, bars in enumerate(values):
        width = (UNIT - 6) / max(1, len(bars))
        for place, (value, mark) in enumerate(bars):
            height = round(HEIGHT * value / most, 1) if most else 0
            columns.append(
                Column(
                    x=round(index * UNIT + 3 + place * width, 1),
                    y=HEAD + HEIGHT - height,
                    width=round(width - 1, 1),
                    height=height,
                    value=value,
                    mark=mark,
                )
            )
    return Strip(
        width=max(1, len(rounds)) * UNIT,
        height=HEAD + HEIGHT + FOOT,
        base=HEAD + HEIGHT,
        columns=columns,
        rounds=[(index * UNIT + UNIT / 2, number) for index, number in enumerate(rounds)],
    )
