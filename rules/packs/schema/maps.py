"""A drawn map: which tiles lie where, what lies on their places, and how a group sketched them.

Everything on it has a key. A place belongs to its tile and is named as the tile is printed:
`9.c1` is the top right place of tile 9, wherever that tile lies and however it is turned.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, TypeVar

from msgspec import Meta, field

from rules.packs.schema.base import Face, Slug, Strict, Term

T = TypeVar("T")
ACROSS = 3
"""Our own schematic tile has three by three places."""
MOST_ACROSS = 8
"""Tiles in a row or a column: columns of places have one letter each."""
MOST_TILES, MOST_TOKENS, MOST_DOORS, MOST_SKETCHED = 20, 300, 200, 2000
LETTERS, DIGITS, SIDES = "abc", "123", "nesw"

_PIECE = r"\d{1,3}"
_PLACE = r"[abc][123]"
_TILE = r"(\d{1,3}[RV]|[RV]\d{1,3})"
_KIND = r"[a-z0-9]+(-[a-z0-9]+)*"
TileName = Annotated[str, Meta(pattern=f"^{_TILE}$")]
Piece = Annotated[str, Meta(pattern=f"^{_PIECE}$")]
"""A tile with both its sides: its number."""
PlaceKey = Annotated[str, Meta(pattern=rf"^{_PIECE}\.{_PLACE}$")]
TokenKey = Annotated[str, Meta(pattern=rf"^{_PIECE}\.{_PLACE}\.{_KIND}$", max_length=60)]
"""A place and what lies there: one of each kind."""
EdgeKey = Annotated[str, Meta(pattern=rf"^{_PIECE}\.{_PLACE}\.[nesw]$")]
FloorKey = Annotated[str, Meta(pattern=rf"^{_TILE}\.{_PLACE}$")]
WallKey = Annotated[str, Meta(pattern=rf"^{_TILE}\.{_PLACE}\.[nesw]$")]
"""Of one side of a tile: that is what a group sketches, once for all its maps."""

Cell = Annotated[int, Meta(ge=-1, le=MOST_ACROSS)]
"""Of the grid of tiles. One beyond its edge is asked for by whoever adds a tile there."""
Turn = Annotated[int, Meta(ge=0, le=3)]
HIGHEST = 20
Number = Annotated[int, Meta(ge=1, le=HIGHEST)]
Colour = Annotated[str, Meta(pattern=f"^{_KIND}$", max_length=20)]
Floor = Literal["street", "room", "corridor"]
Wall = Literal["wall", "gap", "none"]
"""Between two places: a wall, a wall with a way through, or neither."""
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
    """Something on a map; what is as usual is not written."""


class LaidTile(Drawn, frozen=True, kw_only=True):
    """A tile by the name of the side that is up, its place in the grid and its quarter turns."""

    tile: TileName
    row: Cell
    column: Cell
    turn: Turn = 0
    """Clockwise."""


class MapToken(Drawn, frozen=True, kw_only=True):
    """What lies on a place; its kind is in its key."""

    colour: Colour | None = None
    number: Number | None = None
    """Of a spawn zone."""
    count: Number = 1
    asleep: bool = False
    start: bool = False
    faces: Annotated[tuple[Face, ...], Meta(max_length=6)] = ()
    """Of dice that choose this zone."""


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
    """A map. What does not fit together cannot be one: a tile twice, a token beside the tiles."""

    tiles: Tiles = {}
    tokens: Tokens = {}
    doors: Doors = {}
    floors: Floors = {}
    """Of the tiles that lie here, as the group sketched them."""
    walls: Walls = {}

    def __post_init__(self) -> None:
        if wrong := _misfit(self):
            raise ValueError(wrong)


def piece_of(tile: str) -> str:
    """The tile as a piece of cardboard, whichever side is up."""
    return tile.strip("RV")


def is_own_name(edge: str) -> bool:
    """An edge inside a tile has two names; that of the place to its left or above it counts."""
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


# --- what the boxes have to draw with ---


class TokenKind(Strict, frozen=True, kw_only=True):
    """Something that can lie on a place."""

    id: Slug
    name: Term
    shape: Shape
    icon: str = ""
    feminine: bool = False
    """Its Spanish name: the words of its colours follow it."""
    asks: tuple[Asked, ...] = ()
    """What else there is to say of one."""


class CommonMapFile(Strict, frozen=True, kw_only=True):
    """`common/map.toml`: what lies on the maps of several games."""

    kinds: tuple[TokenKind, ...]


class MapFile(Strict, frozen=True, kw_only=True):
    """`map.toml` of a box."""

    tiles: tuple[tuple[TileName, ...], ...] = ()
    """Each with the names of its sides, as printed."""
    floors: tuple[Floor, ...] = ()
    door_colours: tuple[Slug, ...] = ()
    door_states: tuple[DoorState, ...] = ()
    tokens: dict[Slug, tuple[Slug, ...]] = {}
    """By kind: the colours in which the box has it, the usual one first."""
    kinds: tuple[TokenKind, ...] = ()
    """Those that no other game has."""


ALWAYS: dict[str, tuple[str, ...]] = {
    "start": (),
    "exit": (),
    "spawn": ("red",),
    "objective": ("red",),
}
"""What any map may have, whatever is known of its box."""


class MapKit(Strict, frozen=True, kw_only=True):
    """All that a map of a game is made of."""

    tiles: tuple[tuple[TileName, ...], ...] = ()
    floors: tuple[Floor, ...] = ("street", "room")
    door_colours: tuple[Slug, ...] = ("neutral",)
    door_states: tuple[DoorState, ...] = ("closed", "open")
    tokens: dict[Slug, tuple[Slug, ...]] = field(default_factory=lambda: dict(ALWAYS))
    kinds: dict[Slug, TokenKind] = {}

    def side_of(self, tile: str) -> str | None:
        """The other side of a tile; None for one that is not in these boxes."""
        for names in self.tiles:
            if tile in names:
                return next((name for name in names if name != tile), None)
        return None

    def with_file(self, file: MapFile | None) -> "MapKit":
        """And what this box adds."""
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
