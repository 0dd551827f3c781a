"""What belongs to a person in the rooms above, which this room does not know by name.

Each room registers, when Django starts, how its things pass from one person to another, what
becomes of them when a person is removed for good, and how a person takes them out as files.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from companion.people.models import Person

File = tuple[str, bytes]
"""A name, with folders, and what is in it."""


def _nothing(person: Person) -> Iterable[File]:
    return ()


class Belongings(NamedTuple):
    """`hand_over(from, to)`, `release(person)` and `take_out(person)` of one room."""

    hand_over: Callable[[Person, Person], None]
    release: Callable[[Person], None]
    take_out: Callable[[Person], Iterable[File]] = _nothing


_registered: dict[str, Belongings] = {}


def register(room: str, belongings: Belongings) -> None:
    _registered[room] = belongings


def hand_over_everything(giver: Person, taker: Person) -> None:
    for belongings in _registered.values():
        belongings.hand_over(giver, taker)


def release_everything(person: Person) -> None:
    for belongings in reversed(_registered.values()):
        belongings.release(person)


def take_out_everything(person: Person) -> Iterator[File]:
    """Yield one file after the other, so that nobody holds all of them at once."""
    for belongings in _registered.values():
        yield from belongings.take_out(person)
