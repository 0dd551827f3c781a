"""Arrivals of zombies: the supply is limited, and some types bring or replace others."""

from collections.abc import Mapping
from typing import NamedTuple

from rules.odds.cards import Pile, PlainCard, ZombieKind
from rules.odds.polynomials import ByNumber, Packing

Types = tuple[str, ...]
"""Types that depend on each other, those that bring others first."""


class Coming(NamedTuple):
    """The arrivals of one type, as polynomials of some cards."""

    cards: tuple[PlainCard, ...]
    came: ByNumber
    enough: int
    """Ways in which no miniature is missing."""
    calm: int
    """Ways in which those on the board do not act once more."""


class LinkedArrivals(NamedTuple):
    """The arrivals of linked types, as polynomials of all cards that ask for one of them."""

    cards: tuple[PlainCard, ...]
    zombies: Mapping[str, Coming]
    came: ByNumber
    enough: int
    calm: int


class _Group(NamedTuple):
    """A state of the arrivals of linked types, while they are computed one by one."""

    asked: tuple[int, ...]
    """Zombies asked for, by type; for types still to come, also by those before them."""
    came: int = 0
    is_short: bool = False
    is_calm: bool = True


def linked(kinds: Mapping[str, ZombieKind], cards: tuple[PlainCard, ...]) -> list[Types]:
    """Return all types in groups that follow from each other or are on the same card."""
    groups: list[set[str]] = []
    ties = [{zombie for zombie, _count in card.asks} for card in set(cards)]
    for tie in (*ties, *(_followers(kinds, zombie) for zombie in kinds)):
        if tie:
            touching = [group for group in groups if group & tie]
            groups = [group for group in groups if not group & tie]
            groups.append(tie.union(*touching))
    return [
        tuple(sorted(group, key=lambda zombie: (-len(_followers(kinds, zombie)), zombie)))
        for group in groups
    ]


def _followers(kinds: Mapping[str, ZombieKind], zombie: str) -> set[str]:
    kind = kinds[zombie]
    following = {follower for follower, _count in kind.company} | {kind.substitute or zombie}
    return {zombie}.union(*(_followers(kinds, follower) for follower in following - {zombie}))


def arrival(
    kinds: Mapping[str, ZombieKind],
    pile: Pile,
    packing: Packing,
    types: Types,
    sure: tuple[int, ...],
) -> LinkedArrivals:
    """Return the arrivals of linked types; `sure` is asked for whatever is drawn."""
    return _Arriving(kinds, pile, packing, types).come(sure)


class _Arriving:
    def __init__(
        self, kinds: Mapping[str, ZombieKind], pile: Pile, packing: Packing, types: Types
    ) -> None:
        self.kinds, self.packing, self.types = kinds, packing, types
        self.asking = [
            (card, may_be_held)
            for card, may_be_held in pile.with_places
            if any(zombie in types for zombie, _count in card.asks)
        ]

    def come(self, sure: tuple[int, ...]) -> LinkedArrivals:
        several = [(card, place) for card, place in self.asking if len(card.asks) > 1]
        groups = self._asking_several(sure, several)
        counted = [card for card, _place in several]
        zombies: dict[str, Coming] = {}
        for place, zombie in enumerate(self.types):
            cards = [
                (card, may_be_held)
                for card, may_be_held in self.asking
                if len(card.asks) == 1 and card.asks[0][0] == zombie
            ]
            counted += [card for card, _may in cards]
            groups, zombies[zombie] = self._let_come(place, groups, cards, tuple(counted))
        came: dict[int, int] = {}
        enough = calm = 0
        for group, ways in groups.items():
            came[group.came] = came.get(group.came, 0) + ways
            enough += 0 if group.is_short else ways
            calm += ways if group.is_calm else 0
        return LinkedArrivals(tuple(counted), zombies, came, enough, calm)

    def _let_come(
        self,
        place: int,
        groups: Mapping[_Group, int],
        cards: list[tuple[PlainCard, bool]],
        counted: tuple[PlainCard, ...],
    ) -> tuple[dict[_Group, int], Coming]:
        """Return the states after one type has come, and its arrivals.

        Those that cannot come make others come.
        """
        kind = self.kinds[self.types[place]]
        numbers = [(card.asks[0][1], may_be_held) for card, may_be_held in cards]
        by_card = self.packing.asking(numbers, kind.most)
        after: dict[_Group, int] = {}
        came: dict[int, int] = {}
        enough = calm = 0
        for group, ways in groups.items():
            for more, subsets in by_card.items():
                asked = group.asked[place] + more
                joined = subsets if ways == 1 else self.packing.product(ways, subsets)
                comes = min(asked, kind.room)
                is_short = kind.short_from is not None and asked >= kind.short_from
                acts = kind.acts_from is not None and asked >= kind.acts_from
                came[comes] = came.get(comes, 0) + joined
                enough += 0 if is_short else joined
                calm += 0 if acts else joined
                following = _Group(
                    self._following(place, group.asked, comes, asked - comes),
                    group.came + comes,
                    group.is_short or is_short,
                    group.is_calm and not acts,
                )
                after[following] = after.get(following, 0) + joined
        return after, Coming(counted, came, enough, calm)

    def _asking_several(
        self, sure: tuple[int, ...], cards: list[tuple[PlainCard, bool]]
    ) -> dict[_Group, int]:
        """Return the states after the certain zombies and the cards that ask for several types."""
        groups = {_Group(sure): 1}
        for card, may_be_held in cards:
            asks = dict(card.asks)
            after: dict[_Group, int] = {}
            for group, ways in groups.items():
                asked = tuple(
                    count + asks.get(zombie, 0)
                    for zombie, count in zip(self.types, group.asked, strict=True)
                )
                more = group._replace(asked=asked)
                left, drawn = self.packing.plus_card(ways, may_be_held=may_be_held)
                after[group] = after.get(group, 0) + left
                after[more] = after.get(more, 0) + drawn
            groups = after
        return groups

    def _following(
        self, place: int, asked: tuple[int, ...], comes: int, lacks: int
    ) -> tuple[int, ...]:
        """Return the numbers asked for of later types, with those that this one brings or calls."""
        kind = self.kinds[self.types[place]]
        after = list(asked)
        after[place] = 0
        for zombie, count in kind.company:
            after[self.types.index(zombie)] += count * comes
        if kind.substitute and lacks:
            after[self.types.index(kind.substitute)] += lacks
        return tuple(after)
