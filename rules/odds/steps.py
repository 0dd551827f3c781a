"""A step as cards and numbers only, and its chances."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from math import lcm
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from rules.odds.cards import Certain, Pile, PlainCard, ZombieKind
from rules.odds.chain import End, Mix, Walk, all_ends
from rules.odds.sums import DrawCase, Reckoning, Sums

NONE, CERTAIN = Fraction(0), Fraction(1)
Held = tuple[int, int]
"""Numbers of other cards held in a hand during the shuffle, and drawn."""


class Chances(msgspec.Struct, frozen=True, kw_only=True):
    """The chances of a step. Chances of numbers are indexed by number, from zero."""

    total: tuple[Fraction, ...]
    """Zombies placed on the board, of all types."""
    zombies: Mapping[str, tuple[Fraction, ...]]
    """Zombies placed on the board, by type."""
    kinds: Mapping[str, Fraction]
    """Chance of at least one card of each kind."""
    largest: Fraction
    """Chance of at least one abomination."""
    activated: Mapping[str, Fraction]
    """Chance that all of a type act once more.

    Causes: a card, the limit of the type on the board, or missing miniatures.
    """
    any_activated: Fraction
    short: Mapping[str, Fraction]
    """Chance that miniatures of a type are missing."""
    any_short: Fraction
    runs_out: Fraction
    """Chance that the draw pile is too small and the deck is reshuffled."""

    @property
    def mean(self) -> Fraction:
        return _mean(self.total)

    @property
    def expected(self) -> dict[str, Fraction]:
        """Return the mean number of each type."""
        return {zombie: _mean(numbers) for zombie, numbers in self.zombies.items()}


def _mean(chances: Sequence[Fraction]) -> Fraction:
    return sum((number * chance for number, chance in enumerate(chances)), NONE)


UNKNOWN = PlainCard("?")
"""Stand-in for a card with unknown content."""


class Sorted(NamedTuple):
    """A pile sorted by the effects of its cards."""

    doubles: int
    tokens: tuple[PlainCard, ...]
    others: tuple[PlainCard, ...]

    @property
    def mix(self) -> Mix:
        return Mix(self.doubles, len(self.tokens), len(self.others))


class StepData(NamedTuple):
    """All data that chances depend on. Equal steps are computed once."""

    points: tuple[tuple[Fraction, tuple[str, ...]], ...]
    """Point lists with their chances.

    At each point: the kind of zone that draws from a deck of its own, else an empty word.
    """
    start: int
    draws: int
    """Point where the step begins (`start`), and the number of cards it draws (`draws`)."""
    pile: Sorted
    discard: Sorted
    hand: Sorted
    """Cards drawn already and not yet resolved."""
    own: tuple[tuple[str, tuple[PlainCard, ...]], ...]
    """Decks of their own, by kind of zone."""
    zombies: tuple[tuple[str, ZombieKind], ...]
    largest: tuple[str, ...]
    card_kinds: tuple[str, ...]
    doubling: str
    """Kind of card that doubles, if there is one."""
    is_empty: bool
    """True if the draw pile is empty; `pile` is then the discard pile to be shuffled."""

    @property
    def all_cards(self) -> list[PlainCard]:
        """Return every card that may come, except those that double."""
        decks = (self.pile, self.discard, self.hand)
        cards = [card for deck in decks for card in (*deck.tokens, *deck.others)]
        return cards + [card for _kind, own in self.own for card in own]


class Reckoned(NamedTuple):
    """The chances of a step, as low and as high as unknown cards can make them."""

    least: Chances
    most: Chances
    beyond: Fraction


@lru_cache(maxsize=512)
def reckon(step: StepData) -> Reckoned:
    """Return all chances of a step, as low and as high as unknown cards can make them."""
    return _Adding(step).all_chances()


class _Adding:
    """The sum of all ways a step may end."""

    def __init__(self, step: StepData) -> None:
        self.step = step
        self.kinds = dict(step.zombies)
        self.own = dict(step.own)

    def all_chances(self) -> Reckoned:
        least = self._tally(UNKNOWN)
        chances = least.chances()
        is_sure = UNKNOWN not in self.step.all_cards
        return Reckoned(chances, chances if is_sure else self._most(), 1 - least.mass)

    def _most(self) -> Chances:
        """Return each number by itself as high as unknown cards can make it."""
        asks = [dict(card.asks) for card in self.step.all_cards]
        worst = max(asks, key=lambda zombies: sum(zombies.values()))
        most = self._tally(UNKNOWN, doubt=True).chances()
        total = self._tally(UNKNOWN._replace(asks=tuple(sorted(worst.items())))).chances().total
        zombies: dict[str, tuple[Fraction, ...]] = {}
        short: dict[str, Fraction] = {}
        for zombie in self.kinds:
            count = max(ask.get(zombie, 0) for ask in asks)
            by_type = self._tally(UNKNOWN._replace(asks=((zombie, count),) if count else ()))
            zombies[zombie] = by_type.chances().zombies[zombie]
            short[zombie] = by_type.chances().short[zombie]
        return replace(
            most,
            total=total,
            zombies=zombies,
            short=short,
            any_short=min(CERTAIN, sum(short.values(), NONE)),
        )

    @cached_property
    def _ends(self) -> tuple[dict[End, int], int]:
        """Return every end of every number of points with its ways, and the total of ways."""
        walks = [(chance, all_ends(self._walk(kinds))) for chance, kinds in self.step.points]
        orders = lcm(*(ends.orders * chance.denominator for chance, ends in walks))
        ways: dict[End, int] = {}
        for chance, ends in walks:
            share = orders // (ends.orders * chance.denominator) * chance.numerator
            for end, count in ends.ways.items():
                ways[end] = ways.get(end, 0) + count * share
        return ways, orders

    def _walk(self, kinds: tuple[str, ...]) -> Walk:
        step = self.step
        tokens = (*step.pile.tokens, *step.discard.tokens, *step.hand.tokens)
        room = min((self.kinds[key].room for card in tokens for key, _n in card.asks), default=0)
        joined = min(room, len(step.hand.tokens))
        return Walk(
            (*kinds, *("",) * joined),
            step.pile.mix,
            step.discard.mix,
            room - joined,
            step.start,
            step.draws,
        )

    def _tally(self, unknown: PlainCard, *, doubt: bool = False) -> "_Tally":
        """Return the sum over all ends of the step; `unknown` stands in for unknown cards."""
        step = self.step
        tally = _Tally(self.kinds, step.card_kinds)
        meant = {UNKNOWN: unknown}
        pile = tuple(meant.get(card, card) for card in step.pile.others)
        discard = tuple(meant.get(card, card) for card in step.discard.others)
        for (is_reshuffled, own), by_tokens in self._together().items():
            cards = [*step.hand.others, *step.hand.tokens]
            cards += [PlainCard(step.doubling)] * step.hand.doubles
            cards += pile if is_reshuffled else ()
            draws, drawn_in = self._own_draws(own, meant)
            cases = [
                DrawCase(
                    Certain.of([*cards, *self._tokens(tokens), *hand]),
                    {key: weight * ways for key, weight in weights.items()},
                )
                for tokens, weights in by_tokens.items()
                for ways, hand in draws
            ]
            reckoning = Reckoning(
                self.kinds,
                Pile(pile, discard if is_reshuffled else ()),
                cases,
                self._ends[1] * drawn_in,
                doubt=UNKNOWN.kind if doubt else "",
            )
            sums = reckoning.sums(step.card_kinds, step.largest)
            tally.add(sums, is_shuffled=is_reshuffled or step.is_empty)
        if step.doubling and not step.hand.doubles:
            ways, orders = self._ends
            undoubled = sum(count for end, count in ways.items() if not end.is_doubled)
            tally.never[step.doubling] = Fraction(undoubled, orders)
        return tally

    def _together(self) -> dict[tuple[bool, tuple[str, ...]], dict[int, dict[Held, int]]]:
        """Return the ends grouped: they differ only in the numbers of tokens and other cards.

        Tokens beyond those that can come, be missed or act change nothing.
        """
        step = self.step
        token = next(iter((*step.pile.tokens, *step.discard.tokens)), None)
        most = 2 + (self.kinds[token.asks[0][0]].room if token else 0)
        together: dict[tuple[bool, tuple[str, ...]], dict[int, dict[Held, int]]] = {}
        for end, ways in self._ends[0].items():
            by_tokens = together.setdefault((end.is_reshuffled, end.own), {})
            weights = by_tokens.setdefault(min(end.tokens, most), {})
            numbers = (end.held, end.others)
            weights[numbers] = weights.get(numbers, 0) + ways
        return together

    def _tokens(self, count: int) -> tuple[PlainCard, ...]:
        token = (*self.step.pile.tokens, *self.step.discard.tokens)[:1]
        return token * count

    def _own_draws(
        self, kinds: tuple[str, ...], meant: Mapping[PlainCard, PlainCard]
    ) -> tuple[list[tuple[int, tuple[PlainCard, ...]]], int]:
        """Return the possible draws of zones with decks of their own, in how many ways of how many.

        Empty if a deck runs out.
        """
        draws: list[tuple[int, tuple[PlainCard, ...]]] = [(1, ())]
        drawn_in = 1
        for kind, count in Counter(kinds).items():
            cards = [meant.get(card, card) for card in self.own[kind]]
            hands = Counter(tuple(sorted(hand, key=repr)) for hand in combinations(cards, count))
            drawn_in *= hands.total()
            draws = [
                (ways * number, (*drawn, *hand))
                for ways, drawn in draws
                for hand, number in hands.items()
            ]
        return draws, drawn_in


class _Tally:
    """The chances of all ends of a step, added up."""

    def __init__(self, zombies: Iterable[str], kinds: Iterable[str]) -> None:
        self.total: dict[int, Fraction] = {}
        self.zombies: dict[str, dict[int, Fraction]] = {zombie: {} for zombie in zombies}
        self.never = dict.fromkeys(kinds, NONE)
        self.enough = dict.fromkeys(self.zombies, NONE)
        self.calm = dict.fromkeys(self.zombies, NONE)
        self.nobody = self.all_enough = self.all_calm = self.shuffled = self.mass = NONE

    def add(self, sums: Sums, *, is_shuffled: bool) -> None:
        self.mass += sums.mass
        if is_shuffled:
            self.shuffled += sums.mass
        _add(self.total, sums.total)
        for zombie, numbers in sums.zombies.items():
            _add(self.zombies[zombie], numbers)
            self.enough[zombie] += sums.enough[zombie]
            self.calm[zombie] += sums.calm[zombie]
        for kind, never in sums.never.items():
            self.never[kind] += never
        self.all_enough += sums.all_enough
        self.nobody += sums.nobody
        self.all_calm += sums.all_calm

    def chances(self) -> Chances:
        return Chances(
            total=_row(self.total),
            zombies={zombie: _row(numbers) for zombie, numbers in self.zombies.items()},
            kinds={kind: self.mass - never for kind, never in self.never.items()},
            largest=self.mass - self.nobody,
            activated={zombie: self.mass - calm for zombie, calm in self.calm.items()},
            any_activated=self.mass - self.all_calm,
            short={zombie: self.mass - enough for zombie, enough in self.enough.items()},
            any_short=self.mass - self.all_enough,
            runs_out=self.shuffled,
        )


def _add(numbers: dict[int, Fraction], more: Mapping[int, Fraction]) -> None:
    for number, chance in more.items():
        numbers[number] = numbers.get(number, NONE) + chance


def _row(numbers: Mapping[int, Fraction]) -> tuple[Fraction, ...]:
    most = max((number for number, chance in numbers.items() if chance), default=0)
    return tuple(numbers.get(number, NONE) for number in range(most + 1))
