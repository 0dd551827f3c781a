"""Charts as SVG: a scale, its bars, lines, bands and labels, and the table of their numbers.

Pages color the parts by class (`static/css/odds/charts.css`), paper by attributes.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

STEPS = (1, 2, 5, 10, 20, 25, 50, 100)
"""Numbers from one grid line to the next."""
Look = Mapping[str, Any]
"""Attributes of an element."""
Point = tuple[float, float]


class ChartRow(NamedTuple):
    head: str
    cells: tuple[str, ...]


class NumbersTable(NamedTuple):
    """The numbers of a chart; `parts/_chart_table.html` lays them out."""

    name: str
    """Start of its id."""
    title: str
    heads: tuple[str, ...]
    """Head of the rows, then those of the columns."""
    rows: list[ChartRow]


class Scale(NamedTuple):
    """Heights of numbers, from 0 at the foot to `most` at the top."""

    foot: float
    top: float
    most: float

    def height(self, number: float) -> float:
        return number * (self.foot - self.top) / self.most

    def y(self, number: float) -> float:
        return self.foot - self.height(number)

    def bar(
        self, x: float, width: float, high: float, low: float = 0, least: float = 0, **look: object
    ) -> SafeString:
        """Draw a bar between two numbers, at least `least` high."""
        height = max(self.height(high - low), least)
        return element("rect", x=x, y=self.y(high), width=width, height=height, **look)

    def grid(self, lines: int = 4, finest: int = 1) -> range:
        """Return the numbers that get a line: at most `lines` above 0."""
        step = next((s for s in STEPS if s >= finest and self.most / s <= lines), STEPS[-1])
        return range(0, int(self.most) + 1, step)


def every(labels: int, most: int) -> int:
    """Return which of the labels are shown: each n-th, so that at most `most` are."""
    return max(1, -(-labels // most))


def written(value: object) -> object:
    """Return a number as an SVG reads it in any language, to a hundredth."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else value


def element(name: str, *inside: object, **look: object) -> SafeString:
    """Return an element; `css` is its class, and `stroke_width` is written `stroke-width`."""
    attributes = format_html_join(
        "",
        ' {}="{}"',
        (
            ("class" if key == "css" else key.replace("_", "-"), written(value))
            for key, value in look.items()
            if value is not None
        ),
    )
    parts = format_html_join("", "{}", ((part,) for part in inside))
    return format_html("<{0}{1}>{2}</{0}>", name, attributes, parts)


def svg(
    title: str, box: Sequence[float], parts: Iterable[SafeString], **look: object
) -> SafeString:
    """Return a drawing; `box` is its left, top, width and height, `title` its text read aloud."""
    view = " ".join(str(written(float(edge))) for edge in box)
    return element("svg", element("title", title), *parts, viewBox=view, role="img", **look)


def path(d: str, **look: object) -> SafeString:
    return element("path", d=d, **look)


def through(points: Iterable[Point]) -> str:
    """Return the path through points."""
    return "M" + "L".join(f"{written(float(x))} {written(float(y))}" for x, y in points)


def band(upper: Iterable[Point], lower: Iterable[Point]) -> str:
    """Return the path around the ground between two lines."""
    return f"{through([*upper, *reversed(list(lower))])}Z"


def across(y: float, left: float, right: float, **look: object) -> SafeString:
    """Draw a level line."""
    return path(through([(left, y), (right, y)]), **look)


def dot(point: Point, radius: float, **look: object) -> SafeString:
    return element("circle", cx=point[0], cy=point[1], r=radius, **look)


def text(x: float, y: float, words: object, anchor: str = "middle", **look: object) -> SafeString:
    return element("text", words, x=x, y=y, text_anchor=anchor, **look)


def hatch(name: str, width: float, stripe: SafeString, **look: object) -> SafeString:
    """Define the pattern `name` of slanting stripes."""
    pattern = element(
        "pattern",
        stripe,
        id=name,
        width=width,
        height=width,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
        **look,
    )
    return element("defs", pattern)


# --- as pages draw them, by class ---


def rulings(
    scale: Scale, lines: Iterable[tuple[float, str]], left: float, right: float
) -> list[SafeString]:
    """Draw level lines, each with its words at the left."""
    parts = []
    for number, words in lines:
        parts.append(across(scale.y(number), left - 2, right, css="chart__line"))
        parts.append(text(left - 8, scale.y(number) + 5, words, "end"))
    return parts


def curve(points: Sequence[Point], numbers: Iterable[int]) -> list[SafeString]:
    """Draw a line through points, each with its number above it."""
    parts = [path(through(points), css="chart__curve")]
    for (x, y), number in zip(points, numbers, strict=True):
        parts.append(dot((x, y), 5, css="chart__dot"))
        parts.append(text(x, y - 9, number, css="chart__number chart__number--on"))
    return parts


def scrolled(title: str, width: int, height: int, parts: Iterable[SafeString]) -> SafeString:
    """Return a drawing that keeps its size, in a frame that is scrolled where it is narrower."""
    drawn = svg(title, (0, 0, width, height), parts, css="chart", width=width, height=height)
    frame: Look = {"role": "region", "tabindex": 0, "aria_label": title}
    return element("div", drawn, css="chart-scroll", **frame)
