"""A step's cards and zombies as numbers only."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Kind(NamedTuple):
    """A type of zombie: how many can come, and what follows when more are asked for."""

    room: int
    """So many come at most."""
    short_from: int | None
    """From so many asked for on, miniatures are missing."""
    acts_from: int | None
    """From so many on, those on the board act once more."""
    company: tuple[tuple[str, int], ...] = ()
    """Who comes with each of them."""
    substitute: str | None = None
    """Who comes for each of them that cannot."""

    @property
    def most(self) -> int | None:
        """More than so many asked for is the same; None where others come for them."""
        if self.substitute is not None:
            return None
        return max(self.room, self.short_from or 0, self.acts_from or 0)


class Card(NamedTuple):
    """A card that draws no others."""

    kind: str
    asks: tuple[tuple[str, int], ...] = ()
    activates: frozenset[str] = frozenset()


class Pile(NamedTuple):
    """Cards out of which a number is drawn at once."""

    cards: tuple[Card, ...]
    """Of these some may lie in a hand meanwhile."""
    discard: tuple[Card, ...] = ()
    """Of these none."""

    @property
    def all_cards(self) -> tuple[Card, ...]:
        return self.cards + self.discard

    @property
    def with_places(self) -> list[tuple[Card, bool]]:
        """Every card, and whether it may lie in a hand."""
        return [*((card, True) for card in self.cards), *((card, False) for card in self.discard)]


class Certain(NamedTuple):
    """Cards that come whatever else is drawn."""

    asks: Mapping[str, int]
    activates: frozenset[str]
    kinds: frozenset[str]

    @classmethod
    def of(cls, cards: Iterable[Card]) -> "Certain":
        asks: Counter[str] = Counter()
        activates: set[str] = set()
        kinds: set[str] = set()
        for card in cards:
            asks.update(dict(card.asks))
            activates |= card.activates
            kinds.add(card.kind)
        return cls(asks, frozenset(activates), frozenset(kinds))
