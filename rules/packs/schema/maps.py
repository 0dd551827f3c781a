"""Drawn maps: the tiles, the tokens and doors on them, and a group's sketches.

Everything on a map has a key. A place belongs to its tile and is named as the tile is printed:
`9.c1` is the top right place of tile 9, wherever and however the tile is placed.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, TypeVar

from msgspec import Meta, field

from rules.packs.schema.base import Face, Slug, Strict, Term

T = TypeVar("T")
ACROSS = 3
"""Places in a row of a tile: our own schematic tile has three by three."""
MOST_ACROSS = 8
"""Tiles in a row or a column: each column of places must have a one-letter name."""
MOST_TILES, MOST_TOKENS, MOST_DOORS, MOST_SKETCHED = 20, 300, 200, 2000
LETTERS, DIGITS, SIDES = "abc", "123", "nesw"

_PIECE = r"\d{1,3}"
_PLACE = r"[abc][123]"
_TILE = r"(\d{1,3}[RV]|[RV]\d{1,3})"
_KIND = r"[a-z0-9]+(-[a-z0-9]+)*"
TileName = Annotated[str, Meta(pattern=f"^{_TILE}$")]
Piece = Annotated[str, Meta(pattern=f"^{_PIECE}$")]
"""Number of a tile, with both its sides."""
PlaceKey = Annotated[str, Meta(pattern=rf"^{_PIECE}\.{_PLACE}$")]
TokenKey = Annotated[str, Meta(pattern=rf"^{_PIECE}\.{_PLACE}\.{_KIND}$", max_length=60)]
"""Place and kind of a token: one of each kind in a place."""
EdgeKey = Annotated[str, Meta(pattern=rf"^{_PIECE}\.{_PLACE}\.[nesw]$")]
FloorKey = Annotated[str, Meta(pattern=rf"^{_TILE}\.{_PLACE}$")]
WallKey = Annotated[str, Meta(pattern=rf"^{_TILE}\.{_PLACE}\.[nesw]$")]
"""Wall of one side of a tile: a group sketches it once for all its maps."""

Cell = Annotated[int, Meta(ge=-1, le=MOST_ACROSS)]
"""Row or column in the grid of tiles; -1 and one beyond the end add a tile at the edge."""
Turn = Annotated[int, Meta(ge=0, le=3)]
HIGHEST = 20
Number = Annotated[int, Meta(ge=1, le=HIGHEST)]
Colour = Annotated[str, Meta(pattern=f"^{_KIND}$", max_length=20)]
Floor = Literal["street", "room", "corridor"]
Wall = Literal["wall", "gap", "none"]
"""Border between two places: a wall, a wall with a way through, or neither."""
DoorState = Literal["closed", "open", "sealed"]
Asked = Literal["number", "count", "asleep", "start", "faces"]
Shape = Literal[
    "start",
    "exit",
    "spawn",
    "objective",
    "hatch",
    "disc",
    "square",
    "figure",
]


class Drawn(Strict, frozen=True, kw_only=True, omit_defaults=True):
    """Something on a map; default values are not stored."""


class LaidTile(Drawn, frozen=True, kw_only=True):
    """A tile: the name of its upper side, its place in the grid and its quarter turns."""

    tile: TileName
    row: Cell
    column: Cell
    turn: Turn = 0
    """Quarter turns, clockwise."""


class MapToken(Drawn, frozen=True, kw_only=True):
    """A token on a place; its kind is in its key."""

    colour: Colour | None = None
    number: Number | None = None
    """Number of a spawn zone."""
    count: Number = 1
    asleep: bool = False
    start: bool = False
    faces: Annotated[tuple[Face, ...], Meta(max_length=6)] = ()
    """Faces of the dice that choose this zone."""


class MapDoor(Drawn, frozen=True, kw_only=True):
    """A door on the edge of a place."""

    colour: Colour | None = None
    state: DoorState = "closed"


Tiles = Annotated[dict[Piece, LaidTile], Meta(max_length=MOST_TILES)]
Tokens = Annotated[dict[TokenKey, MapToken], Meta(max_length=MOST_TOKENS)]
Doors = Annotated[dict[EdgeKey, MapDoor], Meta(max_length=MOST_DOORS)]
Floors = Annotated[dict[FloorKey, Floor], Meta(max_length=MOST_SKETCHED)]
Walls = Annotated[dict[WallKey, Wall], Meta(max_length=MOST_SKETCHED)]


class DrawnMap(Drawn, frozen=True, kw_only=True):
    """A map. Refuses what does not fit together: a repeated tile, a token beside the tiles."""

    tiles: Tiles = {}
    tokens: Tokens = {}
    doors: Doors = {}
    floors: Floors = {}
    """Floors of the tiles on this map, as the group sketched them."""
    walls: Walls = {}

    def __post_init__(self) -> None:
        if wrong := _misfit(self):
            raise ValueError(wrong)


def piece_of(tile: str) -> str:
    """Return the number of a tile, whichever side is up."""
    return tile.strip("RV")


def is_own_name(edge: str) -> bool:
    """Check if an edge has its canonical name.

    An edge inside a tile has two names; the one of the place to its left or above it counts.
    """
    column, row, side = edge[-4], edge[-3], edge[-1]
    return not (side == "w" and column != LETTERS[0]) and not (side == "n" and row != DIGITS[0])


def _misfit(drawn: DrawnMap) -> str:
    spots = [(tile.row, tile.column) for tile in drawn.tiles.values()]
    if any(piece_of(tile.tile) != piece for piece, tile in drawn.tiles.items()):
        return "a tile under another number"
    if len(set(spots)) < len(spots):
        return "two tiles on one spot"
    if any(not 0 <= cell < MOST_ACROSS for spot in spots for cell in spot):
        return "a tile beside the grid"
    if not _pieces(drawn.tokens) | _pieces(drawn.doors) <= set(drawn.tiles):
        return "something beside the tiles"
    if not all(map(is_own_name, (*drawn.doors, *drawn.walls))):
        return "an edge by its other name"
    return ""


def _pieces(keys: Mapping[str, object]) -> set[str]:
    return {key.partition(".")[0] for key in keys}


# --- map kits of the boxes ---


class TokenKind(Strict, frozen=True, kw_only=True):
    """A kind of token that can be placed on a map."""

    id: Slug
    name: Term
    shape: Shape
    icon: str = ""
    feminine: bool = False
    """Gender of its Spanish name; color words agree with it."""
    asks: tuple[Asked, ...] = ()
    """Further values that a token of this kind has."""


class CommonMapFile(Strict, frozen=True, kw_only=True):
    """The file `common/map.toml`: token kinds on the maps of several games."""

    kinds: tuple[TokenKind, ...]


class MapFile(Strict, frozen=True, kw_only=True):
    """The file `map.toml` of a box."""

    tiles: tuple[tuple[TileName, ...], ...] = ()
    """Tiles, each with the names of its sides as printed."""
    floors: tuple[Floor, ...] = ()
    door_colours: tuple[Slug, ...] = ()
    door_states: tuple[DoorState, ...] = ()
    tokens: dict[Slug, tuple[Slug, ...]] = {}
    """Colors of each kind of token in the box, the usual one first."""
    kinds: tuple[TokenKind, ...] = ()
    """Token kinds that no other game has."""


ALWAYS: dict[str, tuple[str, ...]] = {
    "start": (),
    "exit": (),
    "spawn": ("red",),
    "objective": ("red",),
}
"""Tokens that any map may have, whatever is known of its box."""


class MapKit(Strict, frozen=True, kw_only=True):
    """All material for the maps of a game."""

    tiles: tuple[tuple[TileName, ...], ...] = ()
    floors: tuple[Floor, ...] = ("street", "room")
    door_colours: tuple[Slug, ...] = ("neutral",)
    door_states: tuple[DoorState, ...] = ("closed", "open")
    tokens: dict[Slug, tuple[Slug, ...]] = field(default_factory=lambda: dict(ALWAYS))
    kinds: dict[Slug, TokenKind] = {}

    def side_of(self, tile: str) -> str | None:
        """Return the other side of a tile; None if the tile is not in these boxes."""
        for names in self.tiles:
            if tile in names:
                return next((name for name in names if name != tile), None)
        return None

    def with_file(self, file: MapFile | None) -> "MapKit":
        """Return the kit with the additions of a box."""
        if file is None:
            return self
        return MapKit(
            tiles=self.tiles + file.tiles,
            floors=_once(self.floors, file.floors),
            door_colours=_once(self.door_colours, file.door_colours),
            door_states=_once(self.door_states, file.door_states),
            tokens={
                kind: _once(self.tokens.get(kind, ()), file.tokens.get(kind, ()))
                for kind in (*self.tokens, *file.tokens)
            },
            kinds={**self.kinds, **{kind.id: kind for kind in file.kinds}},
        )


def _once(first: Iterable[T], second: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys((*first, *second)))
