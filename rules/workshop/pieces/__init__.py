"""Pieces of a pack: missions, survivors, cards of every deck, zombies, composed decks."""

from rules.workshop.draft import DraftKind
from rules.workshop.pieces import missions
from rules.workshop.pieces.decks import DECKS, DraftDeck
from rules.workshop.pieces.equipment import EQUIPMENT, DraftEquipment
from rules.workshop.pieces.missions import DraftMission
from rules.workshop.pieces.spawns import SPAWNS, DraftSpawn
from rules.workshop.pieces.special import SPECIAL, DraftCard
from rules.workshop.pieces.survivors import SURVIVORS, DraftSurvivor
from rules.workshop.pieces.zombies import ZOMBIES, DraftZombie

PIECES: dict[str, DraftKind] = {
    kind.name: kind
    for kind in (missions.KIND, SURVIVORS, SPAWNS, EQUIPMENT, ZOMBIES, SPECIAL, DECKS)
}
"""Kinds of pieces by name, in the order in which a pack lists them."""

__all__ = [
    "EQUIPMENT",
    "PIECES",
    "DraftCard",
    "DraftDeck",
    "DraftEquipment",
    "DraftMission",
    "DraftSpawn",
    "DraftSurvivor",
    "DraftZombie",
]
