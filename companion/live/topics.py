"""What can be followed. Rooms above register; this room knows no names."""

import uuid
from collections.abc import Callable, Iterable

Newest = Callable[[list[str]], Iterable[tuple[uuid.UUID, int]]]

_readers: dict[str, Newest] = {}


def register(room: str, newest: Newest) -> None:
    """`newest(ids)` gives id and version of those that are this room's, in one query."""
    _readers[room] = newest


def newest_versions(ids: Iterable[str]) -> dict[str, int]:
    """The newest version of each of these; whatever nobody knows is left out."""
    found: dict[str, int] = {}
    wanted = list(ids)
    for newest in _readers.values():
        if missing := [one for one in wanted if one not in found]:
            found |= {str(pk): version for pk, version in newest(missing)}
    return found
