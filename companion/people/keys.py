"""What opens an account without its password, in rooms above that this room does not know by name.

Each registers, when Django starts, how its keys of a person are listed and how they all end.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from companion.people.models import Person


class KeyRow(NamedTuple):
    """One line of the list: what it is called, when it last opened something, where it ends."""

    name: str
    used_at: datetime | None
    end_url: str


class Keys(NamedTuple):
    """`listed(person)` and `end(person)` of one room, the latter in its caller's transaction."""

    listed: Callable[[Person], Iterable[KeyRow]]
    end: Callable[[Person], None]


_registered: dict[str, Keys] = {}


def register(room: str, keys: Keys) -> None:
    _registered[room] = keys


def keys_of(person: Person) -> Iterator[KeyRow]:
    for keys in _registered.values():
        yield from keys.listed(person)


def end_keys(person: Person) -> None:
    for keys in _registered.values():
        keys.end(person)
