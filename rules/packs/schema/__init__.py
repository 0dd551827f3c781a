"""Shape of a pack: frozen records that refuse unknown keys."""

from rules.packs.schema.base import Conflict, DangerId, Fact, Slug, Sure, Term
from rules.packs.schema.cards import (
    Deck,
    Effect,
    Equipment,
    Levels,
    Profile,
    SpawnCard,
    SpecialCard,
    Vehicle,
)
from rules.packs.schema.missions import Campaign, Mission, MissionRule
from rules.packs.schema.pack import Box, DangerLevel, Expansion, Frame, Pack
from rules.packs.schema.people import PackSurvivor, Skill, Zombie

__all__ = [
    "Box",
    "Campaign",
    "Conflict",
    "DangerId",
    "DangerLevel",
    "Deck",
    "Effect",
    "Equipment",
    "Expansion",
    "Fact",
    "Frame",
    "Levels",
    "Mission",
    "MissionRule",
    "Pack",
    "PackSurvivor",
    "Profile",
    "Skill",
    "Slug",
    "SpawnCard",
    "SpecialCard",
    "Sure",
    "Term",
    "Vehicle",
    "Zombie",
]
