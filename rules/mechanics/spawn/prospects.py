"""What a card would do, told beforehand: all that chances need to know of it."""

from collections.abc import Mapping

import msgspec


class Prospect(msgspec.Struct, frozen=True, kw_only=True):
    """A card at one danger level. The mechanic that resolves its kind says this of it, too."""

    brings: Mapping[str, int] = {}
    """Zombies it asks for by type, whether the box has them or not."""
    on_places: Mapping[str, int] = {}
    """Zombies it asks for on each place that only the players see."""
    activates: tuple[str, ...] = ()
    """Types of which all act once more, whoever comes; a card that does this brings nobody."""
    doubles: bool = False
    """It doubles what the next point draws."""
    joins: bool = False
    """Those of its type who are there already act; nobody is missed if the box has no more."""
    spawns_at_once: bool = False
    """A token comes with its zombie and draws in the same step."""


class OwnDeck(msgspec.Struct, frozen=True):
    """Cards that a zone draws instead of zombie cards, in no order; None: nobody knows the card."""

    draw: tuple[Prospect | None, ...]
    discard: tuple[Prospect | None, ...]
