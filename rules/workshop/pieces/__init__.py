"""Pieces of a pack besides missions: survivors, cards of every deck, zombies, composed decks."""

from rules.workshop.pieces.base import Kind, Piece, PieceProblem, Printed, Setting
from rules.workshop.pieces.decks import DECKS, DraftDeck
from rules.workshop.pieces.equipment import EQUIPMENT, DraftEquipment
from rules.workshop.pieces.spawns import SPAWNS, DraftSpawn
from rules.workshop.pieces.special import SPECIAL, DraftCard
from rules.workshop.pieces.survivors import SURVIVORS, DraftSurvivor
from rules.workshop.pieces.zombies import ZOMBIES, DraftZombie

PIECES: dict[str, Kind] = {
    kind.name: kind for kind in (SURVIVORS, SPAWNS, EQUIPMENT, ZOMBIES, SPECIAL, DECKS)
}
"""Kinds of pieces by name, in the order in which a pack lists them."""

__all__ = [
    "EQUIPMENT",
    "PIECES",
    "DraftCard",
    "DraftDeck",
    "DraftEquipment",
    "DraftSpawn",
    "DraftSurvivor",
    "DraftZombie",
    "Kind",
    "Piece",
    "PieceProblem",
    "Printed",
    "Setting",
]
