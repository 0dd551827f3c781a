"""Drawings: boxes, danger shapes, the point bar, rounds, lying bars.

All of it black on white, in millimetres; text in it is escaped by `format_html`. A drawing has a
title, which is what a screen reader says in its place.
"""

from collections.abc import Iterable, Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.terms import danger_word

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


def _svg(head: str, parts: Iterable[str], title: str) -> SafeString:
    named = format_html("<title>{}</title>", title)
    return mark_safe(f"<svg {head}>{named}{''.join(parts)}</svg>")  # noqa: S308 - parts are ours or escaped


def box(is_on: bool = False, more: str = "") -> SafeString:
    """Return a box to tick; a ticked one carries a printed X, which is text."""
    tick = "X" if is_on else ""
    return format_html('<i class="bx{}">{}</i>', f" {more}" if more else "", tick)


def boxes(count: int, on: int = 0, more: str = "") -> SafeString:
    return format_html_join(" ", "{}", ((box(number < on, more),) for number in range(count)))


def shape(danger: str, is_on: bool = False, size: float = 3.1) -> SafeString:
    """Return a danger level as its shape: empty is still to reach, filled is reached."""
    head = (
        f'class="shape level" width="{size}mm" height="{size}mm" viewBox="0 0 10 10" '
        f'fill="{"#000" if is_on else "#fff"}" stroke="#000" stroke-width="1.1"'
    )
    word = danger_word(danger)
    title = _("%(level)s: reached") % {"level": word} if is_on else word
    return _svg(head, [SHAPES[danger]], title)


SWATCHES = {
    "white": '<rect x=".5" y=".5" width="9" height="9" fill="#fff"/>',
    "black": '<rect x=".5" y=".5" width="9" height="9" fill="#000"/>',
    "hatch": '<rect x=".5" y=".5" width="9" height="9" fill="#fff"/>'
    '<path d="M1 6L6 1M1 9.5L9.5 1M5 9.5L9.5 5" stroke-width=".9"/>',
    "dots": '<rect x=".5" y=".5" width="9" height="9" fill="#fff"/>'
    '<circle cx="3" cy="3" r=".9"/><circle cx="7" cy="3" r=".9"/>'
    '<circle cx="3" cy="7" r=".9"/><circle cx="7" cy="7" r=".9"/>',
    "dashed": '<rect x=".7" y=".7" width="8.6" height="8.6" fill="#fff" '
    'stroke-width="1.2" stroke-dasharray="2 1.4"/>',
}


def swatch(fill: str, name: str) -> SafeString:
    """Return a sample of a bar's filling, for a legend."""
    head = 'class="shape" width="2.6mm" height="2.6mm" viewBox="0 0 10 10" stroke="#000"'
    return _svg(head, [SWATCHES[fill]], name)


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
            '<text x="{}" y="2.5" font-size="2.9" font-weight="600">{}</text>'
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
    title = _("%(points)s of %(track)s") % {"points": points, "track": track}
    return _svg(head, parts, title)


def tile_list(tiles: Sequence[str]) -> SafeString:
    """The tiles whose layout only the book shows, each with a box to tick when it lies there."""
    wide, high, a_row = 18.4, 8.0, 6
    parts: list[str] = []
    for number, tile in enumerate(tiles):
        x, y = number % a_row * 18.7 + 0.3, number // a_row * 9.0 + 0.4
        parts.append(
            format_html(
                '<rect x="{}" y="{}" width="{}" height="{}" fill="#fff" stroke="#000" '
                'stroke-width=".5"/><text x="{}" y="{}" font-size="5" font-weight="800">{}</text>'
                '<rect x="{}" y="{}" width="4.2" height="4.2" fill="#fff" stroke="#000" '
                'stroke-width=".3"/>',
                f"{x:.2f}",
                f"{y:.2f}",
                wide - 0.4,
                high,
                f"{x + 6.6:.2f}",
                f"{y + 5.8:.2f}",
                tile,
                f"{x + 12.8:.2f}",
                f"{y + 1.9:.2f}",
            )
        )
    height = -(-len(tiles) // a_row) * 9.0
    head = f'viewBox="0 0 112.4 {height:.1f}" text-anchor="middle" font-family="{HEADS}"'
    return _svg(head, parts, _("Tiles: %(tiles)s") % {"tiles": ", ".join(tiles)})


def empty_board(columns: int = 3, rows: int = 3, zone_height: float = 9.2) -> SafeString:
    """Return a board to copy from the book: three by three zones a tile, room for its name."""
    zone = 12.3
    wide, high = zone * 3, zone_height * 3
    parts: list[str] = []
    for row in range(rows):
        for column in range(columns):
            x, y = column * wide, row * high
            for third in (1, 2):
                parts.append(
                    f'<path d="M{x + zone * third:.2f} {y:.2f}v{high:.2f}'
                    f'M{x:.2f} {y + zone_height * third:.2f}h{wide:.2f}" stroke="#888" '
                    'stroke-width=".2" stroke-dasharray="1 1"/>'
                )
            parts.append(
                f'<rect x="{x:.2f}" y="{y:.2f}" width="{wide:.2f}" height="{high:.2f}" '
                'fill="none" stroke="#000" stroke-width=".5" stroke-dasharray="2 1.2"/>'
                f'<rect x="{x:.2f}" y="{y:.2f}" width="9" height="6.4" fill="#fff" '
                'stroke="#000" stroke-width=".4"/>'
            )
    width, height = columns * wide + 1, rows * high + 1
    head = f'viewBox="-.5 -.5 {width:.1f} {height:.1f}"'
    return _svg(head, parts, _("An empty board to draw on"))


ROUNDS = 18
TRACK_WIDTH = 186.0


def hour_track(
    start: int | None, night: tuple[int, int] | None = None, *, saves_ink: bool
) -> SafeString:
    """Rounds in a strip, each with its hour and a box: the clock and the tally in one."""
    cell, height = TRACK_WIDTH / ROUNDS, 16.8 if start is not None else 13.0
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
        size = 3.2 if hour is not None else 4.6
        parts.append(
            f'<text x="{x + 2.6 if is_dark else middle:.2f}" y="{size + 0.2:.1f}" '
            f'font-size="{size}" font-weight="{600 if hour is not None else 800}" '
            f'fill="{ink}">{number + 1}</text>'
        )
        if hour is not None:
            parts.append(
                f'<text x="{middle:.2f}" y="10" font-size="5.6" font-weight="800">{hour:02}</text>'
            )
        tick = 4.8 if hour is not None else 5.8
        parts.append(
            f'<rect x="{middle - tick / 2:.2f}" y="{height - tick - 0.6:.2f}" width="{tick}" '
            f'height="{tick}" fill="#fff" stroke="#000" stroke-width=".25"/>'
        )
    parts.append(_frame(height))
    title = ngettext("%(n)s round", "%(n)s rounds", ROUNDS) % {"n": ROUNDS}
    if start is not None:
        title = _("%(rounds)s, the first at %(hour)s:00") % {"rounds": title, "hour": start}
    return _svg(_track_head(height), parts, title)


def time_meter(length: int, *, lost: str, saves_ink: bool) -> SafeString:
    """Return a mission's own time: so many boxes, and the last of them is the end."""
    cell, height = TRACK_WIDTH / length, 13.0
    tick = min(6.4, cell * 0.42)
    parts = []
    for number in range(1, length):
        x = (number - 1) * cell
        parts.append(
            f'<rect x="{x:.2f}" y="0" width="{cell:.2f}" height="{height}" fill="#fff" '
            'stroke="#000" stroke-width=".25"/>'
            f'<text x="{x + cell * 0.26:.2f}" y="8.8" font-size="{min(6.6, cell * 0.36):.1f}" '
            f'font-weight="800">{number}</text>'
            f'<rect x="{x + cell * 0.94 - tick:.2f}" y="{(height - tick) / 2:.2f}" '
            f'width="{tick:.2f}" height="{tick:.2f}" fill="#fff" stroke="#000" '
            'stroke-width=".3"/>'
        )
    x, middle = (length - 1) * cell, (length - 0.5) * cell
    ground, ink = ("#fff", "#000") if saves_ink else ("#000", "#fff")
    parts.append(
        format_html(
            '<rect x="{}" y="0" width="{}" height="{}" fill="{}" stroke="#000" '
            'stroke-width=".9"/><text x="{}" y="5.6" font-size="4.8" font-weight="800" '
            'fill="{}">{}</text><text x="{}" y="11" font-size="{}" font-weight="800" '
            'fill="{}">{}</text>',
            f"{x:.2f}",
            f"{cell:.2f}",
            height,
            ground,
            f"{middle:.2f}",
            ink,
            length,
            f"{middle:.2f}",
            f"{min(4.2, cell / 5):.1f}",
            ink,
            lost,
        )
    )
    parts.append(_frame(height))
    title = _("Time meter of %(n)s boxes; at the last one: %(lost)s")
    return _svg(_track_head(height), parts, title % {"n": length, "lost": lost})


def _frame(height: float) -> str:
    return (
        f'<rect x="0" y="0" width="{TRACK_WIDTH:g}" height="{height}" fill="none" stroke="#000" '
        'stroke-width=".6"/>'
    )


def _track_head(height: float) -> str:
    return (
        f'viewBox="-.3 -.4 {TRACK_WIDTH + 0.6:g} {height + 0.8:.1f}" text-anchor="middle" '
        f'font-family="{HEADS}"'
    )


def _is_between(hour: int, first: int, last: int) -> bool:
    """Both ends included, over midnight if need be."""
    return first <= hour <= last if first <= last else hour >= first or hour <= last


def level_bar(count: int, most: int, fill: str = "black", *, room: float = 36.0) -> SafeString:
    """A lying bar, as long as `count` is of `most`; beside it stands its number, in words."""
    long = max(0.6, room * count / max(1, most))
    head = f'class="shape" width="{long:.1f}mm" height="4mm" viewBox="0 0 {long:.1f} 4"'
    inks = {
        "black": '<rect width="{0:.1f}" height="4" fill="#000"/>',
        "white": '<rect x=".2" y=".2" width="{1:.1f}" height="3.6" fill="#fff" stroke="#000" '
        'stroke-width=".4"/>',
        "hatch": '<defs><pattern id="lines" width="1.4" height="1.4" '
        'patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width=".45" '
        'height="1.4" fill="#000"/></pattern></defs><rect x=".2" y=".2" width="{1:.1f}" '
        'height="3.6" fill="url(#lines)" stroke="#000" stroke-width=".4"/>',
        "dashed": '<rect x=".3" y=".3" width="{2:.1f}" height="3.4" fill="#fff" stroke="#000" '
        'stroke-width=".6" stroke-dasharray="1.2 .8"/>',
    }
    part = inks[fill].format(long, max(0.2, long - 0.4), max(0.2, long - 0.6))
    return _svg(head, [part], str(count))


def luck_bar(over: int, most: int) -> SafeString:
    """From the middle: black to the right for good luck, white to the left for bad."""
    room, middle = 11.0, 12.0
    long = max(0.3, room * abs(over) / max(1, most))
    x, fill = (middle, "#000") if over > 0 else (middle - long, "#fff")
    parts = [
        f'<rect x="{x:.1f}" y=".6" width="{long:.1f}" height="2.8" fill="{fill}" stroke="#000" '
        'stroke-width=".3"/>'
        if over
        else "",
        f'<path d="M{middle} 0V4" stroke="#000" stroke-width=".3"/>',
    ]
    head = f'class="shape" width="{2 * middle}mm" height="4mm" viewBox="0 0 {2 * middle} 4"'
    return _svg(head, parts, signed(over))


def signed(number: int) -> str:
    """With its sign, a real minus."""
    return f"+{number}" if number > 0 else str(number).replace("-", "\u2212")


def cut_lines(
    width: float, height: float, columns: Sequence[float], rows: Sequence[float]
) -> SafeString:
    """Hairlines between cards and marks outside them, over a whole page."""
    left, right, top, bottom = columns[0], columns[-1], rows[0], rows[-1]
    parts = [
        f'<path d="M{x:.2f} {top:.2f}V{bottom:.2f}" stroke="#999" stroke-width=".12"/>'
        for x in columns[1:-1]
    ]
    parts += [
        f'<path d="M{left:.2f} {y:.2f}H{right:.2f}" stroke="#999" stroke-width=".12"/>'
        for y in rows[1:-1]
    ]
    parts += [
        f'<path d="M{x:.2f} {top - 6:.2f}v5M{x:.2f} {bottom + 1:.2f}v5" stroke="#000" '
        'stroke-width=".25"/>'
        for x in columns
    ]
    parts += [
        f'<path d="M{left - 6:.2f} {y:.2f}h5M{right + 1:.2f} {y:.2f}h5" stroke="#000" '
        'stroke-width=".25"/>'
        for y in rows
    ]
    return _svg(_whole_page(width, height), parts, _("Cut along the marks"))


def fold_lines(
    width: float, height: float, folds: Sequence[float], cuts: SafeString | str = ""
) -> SafeString:
    """Dashed lines across a page where it is folded."""
    parts = [
        f'<path d="M0 {y:.2f}H{width:.2f}" stroke="#000" stroke-width=".25" '
        'stroke-dasharray="3.5 2.5"/>'
        for y in folds
    ]
    return _svg(_whole_page(width, height), [*parts, cuts], _("Fold along the dashes"))


def edges(columns: Sequence[float], rows: Sequence[float]) -> SafeString:
    """Thin lines along which a page is cut, without marks: the cards reach its edges."""
    parts = [
        f'<path d="M{x:.2f} {rows[0]:.2f}V{rows[-1]:.2f}" stroke="#888" stroke-width=".2"/>'
        for x in columns
    ]
    parts += [
        f'<path d="M{columns[0]:.2f} {y:.2f}H{columns[-1]:.2f}" stroke="#888" stroke-width=".2"/>'
        for y in rows
    ]
    return mark_safe("".join(parts))  # noqa: S308 - numbers


def _whole_page(width: float, height: float) -> str:
    return (
        f'class="lines-to-cut" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}"'
    )
