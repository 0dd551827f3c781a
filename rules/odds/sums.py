"""Sums over drawn cards: all subsets of a pile are equally likely and are counted."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb, lcm
from operator import mul
from typing import NamedTuple, TypeVar

from rules.odds.arrivals import LinkedArrivals, Types, arrival, linked
from rules.odds.cards import Certain, Pile, PlainCard, ZombieKind
from rules.odds.polynomials import Packing

Weights = Mapping[tuple[int, int], int]
"""Number of orders by the number of cards held in a hand and drawn: `weights[held, drawn]`."""


class DrawCase(NamedTuple):
    """Cards that come for certain, and the number of other cards that come with them."""

    certain: Certain
    weights: Weights


class Sums(NamedTuple):
    """The chances of a set of cases, out of the chance of all cases."""

    mass: Fraction
    """Chance of these cases."""
    total: Mapping[int, Fraction]
    """Zombies that come, of all types."""
    zombies: Mapping[str, Mapping[int, Fraction]]
    """Zombies that come, by type."""
    never: Mapping[str, Fraction]
    """Chance that no card of a kind comes."""
    nobody: Fraction
    """Chance that none of the `watched` types comes."""
    enough: Mapping[str, Fraction]
    """Chance that no miniature of a type is missing."""
    all_enough: Fraction
    calm: Mapping[str, Fraction]
    """Chance that those of a type do not act once more."""
    all_calm: Fraction


Some = tuple[int, ...]
"""Numbers of cases that are computed as one."""
Alike = TypeVar("Alike", bound=Hashable)


class Reckoning:
    """A counter of all subsets of a pile, which answers with exact chances."""

    def __init__(
        self,
        kinds: Mapping[str, ZombieKind],
        pile: Pile,
        cases: Sequence[DrawCase],
        orders: int,
        *,
        doubt: str = "",
    ) -> None:
        """Prepare the counts.

        `orders` is the total that all weights are out of. A card of the kind `doubt` may be
        anything.
        """
        self.kinds, self.pile, self.cases, self.orders = kinds, pile, cases, orders
        self.doubt = doubt
        self.doubtful = [card for card in pile.all_cards if doubt and card.kind == doubt]
        numbers = {key for case in cases for key in case.weights}
        held = max((held for held, _drawn in numbers), default=0)
        drawn = max((drawn for _held, drawn in numbers), default=0)
        self.packing = Packing(len(pile.cards), len(pile.discard), held, drawn)
        self.subsets = {key: self._number_of_subsets(*key) for key in numbers}
        self.shared = lcm(*self.subsets.values())
        self.below = orders * self.shared
        """Denominator of all chances."""
        self.groups = linked(kinds, pile.all_cards)
        self._arrivals: dict[tuple[Types, tuple[int, ...]], LinkedArrivals] = {}
        self._measures: dict[tuple[int, int, int, Some], _Measure] = {}

    def _number_of_subsets(self, held: int, drawn: int) -> int:
        cards, discard = len(self.pile.cards), len(self.pile.discard)
        return comb(cards, held) * comb(cards + discard - held, drawn)

    def shares(self, some: Some) -> dict[int, list[int]]:
        """Return rows with the chance of one subset, out of `below`, by numbers held and drawn."""
        rows: dict[int, list[int]] = {}
        for number in some:
            for (held, drawn), weight in self.cases[number].weights.items():
                row = rows.setdefault(held, [0] * (self.packing.drawn + 1))
                row[drawn] += weight * (self.shared // self.subsets[held, drawn])
        return rows

    def _measure(
        self, some: Some, cards: Iterable[PlainCard], blocked: Iterable[PlainCard] = ()
    ) -> "_Measure":
        """Return the measure for a polynomial of these cards: blocked cards may not be drawn."""
        mine, out = set(cards), set(blocked)
        used = mine | out
        key = (
            sum(card not in used for card in self.pile.cards),
            sum(card not in used for card in self.pile.discard),
            sum(card in out for card in self.pile.cards),
            some,
        )
        if key not in self._measures:
            self._measures[key] = _Measure(self, *key)
        return self._measures[key]

    # --- cases ---

    @cached_property
    def _all(self) -> Some:
        return tuple(range(len(self.cases)))

    def _where(self, holds: Callable[[Certain], bool]) -> Some:
        """Return the cases for which `holds` is true and which have no doubtful card."""
        return tuple(
            number
            for number, case in enumerate(self.cases)
            if self._is_sure(case.certain) and holds(case.certain)
        )

    def _is_sure(self, certain: Certain) -> bool:
        return not self.doubt or self.doubt not in certain.kinds

    def _by(self, alike: Callable[[Certain], Alike], some: Some) -> dict[Alike, Some]:
        """Return the cases grouped by the value of `alike`."""
        together: dict[Alike, list[int]] = {}
        for number in some:
            together.setdefault(alike(self.cases[number].certain), []).append(number)
        return {key: tuple(numbers) for key, numbers in together.items()}

    # --- answers ---

    def sums(self, kinds: Iterable[str], watched: Iterable[str]) -> Sums:
        """Return all chances at once."""
        zombies: dict[str, dict[int, Fraction]] = {}
        enough: dict[str, Fraction] = {}
        calm: dict[str, Fraction] = {}
        for types in self.groups:
            for zombie in types:
                zombies[zombie], enough[zombie] = self._of_type(types, zombie)
                calm[zombie] = self._calm(types, zombie)
        all_enough, all_calm = self._of_all()
        weights = sum(weight for case in self.cases for weight in case.weights.values())
        return Sums(
            mass=Fraction(weights, self.orders),
            total=self._total(),
            zombies=zombies,
            never={kind: self._never(kind) for kind in kinds},
            nobody=self._nobody(set(watched)),
            enough=enough,
            all_enough=all_enough,
            calm=calm,
            all_calm=all_calm,
        )

    def _of_type(self, types: Types, zombie: str) -> tuple[dict[int, Fraction], Fraction]:
        """Return the chances of each number of a type, and the chance that none is missing."""
        came: dict[int, int] = {}
        enough = 0
        for some, arriving in self._arriving(types, self._all):
            coming = arriving.zombies[zombie]
            measure = self._measure(some, coming.cards)
            for number, ways in coming.came.items():
                came[number] = came.get(number, 0) + measure.of(ways)
            enough += measure.of(coming.enough)
        chances = {number: Fraction(count, self.below) for number, count in came.items()}
        return chances, Fraction(enough, self.below)

    def _calm(self, types: Types, zombie: str) -> Fraction:
        cases = self._where(lambda certain: zombie not in certain.activates)
        loud = [card for card in self.pile.all_cards if zombie in card.activates]
        calm = 0
        for some, arriving in self._arriving(types, cases):
            coming = arriving.zombies[zombie]
            calm += self._measure(some, coming.cards, loud + self.doubtful).of(coming.calm)
        return Fraction(calm, self.below)

    def _never(self, kind: str) -> Fraction:
        cases = self._where(lambda certain: kind not in certain.kinds)
        return self._without(cases, [card for card in self.pile.all_cards if card.kind == kind])

    def _nobody(self, watched: set[str]) -> Fraction:
        coming = {zombie for zombie in watched if zombie in self.kinds and self.kinds[zombie].room}
        cases = self._where(lambda certain: not any(certain.asks.get(zombie) for zombie in coming))
        bringing = [
            card
            for card in self.pile.all_cards
            if any(zombie in coming for zombie, _count in card.asks)
        ]
        return self._without(cases, bringing)

    def _without(self, some: Some, cards: list[PlainCard]) -> Fraction:
        """Return the chance that neither these cards come nor doubtful ones."""
        return Fraction(self._measure(some, (), cards + self.doubtful).of(1), self.below)

    # --- arrivals ---

    def _arriving(self, types: Types, cases: Some) -> list[tuple[Some, LinkedArrivals]]:
        """Return the arrivals in each of the cases, grouped by what is certain in them."""
        by_sure = self._by(lambda certain: _sure(certain, types), cases)
        return [(some, self._arrival(types, sure)) for sure, some in by_sure.items()]

    def _arrival(self, types: Types, sure: tuple[int, ...]) -> LinkedArrivals:
        if (types, sure) not in self._arrivals:
            came = arrival(self.kinds, self.pile, self.packing, types, sure)
            self._arrivals[types, sure] = came
        return self._arrivals[types, sure]

    def _of_all(self) -> tuple[Fraction, Fraction]:
        """Return the chances that no miniature is missing, and that no type acts once more."""
        enough = calm = 0
        loud = [card for card in self.pile.all_cards if card.activates] + self.doubtful
        silent = self._where(lambda certain: not certain.activates)
        by_sure = self._by(lambda certain: self._sures(certain, self.groups), self._all)
        for sures, some in by_sure.items():
            arrivals = list(map(self._arrival, self.groups, sures))
            cards = [card for arriving in arrivals for card in arriving.cards]
            enough += self._measure(some, cards).of(
                self._product(arriving.enough for arriving in arrivals)
            )
            quiet = tuple(number for number in some if number in silent)
            calm += self._measure(quiet, cards, loud).of(
                self._product(arriving.calm for arriving in arrivals)
            )
        return Fraction(enough, self.below), Fraction(calm, self.below)

    def _total(self) -> dict[int, Fraction]:
        """Return the chances of each total; types that no card asks for come in fixed numbers."""
        asked = {zombie for card in self.pile.all_cards for zombie, _count in card.asks}
        drawn = [types for types in self.groups if asked.intersection(types)]
        settled = [types for types in self.groups if types not in drawn]

        def settled_number(certain: Certain) -> int:
            return sum(min(self._arrival(types, _sure(certain, types)).came) for types in settled)

        total: dict[int, int] = {}
        for sures, cases in self._by(
            lambda certain: self._sures(certain, drawn), self._all
        ).items():
            arrivals = list(map(self._arrival, drawn, sures))
            cards = [card for arriving in arrivals for card in arriving.cards]
            rows = self.packing.added_up([arriving.came for arriving in arrivals])
            for number, some in self._by(settled_number, cases).items():
                measure = self._measure(some, cards)
                for more, row in rows.items():
                    total[number + more] = total.get(number + more, 0) + measure.of_row(row)
        return {number: Fraction(count, self.below) for number, count in total.items()}

    def _sures(self, certain: Certain, groups: Iterable[Types]) -> tuple[tuple[int, ...], ...]:
        return tuple(_sure(certain, types) for types in groups)

    def _product(self, polynomials: Iterable[int]) -> int:
        whole = 1
        for polynomial in polynomials:
            whole = self.packing.product(whole, polynomial)
        return whole


def _sure(certain: Certain, types: Types) -> tuple[int, ...]:
    return tuple(certain.asks.get(zombie, 0) for zombie in types)


class _Measure:
    """The number of orders of each coefficient, over all draws of the cards it does not count."""

    def __init__(
        self, reckoning: Reckoning, free: int, others: int, barred: int, some: Some
    ) -> None:
        self.free, self.barred, self.spare = free, barred, free + others
        self.packing = reckoning.packing
        self.shares = reckoning.shares(some)
        self._known: dict[tuple[int, int], int] = {}
        self._summed: dict[tuple[int, int, int], int] = {}

    def _share(self, held: int, drawn: int) -> int:
        """Return the number of ways in which other cards complete those held and drawn."""
        key = (held, drawn)
        if key not in self._known:
            self._known[key] = sum(
                comb(self.free, of_free)
                * comb(self.barred, all_held - held - of_free)
                * self._drawn_besides(all_held, of_free, drawn)
                for all_held in self.shares
                for of_free in range(min(self.free, all_held - held) + 1)
                if all_held - held - of_free <= self.barred
            )
        return self._known[key]

    def _drawn_besides(self, all_held: int, of_free: int, drawn: int) -> int:
        key = (all_held, of_free, drawn)
        if key not in self._summed:
            besides = _binomials(self.spare - of_free)
            self._summed[key] = sum(map(mul, self.shares[all_held][drawn:], besides))
        return self._summed[key]

    def of(self, polynomial: int) -> int:
        """Return the weight of all the subsets a polynomial counts."""
        if not polynomial or not self.shares:
            return 0
        return sum(
            count * self._share(held, drawn)
            for held, drawn, count in self.packing.terms(polynomial)
        )

    def of_row(self, coefficients: Sequence[int]) -> int:
        """Return the weight of coefficients in one row, as far as they count."""
        return sum(map(mul, coefficients, self._row))

    @cached_property
    def _row(self) -> list[int]:
        rows, columns = range(self.packing.held + 1), range(self.packing.drawn + 1)
        return [self._share(held, drawn) for held in rows for drawn in columns]


@lru_cache(maxsize=512)
def _binomials(size: int) -> tuple[int, ...]:
    return tuple(comb(size, number) for number in range(size + 1))
