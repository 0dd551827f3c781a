"""Steps of drawing a map: what a change sets, what it moves along, and how to undo it exactly.

A map is a set of values by key, such as `tokens/9.c1.spawn`. A step records the value of each key
it touched before and after, so people who touch different keys keep both changes.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.errors import IllegalCommand, StaleCommand
from rules.maps.board import PlacedMap, own_edge
from rules.packs.schema.maps import SIDES, DrawnMap, is_own_name, piece_of

PARTS = ("tiles", "tokens", "doors", "floors", "walls")
SKETCH = ("floors", "walls")
"""Parts that belong to the tiles, not to one map."""
MOST_WANTED = 40
Document = dict[str, dict[str, Any]]


class Change(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The value of one key before and after; None means nothing."""

    key: str
    before: Any = None
    after: Any = None

    @property
    def part(self) -> str:
        return self.key.partition("/")[0]

    @property
    def name(self) -> str:
        return self.key.partition("/")[2]


Changes = tuple[Change, ...]


def drawn_with(drawn: DrawnMap, wanted: Mapping[str, Any]) -> tuple[DrawnMap, Changes]:
    """Return the map with these values under their keys (None removes), and the changes.

    Tokens and doors are removed with their tile, a door is stored under one name, and the grid
    starts at the top left.
    """
    if not 0 < len(wanted) <= MOST_WANTED:
        raise IllegalCommand("map.unread")
    before = _document(drawn)
    after = {part: dict(values) for part, values in before.items()}
    for key, value in wanted.items():
        part, _slash, name = key.partition("/")
        if part not in PARTS or not name:
            raise IllegalCommand("map.unread")
        if part == "doors" and value is not None:
            _rename_twins(drawn, after, name)
        if part in ("doors", "walls"):
            name = _own_name(name)
        _put(after[part], name, value)
    _check_laid(after, wanted)
    _follow_tiles(after)
    _into_corner(after)
    _check_tiles(after)
    _drop_twins(after)
    made = _read(after)
    changes = _differences(before, _document(made))
    if not changes:
        raise IllegalCommand("map.same")
    return made, changes


def taken_back(drawn: DrawnMap, changes: Changes) -> DrawnMap:
    """Return the map as before that step; raise if a changed value has been changed since."""
    return _moved(drawn, changes, back=True)


def done_again(drawn: DrawnMap, changes: Changes) -> DrawnMap:
    """Return the map as after that step; the mirror of `taken_back`."""
    return _moved(drawn, changes, back=False)


def _moved(drawn: DrawnMap, changes: Changes, *, back: bool) -> DrawnMap:
    document = _document(drawn)
    for change in changes:
        there, then = (change.after, change.before) if back else (change.before, change.after)
        if document[change.part].get(change.name) != there:
            raise StaleCommand("map.moved", key=change.name)
        _put(document[change.part], change.name, then)
    return _read(document)


def _document(drawn: DrawnMap) -> Document:
    document = msgspec.to_builtins(drawn)
    return {part: dict(document.get(part, {})) for part in PARTS}


def _read(document: Document) -> DrawnMap:
    ordered = {part: dict(sorted(values.items())) for part, values in document.items()}
    try:
        return msgspec.convert(ordered, DrawnMap)
    except msgspec.ValidationError as error:
        raise IllegalCommand("map.unread") from error


def _put(values: dict[str, Any], name: str, value: Any) -> None:
    if value is None:
        values.pop(name, None)
    else:
        values[name] = value


def _own_name(edge: str) -> str:
    place, _dot, side = edge.rpartition(".")
    return own_edge(place, side) if side in SIDES and side and not is_own_name(edge) else edge


def _rename_twins(drawn: DrawnMap, after: Document, name: str) -> None:
    """Remove a door under the other name of its edge: both sides are the same door."""
    board = PlacedMap(drawn)
    place = name.rpartition(".")[0]
    if place in board.spots and name[-1] in SIDES:
        for key in board.edge_keys(board.edge(_own_name(name))):
            after["doors"].pop(key, None)


def _check_laid(after: Document, wanted: Mapping[str, Any]) -> None:
    """Raise if something is put on a tile that has been removed, perhaps by another person."""
    for key, value in wanted.items():
        part, _slash, name = key.partition("/")
        piece = name.partition(".")[0]
        if part in ("tokens", "doors") and value is not None and piece not in after["tiles"]:
            raise IllegalCommand("map.no_tile", tile=piece)


def _follow_tiles(after: Document) -> None:
    for part in ("tokens", "doors"):
        for key in list(after[part]):
            if key.partition(".")[0] not in after["tiles"]:
                del after[part][key]


def _into_corner(after: Document) -> None:
    """Shift the tiles so that row 0 and column 0 have one."""
    tiles = [tile for tile in after["tiles"].values() if isinstance(tile, dict)]
    for axis in ("row", "column"):
        cells = [cell for tile in tiles if isinstance(cell := tile.get(axis), int)]
        if len(cells) == len(tiles) and (least := min(cells, default=0)):
            for name, tile in after["tiles"].items():
                after["tiles"][name] = {**tile, axis: tile[axis] - least}


def _check_tiles(after: Document) -> None:
    """Raise for malformed tiles, and name the tile if two are on one spot."""
    spots: dict[Any, str] = {}
    for name, tile in after["tiles"].items():
        if not isinstance(tile, dict) or piece_of(str(tile.get("tile"))) != name:
            raise IllegalCommand("map.unread")
        spot = (tile.get("row"), tile.get("column"))
        if spot in spots:
            raise IllegalCommand("map.taken", tile=spots[spot])
        spots[spot] = str(tile.get("tile"))


def _drop_twins(after: Document) -> None:
    """Keep the first of two doors on one edge, which moving two tiles together may cause."""
    try:
        tiles = msgspec.convert({"tiles": after["tiles"]}, DrawnMap)
        doors = msgspec.convert({"tiles": after["tiles"], "doors": after["doors"]}, DrawnMap)
    except msgspec.ValidationError as error:
        raise IllegalCommand("map.unread") from error
    board, taken = PlacedMap(tiles), set()
    for key in sorted(doors.doors):
        edge = board.edge(key)
        if edge in taken:
            del after["doors"][key]
        taken.add(edge)


def _differences(before: Document, after: Document) -> Changes:
    changes = []
    for part in PARTS:
        names = sorted({*before[part], *after[part]})
        for name in names:
            old, new = before[part].get(name), after[part].get(name)
            if old != new:
                changes.append(Change(key=f"{part}/{name}", before=old, after=new))
    return tuple(changes)
