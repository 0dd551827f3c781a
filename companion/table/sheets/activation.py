"""Who acts in the zombies phase, before any new ones come, and whom they hurt."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.rooms import rooms_of
from companion.table.asking import Ask, Shown
from rules.packs.schema.people import Zombie

MANY_TYPES = 4
"""More than so many types of zombies need narrower columns."""


class Actor(NamedTuple):
    """So many of a type on the board; each has that type's number of actions."""

    zombie: Zombie
    number: int


class Before(NamedTuple):
    """What a mechanic of this game has to say or to ask before they act."""

    template: str
    context: Mapping[str, Any]


def sheet(ask: Ask) -> Shown:
    board = ask.board
    counts = board.state.board
    actors = [Actor(kind, counts[kind.id]) for kind in board.pack.zombies if counts.get(kind.id)]
    rooms = [room for _mechanic, room in rooms_of(board.state.game) if room.acting]
    return Shown(
        "companion/sheets/activation.html",
        {
            "actors": actors,
            "are_many": len(actors) > MANY_TYPES,
            "before": [Before(room.acting, room.facts(board)) for room in rooms],
        },
    )
