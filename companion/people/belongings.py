"""What belongs to a person in the rooms above, which this room does not know by name.

Each room registers, when Django starts, how its things pass from one person to another and
what becomes of them when a person is removed for good.
"""

from collections.abc import Callable
from typing import NamedTuple

from companion.people.models import Person


class Belongings(NamedTuple):
    """`hand_over(from, to)` and `release(person)` of one room."""

    hand_over: Callable[[Person, Person], None]
    release: Callable[[Person], None]


_registered: dict[str, Belongings] = {}


def register(room: str, belongings: Belongings) -> None:
    _registered[room] = belongings


def hand_over_everything(giver: Person, taker: Person) -> None:
    for belongings in _registered.values():
        belongings.hand_over(giver, taker)


def release_everything(person: Person) -> None:
    for belongings in reversed(_registered.values()):
        belongings.release(person)
