"""The words of a pack to which a mechanic of its game gives a meaning."""

import msgspec


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
    mission_rules: frozenset[str] = frozenset()
    """Rules of missions that are carried out."""
