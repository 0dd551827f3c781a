"""Where the places of a drawn map lie once its tiles are laid: `9.c1` is C1, or C4, or A3.

Keys name a place as its tile is printed; spots are columns and rows of places on the board, from
the top left, whatever way the tiles are turned.
"""

from collections.abc import Iterator
from functools import cached_property
from string import ascii_uppercase
from typing import NamedTuple

from msgspec.structs import replace

from rules.packs.schema.maps import ACROSS, DIGITS, LETTERS, SIDES, DrawnMap, LaidTile, piece_of

OPPOSITE = {"n": "s", "e": "w", "s": "n", "w": "e"}
STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


class Spot(NamedTuple):
    """A place of the board."""

    column: int
    row: int

    @property
    def label(self) -> str:
        """As the margins of the drawing count: `C1`."""
        return f"{ascii_uppercase[self.column]}{self.row + 1}"

    def beside(self, side: str) -> "Spot":
        across, down = STEPS[side]
        return Spot(self.column + across, self.row + down)


class Edge(NamedTuple):
    """One side of a place. Two places that touch share it: it is that of the left or upper one."""

    spot: Spot
    side: str

    @property
    def is_upright(self) -> bool:
        return self.side in "ew"


def edge_of(spot: Spot, side: str) -> Edge:
    """By the name under which everybody finds it; the outer sides of the board, too."""
    return Edge(spot, side) if side in "es" else Edge(spot.beside(side), OPPOSITE[side])


def own_edge(place: str, side: str) -> str:
    """The key of an edge of a place, by its own name where it lies inside a tile."""
    head, column, row = place[:-2], place[-2], place[-1]
    if side == "w" and column != LETTERS[0]:
        column, side = LETTERS[LETTERS.index(column) - 1], "e"
    if side == "n" and row != DIGITS[0]:
        row, side = DIGITS[DIGITS.index(row) - 1], "s"
    return f"{head}{column}{row}.{side}"


def turned(column: int, row: int, turn: int) -> tuple[int, int]:
    """Where a place of a tile comes to lie after so many quarter turns to the right."""
    for _quarter in range(turn):
        column, row = ACROSS - 1 - row, column
    return column, row


def turned_side(side: str, turn: int) -> str:
    return SIDES[(SIDES.index(side) + turn) % len(SIDES)]


class Board:
    """A map laid out."""

    def __init__(self, drawn: DrawnMap) -> None:
        self.drawn = drawn

    @cached_property
    def keys(self) -> dict[Spot, str]:
        """The place at each spot of the board, row by row."""
        places = {
            spot: f"{piece}.{place}"
            for piece, tile in self.drawn.tiles.items()
            for place, spot in _spots(tile)
        }
        return dict(sorted(places.items(), key=lambda pair: (pair[0].row, pair[0].column)))

    @cached_property
    def spots(self) -> dict[str, Spot]:
        return {key: spot for spot, key in self.keys.items()}

    @property
    def columns(self) -> int:
        """Of places."""
        return ACROSS * self.tiles_across

    @property
    def rows(self) -> int:
        return ACROSS * self.tiles_down

    @property
    def tiles_across(self) -> int:
        return max((tile.column + 1 for tile in self.drawn.tiles.values()), default=0)

    @property
    def tiles_down(self) -> int:
        return max((tile.row + 1 for tile in self.drawn.tiles.values()), default=0)

    def label(self, place: str) -> str:
        """`C1`; the key itself for a place that is not there."""
        return self.spots[place].label if place in self.spots else place

    def tile_at(self, row: int, column: int) -> LaidTile | None:
        cells = {(tile.row, tile.column): tile for tile in self.drawn.tiles.values()}
        return cells.get((row, column))

    def tile_of(self, place: str) -> LaidTile:
        return self.drawn.tiles[place.partition(".")[0]]

    # --- edges ---

    def edge(self, key: str) -> Edge:
        """Where a door lies."""
        place, _dot, side = key.rpartition(".")
        return edge_of(self.spots[place], turned_side(side, self.tile_of(place).turn))

    def edge_keys(self, edge: Edge) -> list[str]:
        """Its names: one inside a tile, one from each side between two tiles."""
        beside = Edge(edge.spot.beside(edge.side), OPPOSITE[edge.side])
        keys = []
        for spot, side in (edge, beside):
            if place := self.keys.get(spot):
                printed = turned_side(side, -self.tile_of(place).turn)
                keys.append(own_edge(place, printed))
        return list(dict.fromkeys(keys))

    def edges_of(self, place: str) -> dict[str, Edge]:
        """The four sides of a place, as they lie on the board."""
        return {side: edge_of(self.spots[place], side) for side in SIDES}

    @cached_property
    def doors(self) -> dict[Edge, str]:
        """The key of the door on each edge that has one."""
        return {self.edge(key): key for key in self.drawn.doors}

    # --- floors and walls, as sketched ---

    def floor(self, spot: Spot) -> str:
        """Street, room or corridor; empty where nobody has sketched the tile."""
        place = self.keys.get(spot)
        if place is None:
            return ""
        tile = self.tile_of(place).tile
        if tile not in self.sketched:
            return ""
        return self.drawn.floors.get(f"{tile}.{place[-2:]}", "street")

    @cached_property
    def sketched(self) -> frozenset[str]:
        """Sides of tiles that somebody has begun to sketch."""
        keys = (*self.drawn.floors, *self.drawn.walls)
        return frozenset(key.partition(".")[0] for key in keys)

    def wall(self, edge: Edge) -> str:
        """Wall, gap or none: as sketched, else as the floors on both sides have it."""
        for key in self.edge_keys(edge):
            piece, _dot, rest = key.partition(".")
            sketch = f"{self.drawn.tiles[piece].tile}.{rest}"
            if sketch in self.drawn.walls:
                return self.drawn.walls[sketch]
        here, there = self.floor(edge.spot), self.floor(edge.spot.beside(edge.side))
        return "wall" if (here == "room") != (there == "room") else "none"

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """All of them, each once."""
        edges = {edge: None for spot in self.keys for edge in map_edges(spot)}
        return tuple(edges)


def map_edges(spot: Spot) -> Iterator[Edge]:
    for side in SIDES:
        yield edge_of(spot, side)


def _spots(tile: LaidTile) -> Iterator[tuple[str, Spot]]:
    for row, digit in enumerate(DIGITS):
        for column, letter in enumerate(LETTERS):
            across, down = turned(column, row, tile.turn)
            yield (
                f"{letter}{digit}",
                Spot(tile.column * ACROSS + across, tile.row * ACROSS + down),
            )


def from_grid(grid: tuple[tuple[str, ...], ...]) -> DrawnMap:
    """The map of tiles that lie in rows, none of them turned; a gap is an empty name."""
    tiles = {
        piece_of(name): LaidTile(tile=name, row=row, column=column)
        for row, names in enumerate(grid)
        for column, name in enumerate(names)
        if name
    }
    return DrawnMap(tiles=tiles)


def grid_of(drawn: DrawnMap) -> tuple[tuple[str, ...], ...]:
    """The names of the tiles, row by row; a gap is an empty name."""
    board = Board(drawn)
    names = {(tile.row, tile.column): tile.tile for tile in drawn.tiles.values()}
    return tuple(
        tuple(names.get((row, column), "") for column in range(board.tiles_across))
        for row in range(board.tiles_down)
    )


def lying(drawn: DrawnMap) -> tuple[DrawnMap, bool]:
    """The map with its longer side across, and whether it was turned for it.

    Turned by a quarter to the left: what is on top is at the left then.
    """
    board = Board(drawn)
    across = board.tiles_across
    if board.tiles_down <= across:
        return drawn, False
    tiles = {
        piece: replace(
            tile, row=across - 1 - tile.column, column=tile.row, turn=(tile.turn + 3) % 4
        )
        for piece, tile in drawn.tiles.items()
    }
    return replace(drawn, tiles=tiles), True
