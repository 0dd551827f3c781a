"""What so many cards bring: every subset of a pile is equally likely, and their sums are counted.

A subset is counted in a polynomial. A card is drawn (y), lies in a hand that cannot come again (z),
or is left; x stands for the zombies it asks for. A polynomial is one whole number with a word of
fixed width for each coefficient, so adding a card is a shift and joining two piles a product.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb, lcm
from operator import mul
from typing import NamedTuple

CARDS = 10_000
"""More than any deck has."""


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

    def without(self, cards: Iterable[Card]) -> "Pile":
        gone = set(cards)
        return Pile(
            tuple(card for card in self.cards if card not in gone),
            tuple(card for card in self.discard if card not in gone),
        )

    @property
    def all_cards(self) -> tuple[Card, ...]:
        return self.cards + self.discard


Weights = Mapping[tuple[int, int], Fraction]
"""The chance of each number of cards held in a hand and drawn: `weights[held, drawn]`."""


class Sums(NamedTuple):
    """What is likely to come of a pile, all chances out of `Weights` in sum."""

    total: Mapping[int, Fraction]
    """Zombies that come in all."""
    zombies: Mapping[str, Mapping[int, Fraction]]
    """Of each type."""
    never: Mapping[str, Fraction]
    """The chance that no card of a kind comes."""
    nobody: Fraction
    """The chance that none of the `watched` types comes."""
    enough: Mapping[str, Fraction]
    """The chance that no miniature of a type is missing."""
    all_enough: Fraction
    calm: Mapping[str, Fraction]
    """The chance that those of a type do not act once more."""
    all_calm: Fraction


class _Group(NamedTuple):
    """A way in which linked types may come, so far."""

    asked: tuple[int, ...]
    """Of the types that are still to come, by those before them."""
    came: int
    is_short: bool
    is_calm: bool


class _Coming(NamedTuple):
    """How those of a type may come, in polynomials of some cards."""

    cards: tuple[Card, ...]
    measure: "_Measure"
    came: dict[int, int]
    enough: int
    calm: int


class _Arrivals(NamedTuple):
    """All of them together."""

    cards: list[Card]
    total: dict[int, int]
    zombies: dict[str, _Coming]
    enough: int
    calm: int


class Reckoning:
    """Counts every subset of a pile once and answers with exact chances."""

    def __init__(
        self,
        kinds: Mapping[str, Kind],
        pile: Pile,
        weights: Weights,
        *,
        certain: Mapping[str, int] | None = None,
    ) -> None:
        self.kinds, self.pile, self.weights = kinds, pile, weights
        self.certain = certain or {}
        """Zombies that are asked for whatever is drawn."""
        cards, held = len(pile.all_cards), max((key[0] for key in weights), default=0)
        drawn = max((key[1] for key in weights), default=0)
        self.most = (held, drawn)
        # Two factors may each reach the most before what is beyond it is cut away.
        self.columns = min(cards, 2 * drawn + 1) + 1
        self.rows = min(len(pile.cards), 2 * held + 1) + 1 if held else 1
        self.block = self.columns * self.rows
        in_hands = comb(len(pile.cards), min(2 * held, len(pile.cards) // 2))
        self.word = (comb(cards, cards // 2) * in_hands).bit_length() // 8 + 1
        self.one_drawn = 8 * self.word
        self.one_held = self.columns * self.one_drawn
        self.one_zombie = self.block * self.one_drawn
        self.needs_cut = (self.columns, self.rows) != (drawn + 1, held + 1)

    # --- polynomials ---

    @cached_property
    def _masks(self) -> dict[int, int]:
        return {}

    @cached_property
    def _kept(self) -> int:
        """A mask of the coefficients that count, for one number of zombies."""
        held, drawn = self.most
        row = (1 << (self.one_drawn * (min(drawn, self.columns - 1) + 1))) - 1
        return sum(
            row << (self.one_held * number) for number in range(min(held, self.rows - 1) + 1)
        )

    def _cut(self, polynomial: int, blocks: int) -> int:
        """Without what is more than can be drawn or held."""
        if not self.needs_cut:
            return polynomial
        if blocks not in self._masks:
            mask, filled = self._kept, 1
            while filled < blocks:
                mask |= mask << (self.one_zombie * filled)
                filled *= 2
            self._masks[blocks] = mask
        return polynomial & self._masks[blocks]

    def _asking(self, cards: Iterable[tuple[int, bool]]) -> dict[int, int]:
        """By the number asked for, all subsets of cards that each ask for a number of one type."""
        polynomial, blocks, since_cut = 1, 1, 0
        room = min(self.columns - self.most[1], self.rows - self.most[0] if self.most[0] else CARDS)
        for asked, may_be_held in cards:
            if since_cut + 1 == room:
                polynomial, since_cut = self._cut(polynomial, blocks), 0
            drawn = polynomial << (asked * self.one_zombie + self.one_drawn)
            held = polynomial << self.one_held if may_be_held and self.most[0] else 0
            polynomial += drawn + held
            blocks += asked
            since_cut += 1
        return self._blocks(self._cut(polynomial, blocks))

    def _blocks(self, polynomial: int) -> dict[int, int]:
        size = self.block * self.word
        data = polynomial.to_bytes(-(-polynomial.bit_length() // 8 // size) * size + size, "little")
        parts = (
            (number, int.from_bytes(data[number * size : (number + 1) * size], "little"))
            for number in range(len(data) // size)
        )
        return {number: part for number, part in parts if part}

    def _product(self, first: int, second: int) -> int:
        return self._cut(first * second, 1)

    # --- chances ---

    @cached_property
    def _by_subset(self) -> dict[tuple[int, int], Fraction]:
        """The chance of one subset, by the numbers held and drawn."""
        cards, discard = len(self.pile.cards), len(self.pile.discard)
        return {
            (held, drawn): chance / (comb(cards, held) * comb(cards + discard - held, drawn))
            for (held, drawn), chance in self.weights.items()
        }

    @cached_property
    def below(self) -> int:
        """What all chances are fractions of."""
        return lcm(*(share.denominator for share in self._by_subset.values()))

    @cached_property
    def shares(self) -> dict[int, list[int]]:
        """The same chances as whole numbers, in rows by the number held."""
        rows: dict[int, list[int]] = {}
        for (held, drawn), share in self._by_subset.items():
            row = rows.setdefault(held, [0] * (self.most[1] + 1))
            row[drawn] = share.numerator * (self.below // share.denominator)
        return rows

    def _measure(self, cards: Sequence[Card], blocked: Sequence[Card] = ()) -> "_Measure":
        """How to read a polynomial of these cards: any others may be drawn, blocked ones not."""
        mine, out = set(cards), set(blocked)
        free = [card for card in self.pile.cards if card not in mine and card not in out]
        others = [card for card in self.pile.discard if card not in mine and card not in out]
        barred = [card for card in self.pile.cards if card in out]
        return self._measures(len(free), len(others), len(barred))

    def _measures(self, free: int, others: int, barred: int) -> "_Measure":
        key = (free, others, barred)
        if key not in self._known:
            self._known[key] = _Measure(self, *key)
        return self._known[key]

    @cached_property
    def _known(self) -> dict[tuple[int, int, int], "_Measure"]:
        return {}

    # --- answers ---

    def sums(self, kinds: Iterable[str], watched: Iterable[str], *, doubt: str = "") -> Sums:
        """All of it at once; a card of the kind `doubt` may be anything."""
        cards = self.pile.all_cards
        doubtful = [card for card in cards if doubt and card.kind == doubt]
        loud = [card for card in cards if card.activates] + doubtful
        arrivals = self._arrivals
        whole = self._measure(arrivals.cards)
        return Sums(
            total={number: whole.chance(ways) for number, ways in arrivals.total.items()},
            zombies={
                zombie: {
                    number: coming.measure.chance(ways) for number, ways in coming.came.items()
                }
                for zombie, coming in arrivals.zombies.items()
            },
            never={
                kind: self._without([c for c in cards if c.kind == kind] + doubtful)
                for kind in kinds
            },
            nobody=self._nobody(set(watched), doubtful),
            enough={
                zombie: coming.measure.chance(coming.enough)
                for zombie, coming in arrivals.zombies.items()
            },
            all_enough=whole.chance(arrivals.enough),
            calm={
                zombie: self._measure(
                    coming.cards, [c for c in loud if zombie in c.activates or c in doubtful]
                ).chance(coming.calm)
                for zombie, coming in arrivals.zombies.items()
            },
            all_calm=self._measure(arrivals.cards, loud).chance(arrivals.calm),
        )

    def _without(self, cards: Sequence[Card]) -> Fraction:
        """The chance that none of these cards comes."""
        return self._measure((), cards).chance(1)

    def _nobody(self, watched: set[str], doubtful: list[Card]) -> Fraction:
        coming = {zombie for zombie in watched if zombie in self.kinds and self.kinds[zombie].room}
        if any(self.certain.get(zombie) for zombie in coming):
            return Fraction(0)
        cards = [c for c in self.pile.all_cards if any(zombie in coming for zombie, _n in c.asks)]
        return self._without(cards + doubtful)

    # --- who comes ---

    @cached_property
    def _arrivals(self) -> "_Arrivals":
        total = {0: 1}
        enough = calm = 1
        zombies: dict[str, _Coming] = {}
        counted: list[Card] = []
        for types in self._linked():
            cards, groups = self._come(types, zombies)
            counted += cards
            by_number: dict[int, int] = {}
            is_enough = is_calm = 0
            for group, ways in groups.items():
                by_number[group.came] = by_number.get(group.came, 0) + ways
                is_enough += 0 if group.is_short else ways
                is_calm += ways if group.is_calm else 0
            total = self._joined(total, by_number)
            enough, calm = self._product(enough, is_enough), self._product(calm, is_calm)
        return _Arrivals(counted, total, zombies, enough, calm)

    def _joined(self, total: dict[int, int], more: dict[int, int]) -> dict[int, int]:
        """Both numbers added up."""
        first = sum(ways << (number * self.one_zombie) for number, ways in total.items())
        second = sum(ways << (number * self.one_zombie) for number, ways in more.items())
        return self._blocks(self._cut(first * second, max(total) + max(more) + 1))

    def _linked(self) -> list[tuple[str, ...]]:
        """All types, together with those they bring along; who brings, first."""
        groups: list[set[str]] = []
        ties = [{zombie for zombie, _count in card.asks} for card in self.pile.all_cards]
        for tie in (*ties, *(self._followers(zombie) for zombie in self.kinds)):
            if tie:
                touching = [group for group in groups if group & tie]
                groups = [group for group in groups if not group & tie]
                groups.append(tie.union(*touching))
        return [tuple(self._in_order(group)) for group in groups]

    def _followers(self, zombie: str) -> set[str]:
        kind = self.kinds[zombie]
        following = {each for each, _count in kind.company} | {kind.substitute or zombie}
        return {zombie}.union(*(self._followers(each) for each in following - {zombie}))

    def _in_order(self, group: set[str]) -> list[str]:
        return sorted(group, key=lambda zombie: (-len(self._followers(zombie)), zombie))

    def _come(
        self, types: tuple[str, ...], zombies: dict[str, "_Coming"]
    ) -> tuple[list[Card], dict[_Group, int]]:
        """Let linked types come one after the other; what cannot come makes others come."""
        cards = [c for c in self.pile.all_cards if any(zombie in types for zombie, _n in c.asks)]
        several = [card for card in cards if len(card.asks) > 1]
        groups = self._asking_several(types, several)
        counted = list(several)
        for place, zombie in enumerate(types):
            kind = self.kinds[zombie]
            asking = [card for card in cards if len(card.asks) == 1 and card.asks[0][0] == zombie]
            counted += asking
            by_card = self._asking(self._numbers(asking))
            after: dict[_Group, int] = {}
            came: dict[int, int] = {}
            is_enough = is_calm = 0
            for group, ways in groups.items():
                for more, subsets in by_card.items():
                    asked = group.asked[place] + more
                    joined = self._product(ways, subsets)
                    comes = min(asked, kind.room)
                    short = kind.short_from is not None and asked >= kind.short_from
                    acts = kind.acts_from is not None and asked >= kind.acts_from
                    came[comes] = came.get(comes, 0) + joined
                    is_enough += 0 if short else joined
                    is_calm += 0 if acts else joined
                    key = _Group(
                        self._following(types, place, group.asked, comes, asked - comes),
                        group.came + comes,
                        group.is_short or short,
                        group.is_calm and not acts,
                    )
                    after[key] = after.get(key, 0) + joined
            groups = after
            zombies[zombie] = _Coming(
                tuple(counted), self._measure(counted), came, is_enough, is_calm
            )
        return cards, groups

    def _numbers(self, cards: Sequence[Card]) -> list[tuple[int, bool]]:
        """What each card of one type asks for, once for each copy."""
        wanted = set(cards)
        return [
            (card.asks[0][1], may_be_held)
            for some, may_be_held in ((self.pile.cards, True), (self.pile.discard, False))
            for card in some
            if card in wanted
        ]

    def _asking_several(self, types: tuple[str, ...], cards: list[Card]) -> dict[_Group, int]:
        """Cards that ask for several types at once, and what is certain."""
        wanted = set(cards)
        sure = tuple(self.certain.get(zombie, 0) for zombie in types)
        groups = {_Group(sure, 0, is_short=False, is_calm=True): 1}
        for some, may_be_held in ((self.pile.cards, True), (self.pile.discard, False)):
            for card in (each for each in some if each in wanted):
                asks = dict(card.asks)
                after: dict[_Group, int] = {}
                for group, ways in groups.items():
                    more = tuple(
                        count + asks.get(zombie, 0)
                        for zombie, count in zip(types, group.asked, strict=True)
                    )
                    drawn = group._replace(asked=more)
                    held = ways << self.one_held if may_be_held and self.most[0] else 0
                    after[group] = after.get(group, 0) + self._cut(ways + held, 1)
                    after[drawn] = after.get(drawn, 0) + self._cut(ways << self.one_drawn, 1)
                groups = after
        return groups

    def _following(
        self, types: tuple[str, ...], place: int, asked: tuple[int, ...], comes: int, lacks: int
    ) -> tuple[int, ...]:
        """What the types after this one are asked for because of it."""
        kind = self.kinds[types[place]]
        after = list(asked)
        after[place] = 0
        for zombie, each in kind.company:
            after[types.index(zombie)] += each * comes
        if kind.substitute and lacks:
            after[types.index(kind.substitute)] += lacks
        return tuple(after)


class _Measure:
    """The chance of each coefficient, whatever becomes of the cards it does not speak of."""

    def __init__(self, reckoning: Reckoning, free: int, others: int, barred: int) -> None:
        self.reckoning = reckoning
        self.free, self.barred, self.spare = free, barred, free + others
        self._shares: dict[tuple[int, int], int] = {}

    def _share(self, held: int, drawn: int) -> int:
        """In how many ways the other cards make up what is held and drawn besides."""
        key = (held, drawn)
        if key not in self._shares:
            ways = 0
            for all_held, row in self.reckoning.shares.items():
                for of_free in range(min(self.free, all_held - held) + 1):
                    barred = comb(self.barred, all_held - held - of_free)
                    if barred:
                        besides = _binomials(self.spare - of_free)
                        ways += comb(self.free, of_free) * barred * sumprod(row[drawn:], besides)
            self._shares[key] = ways
        return self._shares[key]

    def chance(self, polynomial: int) -> Fraction:
        """The chance of all the subsets a polynomial counts."""
        if not polynomial:
            return Fraction(0)
        word, columns = self.reckoning.word, self.reckoning.columns
        data = polynomial.to_bytes(polynomial.bit_length() // 8 + 1, "little")
        most_held, most_drawn = self.reckoning.most
        ways = 0
        for held in range(most_held + 1):
            for drawn in range(most_drawn + 1):
                begin = (held * columns + drawn) * word
                if begin >= len(data):
                    break
                if count := int.from_bytes(data[begin : begin + word], "little"):
                    ways += count * self._share(held, drawn)
        return Fraction(ways, self.reckoning.below)


@lru_cache(maxsize=512)
def _binomials(size: int) -> tuple[int, ...]:
    return tuple(comb(size, number) for number in range(size + 1))


def sumprod(first: Iterable[int], second: Iterable[int]) -> int:
    """The products of each with each, added up, as far as both go."""
    return sum(map(mul, first, second))
