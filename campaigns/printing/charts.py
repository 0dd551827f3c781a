"""Charts of odds, luck and zombies in ink; their numbers stand in a table beside them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from django.utils.safestring import SafeString

from companion.charts import (
    Look,
    Scale,
    across,
    dot,
    element,
    hatch,
    path,
    svg,
    text,
    through,
)
from companion.difficulty.charts import Bands

FONT, HEADS = "Fira Sans Condensed", "Sofia Sans Extra Condensed"
BLACK, GREY = "#000", "#999"
WIDTH, LEFT = 186.0, 9.0
FEWEST_ROUNDS = 10
LABEL_ROOM = 5.2
FILLS = ("white", "hatch", "black", "dots")
"""Fillings of the parts of a bar, from its foot; the last stands for all other zombies."""
NUMBER: Look = {"font_weight": 800, "font_family": HEADS}
"""Look of what is read from afar."""
EDGE: Look = {"stroke": BLACK, "stroke_width": 0.25}
PAPER: Mapping[str, Look] = {
    "chart": {"font_family": FONT},
    "stripes": {"width": 7, "stripe": element("rect", width=1, height=7, fill=BLACK)},
    "axis": {"stroke": GREY, "stroke_width": 0.6},
    "line": {"stroke": GREY, "stroke_width": 0.6},
    "label": {"font_size": 13},
    "round": {"y": 190},
    "band-a": {"fill": BLACK, "fill_opacity": 0.14},
    "curve-a": {"fill": "none", "stroke": BLACK, "stroke_width": 2.4},
    "dot-a": {"radius": 5.5, "stroke": "#fff", "stroke_width": 1.6},
    "band-b": {"fill_opacity": 0.45},
    "curve-b": {"fill": "none", "stroke": BLACK, "stroke_width": 2.4, "stroke_dasharray": "9 5"},
    "dot-b": {"fill": "#fff", "stroke": BLACK, "stroke_width": 1.6},
    "end": {"font_size": 17, **NUMBER},
}


class SpawnRange(Protocol):
    """A spawn step: what came, and between which numbers eight of ten fall."""

    @property
    def round(self) -> int: ...
    @property
    def came(self) -> int: ...
    @property
    def low(self) -> int: ...
    @property
    def high(self) -> int: ...
    @property
    def mean(self) -> float: ...


def steps_chart(steps: Sequence[SpawnRange], title: str) -> SafeString:
    """Draw each step against its band: what came as a line, the mean as a stroke across the band.

    Where steps stand too close, only some rounds are labelled.
    """
    scale = Scale(34, 4, max([1, *(max(step.came, step.high) for step in steps)]))
    each = (WIDTH - LEFT) / max(FEWEST_ROUNDS, len(steps))
    parts = []
    for number in scale.grid(finest=2):
        y = scale.y(number)
        parts.append(across(y, LEFT, WIDTH, stroke=GREY, stroke_width=0.15))
        parts.append(text(LEFT - 1.5, y + 1, number, "end", font_size=2.9))
    shade: Look = {"fill": BLACK, "fill_opacity": 0.1, "stroke": BLACK, "stroke_width": 0.15}
    middles = [LEFT + (place + 0.5) * each for place in range(len(steps))]
    for place, (x, step) in enumerate(zip(middles, steps, strict=True)):
        left, right, mean = x - each * 0.37, x + each * 0.37, scale.y(step.mean)
        parts.append(scale.bar(left, right - left, step.high, step.low, least=0.4, **shade))
        parts.append(across(mean, left, right, **EDGE, stroke_dasharray="1 .7"))
        if _is_labelled(place, each):
            parts.append(text(x, 38.6, step.round, font_size=4.6, **NUMBER))
    tops = [(x, scale.y(step.came)) for x, step in zip(middles, steps, strict=True)]
    parts.append(path(through(tops), fill="none", stroke=BLACK, stroke_width=0.5))
    parts += [dot(top, 0.9, stroke="#fff", stroke_width=0.3) for top in tops]
    words = "; ".join(f"{step.round}: {step.came}" for step in steps)
    return _drawn(f"{title}: {words}", 43, parts)


def bar_chart(columns: Sequence[tuple[str, Sequence[int]]]) -> SafeString:
    """Draw stacked bars, one a column, with their sums. Fillings as in `FILLS`.

    Where columns stand too close, only some of them are labelled.
    """
    sums = [sum(values) for _label, values in columns]
    scale, each = Scale(32, 4, max([*sums, 1]) * 1.05), (WIDTH - 2) / max(10, len(columns))
    wide = each * 0.74
    spot = element("circle", cx=0.7, cy=0.7, r=0.3, fill=BLACK)
    size: Look = {"width": 1.4, "height": 1.4, "patternUnits": "userSpaceOnUse"}
    parts = [
        hatch("hatch", 1.2, element("rect", width=0.3, height=1.2, fill=BLACK)),
        element("defs", element("pattern", spot, id="dotted", **size)),
        across(32, 0, WIDTH, **EDGE),
    ]
    fills = {"white": "#fff", "hatch": "url(#hatch)", "black": BLACK, "dots": "url(#dotted)"}
    for place, ((label, values), together) in enumerate(zip(columns, sums, strict=True)):
        x, low = 1 + place * each, 0
        for fill, value in zip(FILLS, values, strict=False):
            parts.append(scale.bar(x, wide, low + value, low, fill=fills[fill], **EDGE))
            low += value
        if _is_labelled(place, each):
            middle, above = x + wide / 2, scale.y(together) - 1.2
            parts.append(text(middle, 36.6, label, font_size=4.6, **NUMBER))
            parts.append(text(middle, above, together, font_size=3.4, font_weight=700))
    told = zip(columns, sums, strict=True)
    return _drawn("; ".join(f"{label}: {number}" for (label, _values), number in told), 41, parts)


def bands_chart(bands: Bands, name: str, title: str) -> SafeString:
    return bands.drawn(name, title, PAPER)


def _is_labelled(place: int, each: float) -> bool:
    """Check if a column of this width gets a label: all do while there is room for them."""
    return place % max(1, -int(-LABEL_ROOM // each)) == 0


def _drawn(title: str, height: float, parts: Iterable[SafeString]) -> SafeString:
    return svg(title, (0, -3, WIDTH, height), parts, font_family=FONT)
