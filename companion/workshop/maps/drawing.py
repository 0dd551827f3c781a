"""The one picture of a map, as vector: the same on its page, at the table, on the television and
on paper. A place is a square of 100; tokens are drawn into it, doors over its edges.

What differs is the paint: on screens a role is a class of `workshop-map.css`, on paper it is
attributes, because the printer's drawings know no style sheet.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from companion.workshop.maps.stamps import Paint, bar_svg, is_told, on_screen, text_svg, token_svg
from rules.maps.board import Edge, PlacedMap, Spot
from rules.maps.given import is_spawn, tokens_by_place
from rules.packs.schema.maps import ACROSS, DrawnMap, LaidTile, MapDoor, TokenKind

PLACE = 100
MARGIN = 4
"""Margin around the board, for the outer half of its walls."""
RULER, NUMERAL, NAME = 32, 26, 22
"""Margin of letters and numbers, and on paper their size and that of a tile's name."""
CAPITAL = 0.72
"""Height of a capital, as a share of the size of letters."""
GAP_FROM, GAP_TO = 26, 74
SHARES = {1: ((1.0, 0, 0),), 2: ((0.6, -4, 20), (0.6, 44, 20))}
"""Sizes and positions of tokens that share a place: two side by side, more in the corners."""
CORNERS = ((0.5, 0, 0), (0.5, 50, 0), (0.5, 0, 50), (0.5, 50, 50))
ALL_OF_IT = (1.0, 0.0, 0.0)
BESIDE_NAME = 0.78
"""Share of a place for its tokens on paper, beside the name of a tile."""


class PictureWindow(NamedTuple):
    """A piece of the picture. What has its middle outside is not drawn, so nothing is cut."""

    left: float
    top: float
    width: float
    height: float

    def shows(self, x: float, y: float) -> bool:
        return self.left <= x <= self.left + self.width and self.top <= y <= self.top + self.height


def draw(
    drawn: DrawnMap,
    kinds: Mapping[str, TokenKind],
    *,
    paint: Paint = on_screen,
    has_rulers: bool = True,
    is_turned: bool = False,
    title: str = "",
    marked: Collection[str] = (),
    awake: Mapping[str, bool] | None = None,
    size: str = "",
    window: PictureWindow | None = None,
    least: float = 0,
) -> SafeString:
    """Return the whole map. `marked` places have a problem; `awake` tells active spawn zones.

    One that was turned to lie (`rules.maps.board.lying`) keeps the names of its places. Without a
    title it is a picture for the eye only, because the places are said beside it. On paper letters
    have a `least` size, and no line runs under what lies on it.
    """
    board = PlacedMap(drawn)
    is_bare = has_rulers and not drawn.tokens
    view = window or whole(board, has_rulers=has_rulers)
    parts = [
        *_floors(board, paint, taken=_taken(board) if least else frozenset()),
        *_lines(board, paint, taken=_taken(board) if least else frozenset()),
        *_tokens(board, kinds, paint, awake or {}, view, least=least),
        *(_tile_name(tile, paint, least, is_large=is_bare) for tile in _seen_tiles(drawn, view)),
        *(door_svg(door, edge, paint, key, least) for key, door, edge in _seen_doors(board, view)),
        *(_mark(board.spots[place], paint) for place in marked if place in board.spots),
        *(_rulers(board, paint, view, least, is_turned=is_turned) if has_rulers else ()),
    ]
    box = " ".join(f"{number:g}" for number in view)
    head = format_html('role="img"><title>{}</title>', title) if title else 'aria-hidden="true">'
    return _safe(f'<svg viewBox="{box}" focusable="false" {size} {head}{"".join(parts)}</svg>')


def whole(board: PlacedMap, *, has_rulers: bool = True, ruler: float = RULER) -> PictureWindow:
    """Return the window of the whole picture, in its own units."""
    before = MARGIN + (ruler if has_rulers else 0)
    width, height = board.columns * PLACE, board.rows * PLACE
    return PictureWindow(-before, -before, width + before + MARGIN, height + before + MARGIN)


def _safe(markup: str) -> SafeString:
    return mark_safe(markup)  # noqa: S308 - numbers, our own outlines, and text that is escaped


# --- the ground ---


def _taken(board: PlacedMap) -> frozenset[Spot]:
    """Return places with something on them."""
    return frozenset(board.spots[place] for place in tokens_by_place(board.drawn))


def _floors(board: PlacedMap, paint: Paint, taken: Collection[Spot]) -> Iterable[str]:
    roles = {"street": "m-st", "room": "m-rm", "corridor": "m-co", "": "m-un"}
    for spot, place in board.keys.items():
        x, y, floor = spot.column * PLACE, spot.row * PLACE, board.floor(spot)
        yield (
            f'<rect {paint(roles[floor])} data-floor="{place}" x="{x}" y="{y}" '
            f'width="{PLACE}" height="{PLACE}"/>'
        )
        if floor == "room" and spot not in taken:
            half = PLACE // 2
            yield (f'<path {paint("m-fl")} d="M{x + half} {y}v{PLACE}M{x} {y + half}h{PLACE}"/>')


def _lines(board: PlacedMap, paint: Paint, taken: Collection[Spot]) -> Iterable[str]:
    """Yield lanes of streets, borders of zones, edges of tiles and walls: one path each.

    They leave out `taken` places.
    """
    lanes, zones, tiles, walls = [], [], [], []
    doors = board.doors if taken else {}
    for edge in board.edges:
        here, there = edge.spot, edge.spot.beside(edge.side)
        is_inside = here in board.keys and there in board.keys
        wall = board.wall(edge)
        x, y = _start_of(edge)
        along = "v" if edge.is_upright else "h"
        skip = f"m0 {GAP_TO - GAP_FROM}" if edge.is_upright else f"m{GAP_TO - GAP_FROM} 0"
        parted = f"M{x} {y}{along}{GAP_FROM}{skip}{along}{PLACE - GAP_TO}"
        line = parted if edge in doors else f"M{x} {y}{along}{PLACE}"
        if wall == "wall":
            walls.append(line)
        elif wall == "gap":
            walls.append(parted)
        elif is_inside:
            zones.append(line)
        if is_inside and board.floor(here) == board.floor(there) == "street":
            lanes.append(_lane(edge, here in taken, there in taken))
        if not is_inside or _piece(board, here) != _piece(board, there):
            tiles.append(line)
    for role, lines in (("m-ln", lanes), ("m-zn", zones), ("m-ed", tiles), ("m-wl", walls)):
        if lines:
            yield f'<path {paint(role)} d="{"".join(lines)}"/>'


def _lane(edge: Edge, leaves: bool, arrives: bool) -> str:
    """Return the line between the middles of two places, or one half of it."""
    half = PLACE // 2
    x, y = edge.spot.column * PLACE + half, edge.spot.row * PLACE + half
    before, after = (half if leaves else 0), (half if arrives else 0)
    if edge.is_upright:
        return f"M{x + before} {y}h{PLACE - before - after}"
    return f"M{x} {y + before}v{PLACE - before - after}"


def _piece(board: PlacedMap, spot: Spot) -> str:
    return board.keys[spot].partition(".")[0]


def _start_of(edge: Edge) -> tuple[int, int]:
    """Return the upper or left end of an edge."""
    column, row = edge.spot
    if edge.is_upright:
        return (column + 1) * PLACE, row * PLACE
    return column * PLACE, (row + 1) * PLACE


def _tile_name(tile: LaidTile, paint: Paint, least: float, *, is_large: bool) -> str:
    """Return a tile's name in the corner that is printed at the top left, turned as the tile is."""
    side = ACROSS * PLACE
    middle_x, middle_y = (tile.column + 0.5) * side, (tile.row + 0.5) * side
    turn = f'transform="rotate({90 * tile.turn} {middle_x:g} {middle_y:g})"'
    x, y = tile.column * side, tile.row * side
    if is_large:
        return text_svg(tile.tile, x + 16, y + 70, paint("m-nl"), turn)
    if not least:
        return text_svg(tile.tile, x + 9, y + 24, paint("m-nm"), turn)
    size = max(least, NAME)
    return text_svg(tile.tile, x + 7, y + 6 + size * CAPITAL, paint("m-nm"), turn, _sized(size))


def _sized(size: float) -> str:
    """Return the size as an attribute for paper; screens have it in their style sheet."""
    return f'style="font-size:{size:.3g}px"'


def _seen_tiles(drawn: DrawnMap, view: PictureWindow) -> list[LaidTile]:
    """Return the tiles whose name is in the window."""
    side = ACROSS * PLACE
    corners = ((0, 0), (side, 0), (side, side), (0, side))
    return [
        tile
        for tile in drawn.tiles.values()
        if view.shows(
            tile.column * side + corners[tile.turn][0] * 0.9 + 15,
            tile.row * side + corners[tile.turn][1] * 0.9 + 15,
        )
    ]


def _rulers(
    board: PlacedMap, paint: Paint, view: PictureWindow, least: float, *, is_turned: bool
) -> Iterable[str]:
    letters = [Spot(n, 0).label[:-1] for n in range(board.rows if is_turned else board.columns)]
    numbers = [str(n + 1) for n in range(board.columns if is_turned else board.rows)]
    across, down = (numbers, letters[::-1]) if is_turned else (letters, numbers)
    more = (_sized(least),) if least > NUMERAL else ()
    drop = max(least, NUMERAL) * CAPITAL / 2
    for column, name in enumerate(across):
        if view.shows((column + 0.5) * PLACE, -12):
            yield text_svg(name, (column + 0.5) * PLACE, -12, paint("m-rl"), *more)
    for row, name in enumerate(down):
        if view.shows(-20, (row + 0.5) * PLACE):
            yield text_svg(name, -20, (row + 0.5) * PLACE + drop, paint("m-rl"), *more)


def _mark(spot: Spot, paint: Paint) -> str:
    """Return the mark of a problem: tape with an exclamation mark."""
    x, y = spot.column * PLACE + 80, spot.row * PLACE + 2
    return f'<path {paint("k-bad")} d="M{x} {y}l20 36h-40z"/>' + text_svg(
        "!", x, y + 32, paint("k-s", "k-ink")
    )


# --- what lies on it ---


def _tokens(
    board: PlacedMap,
    kinds: Mapping[str, TokenKind],
    paint: Paint,
    awake: Mapping[str, bool],
    view: PictureWindow,
    *,
    least: float,
) -> Iterable[str]:
    named = _named(board.drawn) if least else {}
    for place, tokens in tokens_by_place(board.drawn).items():
        spot = board.spots[place]
        if not view.shows((spot.column + 0.5) * PLACE, (spot.row + 0.5) * PLACE):
            continue
        shares = SHARES.get(len(tokens), CORNERS)
        room, right, down = named.get(spot, ALL_OF_IT)
        for number, (kind, token) in enumerate(tokens.items()):
            share, x, y = shares[number % len(shares)]
            scale = share * room
            zone = str(token.number)
            is_asleep = token.asleep
            if is_spawn(kind) and zone in awake:
                is_asleep = not awake[zone]
            inner = token_svg(kinds.get(kind), token, paint, asleep=is_asleep, least=least / scale)
            size = f" scale({scale:g})" if scale != 1 else ""
            left = spot.column * PLACE + right + x * room
            top = spot.row * PLACE + down + y * room
            where = f'transform="translate({left:g} {top:g}){size}"'
            yield f'<g data-key="tokens/{place}.{kind}" {where}>{inner}</g>'


def _named(drawn: DrawnMap) -> dict[Spot, tuple[float, float, float]]:
    """Return the spots of tiles' names, with size and offset of the tokens there."""
    rest = (1 - BESIDE_NAME) * PLACE
    corners = ((0, 0, rest, rest), (2, 0, 0, rest), (2, 2, 0, 0), (0, 2, rest, 0))
    places = {}
    for tile in drawn.tiles.values():
        column, row, right, down = corners[tile.turn]
        spot = Spot(tile.column * ACROSS + int(column), tile.row * ACROSS + int(row))
        places[spot] = (BESIDE_NAME, right, down)
    return places


def untold(drawn: DrawnMap, kinds: Mapping[str, TokenKind], least: float) -> list[str]:
    """Return places whose text does not fit in letters of that size and needs a legend."""
    named, board = _named(drawn), PlacedMap(drawn)
    return [
        place
        for place, tokens in tokens_by_place(drawn).items()
        if not all(
            is_told(
                kinds.get(kind),
                token,
                least
                / named.get(board.spots[place], ALL_OF_IT)[0]
                / SHARES.get(len(tokens), CORNERS)[0][0],
            )
            for kind, token in tokens.items()
        )
    ]


def _seen_doors(board: PlacedMap, view: PictureWindow) -> Iterable[tuple[str, MapDoor, Edge]]:
    for key, door in board.drawn.doors.items():
        edge = board.edge(key)
        if view.shows(*_middle_of(edge)):
            yield key, door, edge


def _middle_of(edge: Edge) -> tuple[int, int]:
    x, y = _start_of(edge)
    half = PLACE // 2
    return (x, y + half) if edge.is_upright else (x + half, y)


def door_svg(
    door: MapDoor, edge: Edge, paint: Paint = on_screen, key: str = "", least: float = 0
) -> str:
    """Return a door over its edge."""
    x, y = _middle_of(edge)
    return (
        f'<g data-key="doors/{key}" transform="translate({x} {y})">'
        f"{bar_svg(door, is_upright=edge.is_upright, paint=paint, least=least)}</g>"
    )
