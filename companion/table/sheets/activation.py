"""Who acts in the zombies phase, before any new ones come, and whom they hurt."""

from typing import NamedTuple

from companion.rooms import pieces_at
from companion.table.asking import SheetRequest, Shown
from rules.packs.schema.people import Zombie

MANY_TYPES = 4
"""More than so many types of zombies need narrower columns."""


class Actor(NamedTuple):
    """A type of zombie and its number on the board; each has that type's number of actions."""

    zombie: Zombie
    number: int


def sheet(ask: SheetRequest) -> Shown:
    board = ask.board
    counts = board.state.board
    actors = [Actor(kind, counts[kind.id]) for kind in board.pack.zombies if counts.get(kind.id)]
    return Shown(
        "companion/sheets/activation.html",
        {
            "actors": actors,
            "are_many": len(actors) > MANY_TYPES,
            "before": pieces_at("acting", board),
            "wounded": pieces_at("wounded", board),
        },
    )
