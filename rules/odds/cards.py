"""Cards and zombies of a step as numbers only."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple


class ZombieKind(NamedTuple):
    """A type of zombie: how many can come, and what follows when more are asked for."""

    room: int
    """Most that can come."""
    short_from: int | None
    """Number asked for from which miniatures are missing."""
    acts_from: int | None
    """Number asked for from which those on the board act once more."""
    company: tuple[tuple[str, int], ...] = ()
    """Types that come with each of them, with their numbers."""
    substitute: str | None = None
    """Type that comes for each of them that cannot."""

    @property
    def most(self) -> int | None:
        """Return the number asked for from which nothing changes; None if others come instead."""
        if self.substitute is not None:
            return None
        return max(self.room, self.short_from or 0, self.acts_from or 0)


class PlainCard(NamedTuple):
    """A card that draws no others."""

    kind: str
    asks: tuple[tuple[str, int], ...] = ()
    activates: frozenset[str] = frozenset()


class Pile(NamedTuple):
    """Cards from which a number is drawn at once."""

    cards: tuple[PlainCard, ...]
    """Cards of which some may be in a hand during the shuffle."""
    discard: tuple[PlainCard, ...] = ()
    """Cards of which none may be in a hand."""

    @property
    def all_cards(self) -> tuple[PlainCard, ...]:
        return self.cards + self.discard

    @property
    def with_places(self) -> list[tuple[PlainCard, bool]]:
        """Return every card, and True if it may be in a hand."""
        return [*((card, True) for card in self.cards), *((card, False) for card in self.discard)]


class Certain(NamedTuple):
    """Cards that come whatever else is drawn."""

    asks: Mapping[str, int]
    activates: frozenset[str]
    kinds: frozenset[str]

    @classmethod
    def of(cls, cards: Iterable[PlainCard]) -> "Certain":
        asks: Counter[str] = Counter()
        activates: set[str] = set()
        kinds: set[str] = set()
        for card in cards:
            asks.update(dict(card.asks))
            activates |= card.activates
            kinds.add(card.kind)
        return cls(asks, frozenset(activates), frozenset(kinds))
