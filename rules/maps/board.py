"""Geometry of a drawn map with its tiles placed: `9.c1` is C1, or C4, or A3.

Keys name a place as its tile is printed; spots are columns and rows of places on the board, from
the top left, however the tiles are turned.
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
        """Return the name in the margins of the drawing: `C1`."""
        return f"{ascii_uppercase[self.column]}{self.row + 1}"

    def beside(self, side: str) -> "Spot":
        across, down = STEPS[side]
        return Spot(self.column + across, self.row + down)


class Edge(NamedTuple):
    """One side of a place.

    Two places that touch share an edge: it belongs to the left or upper one.
    """

    spot: Spot
    side: str

    @property
    def is_upright(self) -> bool:
        return self.side in "ew"


def edge_of(spot: Spot, side: str) -> Edge:
    """Return the edge of a spot in its canonical form, even at the border of the board."""
    return Edge(spot, side) if side in "es" else Edge(spot.beside(side), OPPOSITE[side])


def own_edge(place: str, side: str) -> str:
    """Return the key of an edge of a place; inside a tile, its canonical key."""
    head, column, row = place[:-2], place[-2], place[-1]
    if side == "w" and column != LETTERS[0]:
        column, side = LETTERS[LETTERS.index(column) - 1], "e"
    if side == "n" and row != DIGITS[0]:
        row, side = DIGITS[DIGITS.index(row) - 1], "s"
    return f"{head}{column}{row}.{side}"


def turned(column: int, row: int, turn: int) -> tuple[int, int]:
    """Return the place of a tile after that many quarter turns to the right."""
    for _quarter in range(turn):
        column, row = ACROSS - 1 - row, column
    return column, row


def turned_side(side: str, turn: int) -> str:
    return SIDES[(SIDES.index(side) + turn) % len(SIDES)]


class PlacedMap:
    """A map with its tiles placed."""

    def __init__(self, drawn: DrawnMap) -> None:
        self.drawn = drawn

    @cached_property
    def keys(self) -> dict[Spot, str]:
        """Return the key of the place at each spot of the board, row by row."""
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
        """Return the number of columns of places."""
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
        """Return the name of the spot (`C1`); the key itself if the place is not on the board."""
        return self.spots[place].label if place in self.spots else place

    def tile_at(self, row: int, column: int) -> LaidTile | None:
        cells = {(tile.row, tile.column): tile for tile in self.drawn.tiles.values()}
        return cells.get((row, column))

    def tile_of(self, place: str) -> LaidTile:
        return self.drawn.tiles[place.partition(".")[0]]

    # --- edges ---

    def edge(self, key: str) -> Edge:
        """Return the edge of a key, for example of a door."""
        place, _dot, side = key.rpartition(".")
        return edge_of(self.spots[place], turned_side(side, self.tile_of(place).turn))

    def edge_keys(self, edge: Edge) -> list[str]:
        """Return the keys of an edge: one inside a tile, one from each side between two tiles."""
        beside = Edge(edge.spot.beside(edge.side), OPPOSITE[edge.side])
        keys = []
        for spot, side in (edge, beside):
            if place := self.keys.get(spot):
                printed = turned_side(side, -self.tile_of(place).turn)
                keys.append(own_edge(place, printed))
        return list(dict.fromkeys(keys))

    def edges_of(self, place: str) -> dict[str, Edge]:
        """Return the four edges of a place, by their sides on the board."""
        return {side: edge_of(self.spots[place], side) for side in SIDES}

    @cached_property
    def doors(self) -> dict[Edge, str]:
        """Return the key of the door on each edge that has one."""
        return {self.edge(key): key for key in self.drawn.doors}

    # --- floors and walls, as sketched ---

    def floor(self, spot: Spot) -> str:
        """Return street, room or corridor; empty if the tile has not been sketched."""
        place = self.keys.get(spot)
        if place is None:
            return ""
        tile = self.tile_of(place).tile
        if tile not in self.sketched:
            return ""
        return self.drawn.floors.get(f"{tile}.{place[-2:]}", "street")

    @cached_property
    def sketched(self) -> frozenset[str]:
        """Return the tile sides with any sketch."""
        keys = (*self.drawn.floors, *self.drawn.walls)
        return frozenset(key.partition(".")[0] for key in keys)

    def wall(self, edge: Edge) -> str:
        """Return wall, gap or none: as sketched, else by the floors on both sides."""
        for key in self.edge_keys(edge):
            piece, _dot, rest = key.partition(".")
            sketch = f"{self.drawn.tiles[piece].tile}.{rest}"
            if sketch in self.drawn.walls:
                return self.drawn.walls[sketch]
        here, there = self.floor(edge.spot), self.floor(edge.spot.beside(edge.side))
        return "wall" if (here == "room") != (there == "room") else "none"

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """Return all edges, each once."""
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
    """Return the map of tiles placed in rows, none of them turned; an empty name is a gap."""
    tiles = {
        piece_of(name): LaidTile(tile=name, row=row, column=column)
        for row, names in enumerate(grid)
        for column, name in enumerate(names)
        if name
    }
    return DrawnMap(tiles=tiles)


def grid_of(drawn: DrawnMap) -> tuple[tuple[str, ...], ...]:
    """Return the names of the tiles, row by row; an empty name is a gap."""
    board = PlacedMap(drawn)
    names = {(tile.row, tile.column): tile.tile for tile in drawn.tiles.values()}
    return tuple(
        tuple(names.get((row, column), "") for column in range(board.tiles_across))
        for row in range(board.tiles_down)
    )


def lying(drawn: DrawnMap) -> tuple[DrawnMap, bool]:
    """Return the map with its longer side across, and True if it was turned for that.

    It is turned a quarter to the left: the top becomes the left side.
    """
    board = PlacedMap(drawn)
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
