"""What is drawn: boxes, danger shapes, the point bar, tile maps, the hour track, bar charts.

All of it black on white, in millimetres; text in it is escaped by `format_html`.
"""

from collections.abc import Iterable, Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

HEADS = "Sofia Sans Extra Condensed"
NIGHT = "#d4d4d4"
# Circle, diamond, triangle, burst: the same shapes as on the screens.
SHAPES = {
    "blue": '<circle cx="5" cy="5" r="4.2"/>',
    "yellow": '<path d="M5 .4L9.6 5 5 9.6.4 5z"/>',
    "orange": '<path d="M5 .9L9.4 9H.6z"/>',
    "red": '<path d="M5 .2L6.4 2.2 8.5 1.5 8.3 3.8 9.9 5 8.3 6.2 8.5 8.5 6.4 7.8 5 9.8 3.6 7.8 '
    '1.5 8.5 1.7 6.2.1 5 1.7 3.8 1.5 1.5 3.6 2.2z"/>',
}


def _svg(head: str, parts: Iterable[str]) -> SafeString:
    return mark_safe(f"<svg {head}>{''.join(parts)}</svg>")  # noqa: S308 - parts are ours or escaped


def box(is_on: bool = False, more: str = "") -> SafeString:
    """A box to tick; ticked ones carry a heavy X, so that no pencil mark looks printed."""
    return format_html('<i class="bx{}{}"></i>', " on" if is_on else "", f" {more}" if more else "")


def boxes(count: int, on: int = 0, more: str = "") -> SafeString:
    return format_html_join(" ", "{}", ((box(number < on, more),) for number in range(count)))


def shape(danger: str, is_on: bool = False, size: float = 3.1) -> SafeString:
    """A danger level as its shape: empty is still to reach, filled is reached."""
    head = (
        f'class="shape" width="{size}mm" height="{size}mm" viewBox="0 0 10 10" '
        f'fill="{"#000" if is_on else "#fff"}" stroke="#000" stroke-width="1.1"'
    )
    return _svg(head, [SHAPES[danger]])


def swatch(fill: str) -> SafeString:
    """A sample of a bar's filling, for a legend: `white`, `hatch` or `black`."""
    body = {
        "white": '<rect x=".5" y=".5" width="9" height="9" fill="#fff"/>',
        "black": '<rect x=".5" y=".5" width="9" height="9" fill="#000"/>',
        "hatch": '<rect x=".5" y=".5" width="9" height="9" fill="#fff"/>'
        '<path d="M1 6L6 1M1 9.5L9.5 1M5 9.5L9.5 5" stroke-width=".9"/>',
        "dots": '<rect x=".5" y=".5" width="9" height="9" fill="#fff"/>'
        '<circle cx="3" cy="3" r=".9"/><circle cx="7" cy="3" r=".9"/>'
        '<circle cx="3" cy="7" r=".9"/><circle cx="7" cy="7" r=".9"/>',
    }[fill]
    head = 'class="shape" width="2.6mm" height="2.6mm" viewBox="0 0 10 10" stroke="#000"'
    return _svg(head, [body])


def cross() -> SafeString:
    head = (
        'class="shape" width="2.4mm" height="2.4mm" viewBox="0 0 10 10" stroke="#000" '
        'stroke-width="1.6"'
    )
    return _svg(head, ['<path d="M1 1L9 9M9 1L1 9"/>'])


def point_bar(
    points: int, *, track: int, milestones: Sequence[int], total: str, saves_ink: bool
) -> SafeString:
    """The bar of campaign points: a box each, milestones framed with a stem to their reward."""
    column, side = 186 / (track + 1), 7.6
    parts = []
    for number in range(1, track + 1):
        x = (number - 1) * column + (column - side) / 2
        middle, is_on, is_mile = x + side / 2, number <= points, number in milestones
        is_black = is_on and not saves_ink
        parts.append(
            f'<rect x="{x:.3f}" y=".4" width="{side}" height="{side}" '
            f'fill="{"#000" if is_black else "#fff"}" stroke="#000" '
            f'stroke-width="{0.75 if is_mile else 0.25}"/>'
        )
        if is_on and saves_ink:
            parts.append(
                f'<path d="M{x + 0.9:.3f} 1.3l5.8 5.8m0-5.8l-5.8 5.8" stroke="#000" '
                'stroke-width=".7"/>'
            )
        else:
            parts.append(
                f'<text x="{middle:.3f}" y="6" font-size="5.2" '
                f'font-weight="{800 if is_mile else 600}" '
                f'fill="{"#fff" if is_black else "#000"}">{number}</text>'
            )
        if is_mile:
            parts.append(f'<path d="M{middle:.3f} 8.2v2.2" stroke="#000" stroke-width=".5"/>')
    middle = track * column + column / 2
    parts.append(
        format_html(
            '<text x="{}" y="2.4" font-size="2.5" font-weight="600">{}</text>'
            '<text x="{}" y="7.6" font-size="6" font-weight="800">{}</text>',
            f"{middle:.2f}",
            total,
            f"{middle:.2f}",
            points or "",
        )
    )
    head = (
        'viewBox="0 0 186 10.4" width="186mm" height="10.4mm" text-anchor="middle" '
        f'font-family="{HEADS}"'
    )
    return _svg(head, parts)


MAP_WIDTH, MAP_HEIGHT = 62, 46
"""A board of three rows is drawn smaller, so that the sheet stays on one page."""


def tile_map(grid: Sequence[Sequence[str]], *, saves_ink: bool) -> SafeString:
    """The tiles as they lie, each with hairlines to sketch in."""
    side = 20
    width, height = max(len(row) for row in grid) * side, len(grid) * side
    parts: list[str] = []
    for row, tiles in enumerate(grid):
        for column, tile in enumerate(tiles):
            x, y = column * side, row * side
            parts.append(
                f'<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="#fff" '
                'stroke="#000" stroke-width=".5"/>'
            )
            for third in (side / 3, 2 * side / 3):
                parts.append(
                    f'<path d="M{x + third:.2f} {y}v{side}M{x} {y + third:.2f}h{side}" '
                    'stroke="#aaa" stroke-width=".15" stroke-dasharray=".6 .6"/>'
                )
            parts.append(
                f'<rect x="{x}" y="{y}" width="7.6" height="5.4" '
                f'fill="{"#fff" if saves_ink else "#000"}" stroke="#000" stroke-width=".4"/>'
            )
            parts.append(
                format_html(
                    '<text x="{}" y="{}" font-size="4.8" font-weight="800" fill="{}">{}</text>',
                    x + 3.8,
                    y + 4.2,
                    "#000" if saves_ink else "#fff",
                    tile,
                )
            )
    parts.append(
        f'<rect x="0" y="0" width="{width}" height="{height}" fill="none" stroke="#000" '
        'stroke-width=".9"/>'
    )
    scale = min(MAP_WIDTH / (width + 2), MAP_HEIGHT / (height + 2))
    head = (
        f'width="{(width + 2) * scale:.1f}mm" height="{(height + 2) * scale:.1f}mm" '
        f'viewBox="-1 -1 {width + 2} {height + 2}" text-anchor="middle" font-family="{HEADS}"'
    )
    return _svg(head, parts)


def loose_tiles(tiles: Sequence[str], rows: int = 2, columns: int = 3) -> SafeString:
    """Tiles whose layout we do not know: their labels, and an empty frame to sketch in."""
    a_row = 6
    parts: list[str] = []
    for number, tile in enumerate(tiles):
        x, y = number % a_row * 10.1, number // a_row * 7.4
        parts.append(
            format_html(
                '<rect x="{}" y="{}" width="9.3" height="6.2" fill="#fff" stroke="#000" '
                'stroke-width=".35" stroke-dasharray="1 .6"/>'
                '<text x="{}" y="{}" font-size="4.6" font-weight="800">{}</text>',
                f"{x:.2f}",
                f"{y:.2f}",
                f"{x + 4.65:.2f}",
                f"{y + 4.7:.2f}",
                tile,
            )
        )
    top = (len(tiles) + a_row - 1) // a_row * 7.4 + (1.2 if tiles else 0)
    for row in range(rows):
        for column in range(columns):
            parts.append(
                f'<rect x="{column * 20}" y="{top + row * 16:.2f}" width="20" height="16" '
                'fill="#fff" stroke="#000" stroke-width=".3" stroke-dasharray="1 1"/>'
            )
    height = top + rows * 16 + 2
    head = (
        f'width="62mm" height="{height:.2f}mm" viewBox="-1 -1 62 {height:.2f}" '
        f'text-anchor="middle" font-family="{HEADS}"'
    )
    return _svg(head, parts)


ROUNDS = 18


def hour_track(start: int | None, night: tuple[int, int] | None, *, saves_ink: bool) -> SafeString:
    """Rounds in a strip, each with its hour and a box: the clock and the tally in one."""
    cell, height = 186 / ROUNDS, 16.8
    parts = []
    for number in range(ROUNDS):
        x, middle = number * cell, number * cell + cell / 2
        hour = None if start is None else (start + number) % 24
        is_dark = hour is not None and night is not None and _is_between(hour, *night)
        fill = NIGHT if is_dark and not saves_ink else "#fff"
        parts.append(
            f'<rect x="{x:.2f}" y="0" width="{cell:.2f}" height="{height}" fill="{fill}" '
            'stroke="#000" stroke-width=".25"/>'
        )
        ink = "#000"
        if is_dark:
            band, moon = ("#fff", "#000") if saves_ink else ("#000", "#fff")
            ink = moon
            parts.append(
                f'<rect x="{x:.2f}" y="0" width="{cell:.2f}" height="4.4" fill="{band}" '
                'stroke="#000" stroke-width=".4"/>'
                f'<circle cx="{x + cell - 2.2:.2f}" cy="2.2" r="1.15" fill="{moon}"/>'
                f'<circle cx="{x + cell - 1.7:.2f}" cy="1.85" r="1" fill="{band}"/>'
            )
        parts.append(
            f'<text x="{x + 2.6 if is_dark else middle:.2f}" y="3.3" font-size="3.2" '
            f'font-weight="600" fill="{ink}">{number + 1}</text>'
        )
        if hour is not None:
            parts.append(
                f'<text x="{middle:.2f}" y="10.2" font-size="5.8" font-weight="800">'
                f"{hour:02}</text>"
            )
        parts.append(
            f'<rect x="{middle - 2.1:.2f}" y="12.1" width="4.2" height="4.2" fill="#fff" '
            'stroke="#000" stroke-width=".25"/>'
        )
    parts.append(
        f'<rect x="0" y="0" width="186" height="{height}" fill="none" stroke="#000" '
        'stroke-width=".5"/>'
    )
    head = f'viewBox="0 -.4 186 {height + 0.8:.1f}" text-anchor="middle" font-family="{HEADS}"'
    return _svg(head, parts)


def _is_between(hour: int, first: int, last: int) -> bool:
    """Both ends included, over midnight if need be."""
    return first <= hour <= last if first <= last else hour >= first or hour <= last


FILLS = ("white", "hatch", "black", "dots")


def bar_chart(columns: Sequence[tuple[str, Sequence[int] | None]]) -> SafeString:
    """Stacked bars, one a column; None is a column still to come. Fillings as in `FILLS`."""
    width, height, left = 186.0, 32.0, 9.0
    step = (width - left - 2) / max(10, len(columns))
    bar = step * 0.74
    most = max([sum(values) for _label, values in columns if values] + [1])
    scale = (height - 4) / (most * 1.05)
    fills = {"white": "#fff", "hatch": "url(#hatch)", "black": "#000", "dots": "url(#dotted)"}
    parts = [
        '<defs><pattern id="hatch" width="1.2" height="1.2" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><rect width=".3" height="1.2" fill="#000"/></pattern>'
        '<pattern id="dotted" width="1.4" height="1.4" patternUnits="userSpaceOnUse">'
        '<circle cx=".7" cy=".7" r=".3" fill="#000"/></pattern></defs>'
    ]
    for value in _ticks(most):
        y = height - value * scale
        dash = ' stroke-dasharray=".8"' if value else ""
        parts.append(
            f'<path d="M{left} {y:.2f}H{width}" stroke="#999" stroke-width=".15"{dash}/>'
            f'<text x="{left - 1.5}" y="{y + 1:.2f}" font-size="2.9" text-anchor="end">'
            f"{value}</text>"
        )
    for number, (label, values) in enumerate(columns):
        x = left + 2 + number * step
        middle = x + bar / 2
        parts.append(
            format_html(
                '<text x="{}" y="{}" font-size="4.6" font-weight="800" font-family="{}" '
                'text-anchor="middle">{}</text>',
                f"{middle:.2f}",
                height + 4.6,
                HEADS,
                label,
            )
        )
        if values is None:
            parts.append(
                f'<rect x="{x:.2f}" y="{height - 12}" width="{bar:.2f}" height="12" fill="none" '
                'stroke="#000" stroke-width=".2" stroke-dasharray="1 1"/>'
            )
            continue
        y = height
        for fill, value in zip(FILLS, values, strict=False):
            tall = value * scale
            y -= tall
            parts.append(
                f'<rect x="{x:.2f}" y="{y:.2f}" width="{bar:.2f}" height="{tall:.2f}" '
                f'fill="{fills[fill]}" stroke="#000" stroke-width=".25"/>'
            )
        parts.append(
            f'<text x="{middle:.2f}" y="{y - 1.2:.2f}" font-size="3.4" font-weight="700" '
            f'text-anchor="middle">{sum(values)}</text>'
        )
    head = f'viewBox="0 -3 {width:g} {height + 9:g}" font-family="Fira Sans Condensed"'
    return _svg(head, parts)


MOST_TICKS = 4


def _ticks(most: int) -> list[int]:
    steps = (1, 2, 5, 10, 20, 50, 100, 200, 500)
    step = next((one for one in steps if most / one <= MOST_TICKS), 1000)
    return list(range(0, most + 1, step))
