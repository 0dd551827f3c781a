"""Bands by round of one set-up or two; the same numbers stand in a table under them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString

from companion.charts import Look, Scale, across, band, dot, hatch, path, svg, text, through

WIDTH, HEIGHT, LEFT, RIGHT, TOP, FOOT = 358.0, 196.0, 40.0, 66.0, 16.0, 168.0
WIDE_LEFT = 74.0
"""Room for words at the lines instead of numbers."""
APART = 20.0
"""Least distance of the labels at the ends of two lines."""
MOST_LINES = 5
EVERY = 2
"""Rounds between two numbers under the chart."""
PAGE: Mapping[str, Look] = {
    "chart": {"css": "chart"},
    "stripes": {"width": 8, "stripe": path("M0 0V8", css="chart__stripe chart__stripe--b")},
    "axis": {"css": "chart__axis"},
    "line": {"css": "chart__line"},
    "label": {},
    "round": {"y": 192},
    "band-a": {"css": "chart__band chart__band--a"},
    "curve-a": {"css": "chart__curve"},
    "dot-a": {"css": "chart__dot", "radius": 6},
    "band-b": {},
    "curve-b": {"css": "chart__curve chart__curve--b"},
    "dot-b": {"css": "chart__dot chart__dot--b"},
    "end": {"css": "chart__number chart__number--on"},
}
"""Looks of the parts on a page; those of paper are in `campaigns.printing.charts`."""


class Point(NamedTuple):
    """A round: its middle, and the edges of its band."""

    low: float
    middle: float
    high: float


class Bands(NamedTuple):
    """One or two rows of points by round, and the words at the ends of their lines."""

    rows: Sequence[Sequence[Point]]
    ends: Sequence[str]
    most: float
    """Number at the top."""
    marks: Sequence[str] = ()
    """Words of 0, 1, 2... instead of numbers."""
    unit: str = ""

    def drawn(self, name: str, title: str, ink: Mapping[str, Look] = PAGE) -> SafeString:
        """Draw the first row with a whole line, the second with a dashed one on stripes."""
        scale, left = Scale(FOOT, TOP, self.most), WIDE_LEFT if self.marks else LEFT
        right, rounds = WIDTH - RIGHT, max(map(len, self.rows))
        x_of = [left + place * (right - left) / (rounds - 1) for place in range(rounds)]
        parts = [hatch(f"{name}-hatch", **ink["stripes"])]
        for number, words in self._lines(scale):
            y = scale.y(number)
            parts.append(across(y, left, right, **ink["line" if number else "axis"]))
            parts.append(text(left - 6, y + 5, words, "end", **ink["label"]))
        for place, x in enumerate(x_of, 1):
            if place == 1 or place % EVERY == 0:
                parts.append(text(x, words=place, **ink["label"], **ink["round"]))
        edges = [_edges(row, x_of, scale) for row in self.rows]
        for which, (low, _middle, high) in zip("ab", edges, strict=False):
            fill = f"url(#{name}-hatch)" if which == "b" else None
            parts.append(path(band(high, low), **{"fill": fill, **ink[f"band-{which}"]}))
        labels = _apart([middle[-1][1] for _low, middle, _high in edges])
        for which, edge, label, words in zip("ab", edges, labels, self.ends, strict=False):
            (x, y), look = edge[1][-1], ink[f"dot-{which}"]
            parts.append(path(through(edge[1]), **ink[f"curve-{which}"]))
            diamond = [(x, y - 8), (x + 8, y), (x, y + 8), (x - 8, y)]
            shape = dot((x, y), **look) if which == "a" else path(f"{through(diamond)}Z", **look)
            parts.append(shape)
            parts.append(text(right + 12, label + 6, words, "start", **ink["end"]))
        return svg(title, (0, 0, WIDTH, HEIGHT), parts, **ink["chart"])

    def _lines(self, scale: Scale) -> Iterable[tuple[int, str]]:
        if self.marks:
            return enumerate(self.marks)
        return ((number, f"{number}{self.unit}") for number in scale.grid(MOST_LINES))


def bands(
    rows: Sequence[Sequence[Point]],
    ends: Sequence[str],
    *,
    least: float = 1.0,
    most: float | None = None,
    marks: Sequence[str] = (),
    unit: str = "",
) -> Bands:
    """Return rows of points under a number that is at least `least`, and `most` at most."""
    top = max([least, *(point.high for row in rows for point in row)])
    return Bands(rows, ends, min(top, most) if most else top, marks, unit)


def _edges(
    row: Sequence[Point], x_of: Sequence[float], scale: Scale
) -> list[list[tuple[float, float]]]:
    """Return the lower edge of a band, its middle and its upper edge."""
    places = zip(*row, strict=True)
    return [[(x, scale.y(number)) for x, number in zip(x_of, line, strict=True)] for line in places]


def _apart(ends: list[float]) -> list[float]:
    """Return where the words at the ends stand: each at its own, two that would touch apart."""
    if len(ends) == 1 or abs(ends[0] - ends[1]) >= APART:
        return ends
    middle, sign = sum(ends) / 2, 1 if ends[0] >= ends[1] else -1
    middle = min(middle, FOOT - APART / 2)
    return [middle + sign * APART / 2, middle - sign * APART / 2]
