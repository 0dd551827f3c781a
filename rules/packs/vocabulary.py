"""Words of a pack that a mechanic of its game must know."""

from collections.abc import Mapping
from typing import Any

import msgspec

Giving = Mapping[str, Any]
"""Keys that the `gives` of a skill may have, with their types."""
ICONS = frozenset(
    (
        *("abom", "ammo", "axe", "backpack", "bandage", "bat", "book", "brute", "chainsaw"),
        *("church", "crate", "cross", "crowbar", "crown", "door", "draw", "fast", "fire"),
        *("flashlight", "food", "grave", "hand", "heart", "helmet", "horse", "katana", "keycard"),
        *("knife", "locked", "machete", "medal", "molotov", "moon", "noise", "note", "paw"),
        *("person", "pistol", "radio", "rifle", "runner", "shotgun", "siren", "smg", "stack"),
        *("steps", "sun", "tomb", "tools", "walker", "water", "wound"),
    )
)
"""Icons of a game and of its zombies; every page has them."""
MAP_ICONS = ICONS | frozenset(
    (
        *("bed", "bolt", "car", "card", "helicopter", "helipad", "lift", "manhole", "question"),
        *("sleep", "tent"),
    )
)
"""Icons that a map can draw."""


class Vocabulary(msgspec.Struct, frozen=True, kw_only=True):
    """The words that the mechanics of one game know; its pack may use no others."""

    cards: frozenset[str] = frozenset()
    """Kinds of zombie cards."""
    bare_cards: frozenset[str] = frozenset()
    """Kinds of zombie cards without lines: they name no zombie at any danger level."""
    effects: frozenset[str] = frozenset()
    traits: frozenset[str] = frozenset()
    """Traits of zombies beyond their numbers."""
    options: frozenset[str] = frozenset()
    gives: Giving = {}
    """Keys that the `gives` of a skill may have, with their types."""
    mission_rules: frozenset[str] = frozenset()
    """Rules of missions that are carried out."""
