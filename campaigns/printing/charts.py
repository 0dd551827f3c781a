"""Charts of odds and luck in ink; their numbers stand in a table beside them."""

from collections.abc import Iterable, Sequence
from math import ceil
from typing import Protocol

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from companion.difficulty.charts import Bands, Series

FONT, HEADS = "Fira Sans Condensed", "Sofia Sans Extra Condensed"
WIDTH, FOOT, LEFT, TOP = 186.0, 34.0, 9.0, 4.0
FEWEST_ROUNDS = 10
STEPS = (2, 5, 10, 20, 50, 100)
MOST_LINES = 4
LABEL_ROOM = 5.2


class Step(Protocol):
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


def steps_chart(steps: Sequence[Step], title: str) -> SafeString:
    """Each step against its band: what came as a line, the mean as a stroke across the band.

    Where steps stand too close, only some rounds are labelled.
    """
    most = max([1, *(max(step.came, step.high) for step in steps)])
    scale = (FOOT - TOP) / most
    step_width = (WIDTH - LEFT) / max(FEWEST_ROUNDS, len(steps))
    labelled = ceil(LABEL_ROOM / step_width)
    every = next((step for step in STEPS if most / step <= MOST_LINES), STEPS[-1])
    parts = [
        _line(LEFT, FOOT - number * scale, WIDTH, str(number))
        for number in range(0, most + 1, every)
    ]
    middles = [LEFT + (place + 0.5) * step_width for place in range(len(steps))]
    for place, (x, step) in enumerate(zip(middles, steps, strict=True)):
        left, wide = x - step_width * 0.37, step_width * 0.74
        tall = max((step.high - step.low) * scale, 0.4)
        mean = FOOT - step.mean * scale
        parts.append(
            mark_safe(  # noqa: S308 - numbers only
                f'<rect x="{left:.2f}" y="{FOOT - step.high * scale:.2f}" width="{wide:.2f}" '
                f'height="{tall:.2f}" fill="#000" fill-opacity=".1" stroke="#000" '
                f'stroke-width=".15"/><path d="M{left:.2f} {mean:.2f}h{wide:.2f}" stroke="#000" '
                'stroke-width=".25" stroke-dasharray="1 .7"/>'
            )
        )
        if place % labelled == 0:
            parts.append(_number(x, FOOT + 4.6, str(step.round), 4.6))
    tops = [FOOT - step.came * scale for step in steps]
    path = "L".join(f"{x:.2f} {y:.2f}" for x, y in zip(middles, tops, strict=True))
    parts.append(_path(f"M{path}", 'fill="none" stroke="#000" stroke-width=".5"'))
    parts += [_dot(x, y) for x, y in zip(middles, tops, strict=True)]
    words = "; ".join(f"{step.round}: {step.came}" for step in steps)
    return _svg(f"0 -3 {WIDTH:g} {FOOT + 9:g}", parts, f"{title}: {words}")


def bands_chart(bands: Bands, name: str, title: str) -> SafeString:
    """As on the page: the first set-up whole and grey, the second dashed and hatched."""
    hatch = f"{name}-hatch"
    parts = [
        format_html(
            '<defs><pattern id="{}" width="7" height="7" patternUnits="userSpaceOnUse" '
            'patternTransform="rotate(45)"><rect width="1" height="7" fill="#000"/></pattern>'
            "</defs>",
            hatch,
        )
    ]
    for line in bands.lines:
        parts.append(
            _path(f"M{bands.left} {line.y}H{bands.right}", 'stroke="#999" stroke-width=".6"')
        )
        parts.append(_label(float(bands.left) - 6, float(line.text_y), line.words, 13))
    parts += [_label(float(x), 190.0, str(number), 13, "middle") for number, x in bands.rounds]
    fills = ('fill="#000" fill-opacity=".14"', f'fill="url(#{hatch})" fill-opacity=".45"')
    parts += [_path(curve.band, fill) for curve, fill in zip(bands.series, fills, strict=False)]
    parts += _ends(bands.series, float(bands.label_x))
    return _svg("0 0 358 196", parts, title)


def _ends(series: Sequence[Series], label_x: float) -> Iterable[SafeString]:
    strokes = ("", ' stroke-dasharray="9 5"')
    for number, (curve, dash) in enumerate(zip(series, strokes, strict=False)):
        yield _path(curve.line, f'fill="none" stroke="#000" stroke-width="2.4"{dash}')
        if number:
            yield _path(curve.diamond, 'fill="#fff" stroke="#000" stroke-width="1.6"')
        else:
            yield _dot(float(curve.x), float(curve.y), 5.5, 1.6)
        yield _number(label_x, float(curve.label_y), curve.words, 17, "start")


def _line(left: float, y: float, right: float, words: str) -> SafeString:
    path = _path(f"M{left} {y:.2f}H{right}", 'stroke="#999" stroke-width=".15"')
    return format_html("{}{}", path, _label(left - 1.5, y + 1, words, 2.9))


def _dot(x: float, y: float, radius: float = 0.9, edge: float = 0.3) -> SafeString:
    return format_html(
        '<circle cx="{}" cy="{}" r="{}" fill="#000" stroke="#fff" stroke-width="{}"/>',
        *(f"{x:.2f}", f"{y:.2f}", radius, edge),
    )


def _path(path: str, ink: str) -> SafeString:
    return mark_safe(f'<path d="{path}" {ink}/>')  # noqa: S308 - numbers and ink of ours


def _number(x: float, y: float, words: str, size: float, anchor: str = "middle") -> SafeString:
    """To be read from afar."""
    ink = f'font-weight="800" font-family="{HEADS}"'
    return _text(f"{x:.2f}", f"{y:.2f}", words, f'font-size="{size}" text-anchor="{anchor}" {ink}')


def _label(x: float, y: float, words: str, size: float, anchor: str = "end") -> SafeString:
    return _text(f"{x:.2f}", f"{y:.2f}", words, f'font-size="{size}" text-anchor="{anchor}"')


def _text(x: str, y: str, words: str, ink: str) -> SafeString:
    return format_html('<text x="{}" y="{}" {}>{}</text>', x, y, mark_safe(ink), words)  # noqa: S308


def _svg(box: str, parts: Iterable[SafeString], title: str) -> SafeString:
    return format_html(
        '<svg viewBox="{}" font-family="{}"><title>{}</title>{}</svg>',
        *(box, FONT, title, format_html_join("", "{}", ((part,) for part in parts))),
    )
