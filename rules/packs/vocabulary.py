"""The words of a pack to which a mechanic of its game gives a meaning."""

from collections.abc import Mapping
from typing import Any

import msgspec

Giving = Mapping[str, Any]
"""Keys that the `gives` of a skill may have, and of which type each is."""
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
"""Pictures of a game and of its zombies; every page has them."""
MAP_ICONS = ICONS | frozenset(
    (
        *("bed", "bolt", "car", "card", "helicopter", "helipad", "lift", "manhole", "question"),
        *("sleep", "tent"),
    )
)
"""What a map can draw."""


class Vocabulary(msgspec.Struct, frozen=True, kw_only=True):
    """What the mechanics of one game know; a pack may use these words and no others."""

    cards: frozenset[str] = frozenset()
    """Kinds of zombie cards."""
    bare_cards: frozenset[str] = frozenset()
    """Those of them that name nobody, at no danger level."""
    effects: frozenset[str] = frozenset()
    traits: frozenset[str] = frozenset()
    """What zombies are beside their numbers."""
    options: frozenset[str] = frozenset()
    gives: Giving = {}
    """What a skill may give."""
    mission_rules: frozenset[str] = frozenset()
    """Rules of missions that are carried out."""
