"""What lies on a map, drawn one by one: a token in a square of 100, a door around its middle.

Roles say what a line is; the paint says how it looks there, see `drawing`.
"""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from companion.workshop.maps.glyphs import glyph
from companion.workshop.maps.words import colour_letter, kind_name
from rules.maps.given import PLAIN
from rules.packs.schema.maps import MapDoor, MapToken, Shape, TokenKind

DOOR_LONG, DOOR_WIDE, DOOR_WIDER = 50, 24, 28


class Paint(Protocol):
    """How roles look: the attributes of an element."""

    def __call__(self, *roles: str) -> str: ...


def on_screen(*roles: str) -> str:
    """As classes of `workshop-map.css`."""
    return f'class="{" ".join(roles)}"'


class Box(NamedTuple):
    """A square to draw into."""

    x: float
    y: float
    size: float


class Stamp(NamedTuple):
    """One token to be drawn."""

    kind: TokenKind | None
    token: MapToken
    is_asleep: bool
    paint: Paint

    @property
    def fill(self) -> str:
        return f"k-{self.token.colour or 'paper'}"

    @property
    def letter(self) -> str:
        return colour_letter(self.token.colour)

    @property
    def icon(self) -> str:
        return self.kind.icon if self.kind else ""

    @property
    def ink(self) -> str:
        """What can be read on the fill."""
        return "k-ink" if self.token.colour else "k-i"


def text_svg(words: object, x: float, y: float, *attributes: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" {" ".join(attributes)}>{escape(words)}</text>'


def token_svg(
    kind: TokenKind | None,
    token: MapToken,
    paint: Paint = on_screen,
    *,
    asleep: bool | None = None,
) -> str:
    """A token in its square; `asleep` as it is by now, where that differs from the start."""
    is_asleep = token.asleep if asleep is None else asleep
    return SHAPES[kind.shape if kind else "disc"](Stamp(kind, token, is_asleep, paint))


class Frame(NamedTuple):
    """How a picture by itself is set: its size or class, and what is said in its place."""

    size: str = 'class="tk"'
    title: str = ""


PLAIN_FRAME = Frame()


def picture(
    kind: TokenKind | None,
    token: MapToken,
    paint: Paint = on_screen,
    frame: Frame = PLAIN_FRAME,
) -> SafeString:
    """A token by itself, for a palette or a legend."""
    has_word = kind is not None and kind.shape in ("start", "exit")
    box = "6 -4 88 88" if has_word else "8 6 84 88"
    return _framed(token_svg(kind, token, paint), frame, box)


def door_picture(door: MapDoor, paint: Paint = on_screen, frame: Frame = PLAIN_FRAME) -> SafeString:
    """A door in a piece of wall."""
    wall = f'<path {paint("m-wl")} d="M4 50h92"/>'
    bar = f'<g transform="translate(50 50)">{bar_svg(door, is_upright=False, paint=paint)}</g>'
    return _framed(wall + bar, frame, "8 8 84 84")


def _framed(inner: str, frame: Frame, box: str) -> SafeString:
    head = f'<svg {frame.size} viewBox="{box}" focusable="false"'
    told = f"<title>{escape(frame.title)}</title>"
    svg = f'{head} role="img">{told}' if frame.title else f'{head} aria-hidden="true">'
    return mark_safe(f"{svg}{inner}</svg>")  # noqa: S308 - numbers, our own outlines, escaped text


# --- shapes ---


def _start(stamp: Stamp) -> str:
    paint = stamp.paint
    return (
        f'<circle {paint("k-paper", "k-ring")} cx="50" cy="40" r="31"/>'
        f'<path {paint("k-i")} d="M40 58V22h5l22 10-22 10v16z"/>{_word(stamp)}'
    )


def _exit(stamp: Stamp) -> str:
    outline = "M12 22h46v-12l32 29-32 29v-12H12z"
    return f'<path {stamp.paint("k-paper", "k-ring")} d="{outline}"/>{_word(stamp)}'


def _word(stamp: Stamp) -> str:
    return text_svg(kind_name(stamp.kind).upper(), 50, 95, stamp.paint("k-w"))


def _spawn(stamp: Stamp) -> str:
    """A house: filled while it spawns, dashed while it sleeps; the first one has a double wall."""
    token, paint, asleep = stamp.token, stamp.paint, stamp.is_asleep
    roles = ("k-off", f"o-{token.colour or 'paper'}") if asleep else (stamp.fill, "k-ring")
    ink = "k-z" if asleep else stamp.ink
    parts = [f'<path {paint(*roles)} d="M50 14L84 40V86H16V40z"/>']
    if token.start:
        line = "k-tick" if token.colour and not asleep else "k-tick-i"
        parts.append(f'<path {paint(line)} d="M50 22L77 43V79H23V43z"/>')
    number = "" if token.number is None else token.number
    parts.append(text_svg(number, 42, 76, paint("k-t", ink), "data-number"))
    if stamp.letter:
        parts.append(text_svg(stamp.letter, 66, 74, paint("k-s", ink)))
    if stamp.icon:
        parts.append(_glyph(stamp.icon, Box(58, 50, 20), paint, ink))
    if token.faces:
        parts.append(text_svg(" ".join(map(str, token.faces)), 50, 99, paint("k-f")))
    return "".join(parts)


def _objective(stamp: Stamp) -> str:
    paint = stamp.paint
    return (
        f'<circle {paint(stamp.fill, "k-ring")} cx="50" cy="50" r="30"/>'
        f'<path {paint("k-tick")} d="M50 20v10M50 70v10M20 50h10M70 50h10"/>'
        f"{text_svg(stamp.letter, 50, 65, paint('k-t', stamp.ink))}"
    )


def _hatch(stamp: Stamp) -> str:
    paint = stamp.paint
    body = (
        f'<rect {paint(stamp.fill, "k-ring")} x="18" y="18" width="64" height="64"/>'
        f'<path {paint("k-tick")} d="M18 34L34 18M18 82L82 18M66 82L82 66"/>'
    )
    if not stamp.letter:
        return body
    plate = f'<rect {paint(stamp.fill)} x="33" y="34" width="34" height="32"/>'
    return body + plate + text_svg(stamp.letter, 50, 60, paint("k-s", stamp.ink))


def _figure(stamp: Stamp) -> str:
    return _glyph(stamp.icon, Box(18, 14, 66), stamp.paint, "k-z") + _count(stamp)


def _disc(stamp: Stamp) -> str:
    body = f'<circle {stamp.paint(stamp.fill, "k-ring")} cx="50" cy="50" r="33"/>'
    return body + _filled(stamp)


def _square(stamp: Stamp) -> str:
    body = (
        f'<rect {stamp.paint(stamp.fill, "k-ring")} x="16" y="16" width="68" height="68" rx="6"/>'
    )
    return body + _filled(stamp)


def _filled(stamp: Stamp) -> str:
    parts = [_glyph(stamp.icon, Box(27, 27, 46), stamp.paint, stamp.ink)]
    if stamp.letter:
        parts.append(text_svg(stamp.letter, 82, 30, stamp.paint("k-b")))
    return "".join([*parts, _count(stamp)])


def _count(stamp: Stamp) -> str:
    if stamp.token.count == 1:
        return ""
    circle = f'<circle {stamp.paint("k-c")} cx="79" cy="78" r="18"/>'
    return circle + text_svg(stamp.token.count, 79, 87, stamp.paint("k-cn"))


def _glyph(name: str, box: Box, paint: Paint, role: str) -> str:
    shape = glyph(name)
    place = f"translate({box.x:g} {box.y:g}) scale({box.size / shape.size:.4f})"
    return f'<path {paint(role)} fill-rule="{shape.rule}" transform="{place}" d="{shape.outline}"/>'


SHAPES: dict[Shape, Callable[[Stamp], str]] = {
    "start": _start,
    "exit": _exit,
    "spawn": _spawn,
    "objective": _objective,
    "hatch": _hatch,
    "disc": _disc,
    "square": _square,
    "figure": _figure,
}


# --- doors ---


def bar_svg(door: MapDoor, *, is_upright: bool, paint: Paint = on_screen) -> str:
    """A bar: hollow when the door is open, crossed when it is sealed."""
    colour = None if door.colour in PLAIN[1:] else door.colour
    wide = DOOR_WIDER if colour else DOOR_WIDE
    width, height = (wide, DOOR_LONG) if is_upright else (DOOR_LONG, wide)
    name = colour or "paper"
    roles = ("k-open", f"o-{name}") if door.state == "open" else (f"k-{name}", "k-ring")
    parts = [
        f'<rect {paint(*roles)} x="{-width / 2:g}" y="{-height / 2:g}" width="{width}" '
        f'height="{height}" rx="3"/>'
    ]
    if door.state == "sealed":
        x, y = width / 2 - 4, height / 2 - 4
        line = "k-tick" if colour else "k-tick-i"
        cross = f"M{-x:g} {-y:g}L{x:g} {y:g}M{x:g} {-y:g}L{-x:g} {y:g}"
        parts.append(f'<path {paint(line)} d="{cross}"/>')
    if letter := colour_letter(colour):
        ink = "k-z" if door.state == "open" else "k-ink"
        parts.append(text_svg(letter, 0, 9, paint("k-s", ink)))
    return "".join(parts)
