"""The pieces of a pack on their pages: one module a kind, with its form and its words."""

from companion.workshop.pieces import (
    decks,
    equipment,
    missions,
    spawns,
    special,
    survivors,
    zombies,
)
from companion.workshop.pieces.base import PieceRoom
from rules import Pack

ROOMS: dict[str, PieceRoom] = {
    module.ROOM.kind: module.ROOM
    for module in (missions, survivors, spawns, equipment, zombies, special, decks)
}
"""Kinds of pieces by name, in the order in which a pack lists them."""


def rooms_of(game: Pack) -> list[PieceRoom]:
    """Return the kinds of pieces a game has."""
    return [room for room in ROOMS.values() if room.is_offered(game)]


__all__ = ["ROOMS", "PieceRoom", "rooms_of"]
