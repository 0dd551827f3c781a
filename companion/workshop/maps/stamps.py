"""Things on a map, drawn one by one: a token in a square of 100, a door around its middle.

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
LETTERS: dict[str, tuple[int, int]] = {
    "k-t": (44, 60),
    "k-s": (25, 34),
    "k-w": (24, 30),
    "k-b": (22, 30),
    "k-f": (20, 26),
    "k-cn": (27, 34),
}
"""Size of letters of each role, and the largest beside what is drawn with them."""


class Paint(Protocol):
    """A function that returns the attributes of an element of these roles."""

    def __call__(self, *roles: str) -> str: ...


def on_screen(*roles: str) -> str:
    """Return roles as classes of `workshop-map.css`."""
    return f'class="{" ".join(roles)}"'


class Square(NamedTuple):
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
    least: float = 0
    """Smallest letters, in units of the token; a text without room is left out, see `is_told`."""

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
        """Return the role of text that can be read on the fill."""
        return "k-ink" if self.token.colour else "k-i"

    def write(self, words: object, x: float, y: float, *roles: str, more: str = "") -> str:
        """Return letters of the first role."""
        return write(words, x, y, self.paint, *roles, least=self.least, more=more)


def text_svg(words: object, x: float, y: float, *attributes: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" {" ".join(attributes)}>{escape(words)}</text>'


def write(
    words: object,
    x: float,
    y: float,
    paint: Paint,
    *roles: str,
    least: float = 0,
    more: str = "",
) -> str:
    """Return letters of the first role, no smaller than the least; none if there is no room."""
    size, most = LETTERS[roles[0]]
    if least <= size:
        return text_svg(words, x, y, paint(*roles), more)
    if least > most:
        return ""
    return text_svg(words, x, y, paint(*roles), more, f'style="font-size:{least:.3g}px"')


def token_svg(
    kind: TokenKind | None,
    token: MapToken,
    paint: Paint = on_screen,
    *,
    asleep: bool | None = None,
    least: float = 0,
) -> str:
    """Return a token in its square; `asleep` overrides the state at the start."""
    is_asleep = token.asleep if asleep is None else asleep
    return SHAPES[kind.shape if kind else "disc"](Stamp(kind, token, is_asleep, paint, least))


def is_told(kind: TokenKind | None, token: MapToken, least: float) -> bool:
    """Check if all text of a token fits in letters of that size."""
    stamp = Stamp(kind, token, token.asleep, on_screen)
    shape = kind.shape if kind else "disc"
    roles = {
        "k-w": shape in ("start", "exit"),
        "k-t": shape in ("spawn", "objective"),
        "k-s": shape in ("spawn", "hatch") and bool(stamp.letter),
        "k-f": shape == "spawn" and bool(token.faces),
        "k-b": shape in ("disc", "square") and bool(stamp.letter),
        "k-cn": shape in ("disc", "square", "figure") and token.count > 1,
    }
    return all(least <= LETTERS[role][1] for role, is_there in roles.items() if is_there)


class PictureFrame(NamedTuple):
    """The frame of a picture by itself: its size or class, and its words for screen readers."""

    size: str = 'class="tk"'
    title: str = ""
    least: float = 0
    """Smallest letters in it, in its own units."""


PLAIN_FRAME = PictureFrame()


def picture(
    kind: TokenKind | None,
    token: MapToken,
    paint: Paint = on_screen,
    frame: PictureFrame = PLAIN_FRAME,
) -> SafeString:
    """Return a token by itself, for a palette or a legend."""
    has_word = kind is not None and kind.shape in ("start", "exit")
    box = "6 -4 88 88" if has_word else "8 6 84 88"
    return _framed(token_svg(kind, token, paint, least=frame.least), frame, box)


def door_picture(
    door: MapDoor, paint: Paint = on_screen, frame: PictureFrame = PLAIN_FRAME
) -> SafeString:
    """Return a door in a piece of wall."""
    bar = bar_svg(door, is_upright=False, paint=paint, least=frame.least)
    wall = f'<path {paint("m-wl")} d="M4 50h21M75 50h21"/>'
    return _framed(f'{wall}<g transform="translate(50 50)">{bar}</g>', frame, "8 8 84 84")


def _framed(inner: str, frame: PictureFrame, box: str) -> SafeString:
    head = f'<svg {frame.size} viewBox="{box}" focusable="false"'
    title = f"<title>{escape(frame.title)}</title>"
    svg = f'{head} role="img">{title}' if frame.title else f'{head} aria-hidden="true">'
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
    return stamp.write(kind_name(stamp.kind).upper(), 50, 95, "k-w")


def _spawn(stamp: Stamp) -> str:
    """Return a house: filled while active, dashed while asleep; the first has a double wall."""
    token, paint, asleep = stamp.token, stamp.paint, stamp.is_asleep
    roles = ("k-off", f"o-{token.colour or 'paper'}") if asleep else (stamp.fill, "k-ring")
    ink = "k-z" if asleep else stamp.ink
    parts = [f'<path {paint(*roles)} d="M50 14L84 40V86H16V40z"/>']
    if token.start:
        line = "k-tick" if token.colour and not asleep else "k-tick-i"
        parts.append(f'<path {paint(line)} d="M50 22L77 43V79H23V43z"/>')
    number = "" if token.number is None else token.number
    parts.append(stamp.write(number, 42, 76, "k-t", ink, more="data-number"))
    if stamp.letter:
        parts.append(stamp.write(stamp.letter, 66, 74, "k-s", ink))
    if stamp.icon:
        parts.append(_glyph(stamp.icon, Square(58, 50, 20), paint, ink))
    if token.faces:
        parts.append(stamp.write(" ".join(map(str, token.faces)), 50, 99, "k-f"))
    return "".join(parts)


def _objective(stamp: Stamp) -> str:
    paint = stamp.paint
    return (
        f'<circle {paint(stamp.fill, "k-ring")} cx="50" cy="50" r="30"/>'
        f'<path {paint("k-tick")} d="M50 20v10M50 70v10M20 50h10M70 50h10"/>'
        f"{stamp.write(stamp.letter, 50, 65, 'k-t', stamp.ink)}"
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
    letter = stamp.write(stamp.letter, 50, 60, "k-s", stamp.ink)
    return body + plate + letter


def _figure(stamp: Stamp) -> str:
    return _glyph(stamp.icon, Square(18, 14, 66), stamp.paint, "k-z") + _count(stamp)


def _disc(stamp: Stamp) -> str:
    body = f'<circle {stamp.paint(stamp.fill, "k-ring")} cx="50" cy="50" r="33"/>'
    return body + _filled(stamp)


def _square(stamp: Stamp) -> str:
    body = (
        f'<rect {stamp.paint(stamp.fill, "k-ring")} x="16" y="16" width="68" height="68" rx="6"/>'
    )
    return body + _filled(stamp)


def _filled(stamp: Stamp) -> str:
    if not (letter := stamp.letter and stamp.write(stamp.letter, 66, 77, "k-b")):
        return _glyph(stamp.icon, Square(27, 27, 46), stamp.paint, stamp.ink) + _count(stamp)
    return _glyph(stamp.icon, Square(22, 20, 36), stamp.paint, stamp.ink) + letter + _count(stamp)


def _count(stamp: Stamp) -> str:
    if stamp.token.count == 1:
        return ""
    count = stamp.write(stamp.token.count, 79, 87, "k-cn")
    return count and f'<circle {stamp.paint("k-c")} cx="79" cy="78" r="18"/>{count}'


def _glyph(name: str, box: Square, paint: Paint, role: str) -> str:
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


def bar_svg(door: MapDoor, *, is_upright: bool, paint: Paint = on_screen, least: float = 0) -> str:
    """Return a bar: hollow for an open door, crossed for a sealed one."""
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
        parts.append(write(letter, 0, 9, paint, "k-s", ink, least=least))
    return "".join(parts)
