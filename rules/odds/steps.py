"""A step as cards and numbers only, and what may come of it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from rules.odds.chain import End, Mix, Walk, all_ends
from rules.odds.sums import Card, Kind, Pile, Reckoning, Sums

NONE, CERTAIN = Fraction(0), Fraction(1)


class Chances(msgspec.Struct, frozen=True, kw_only=True):
    """What a step may bring. Chances of numbers go by number, from none on."""

    total: tuple[Fraction, ...]
    """Zombies that come onto the board, of all types."""
    zombies: Mapping[str, tuple[Fraction, ...]]
    """The same by type."""
    kinds: Mapping[str, Fraction]
    """At least one card of a kind that says something."""
    largest: Fraction
    """At least one abomination."""
    activated: Mapping[str, Fraction]
    """Everybody of a type acts once more: by a card, because they are as many as can be, or
    because miniatures are missing."""
    any_activated: Fraction
    short: Mapping[str, Fraction]
    """Miniatures of a type are missing."""
    any_short: Fraction
    runs_out: Fraction
    """The draw pile does not suffice and the deck is shuffled."""

    @property
    def mean(self) -> Fraction:
        return _mean(self.total)

    @property
    def expected(self) -> dict[str, Fraction]:
        """How many of each type come on average."""
        return {zombie: _mean(numbers) for zombie, numbers in self.zombies.items()}


def _mean(chances: Sequence[Fraction]) -> Fraction:
    return sum((number * chance for number, chance in enumerate(chances)), NONE)


UNKNOWN = Card("?")
"""A card of which nobody knows what it says."""


class Sorted(NamedTuple):
    """A pile sorted by what its cards do."""

    doubles: int
    tokens: tuple[Card, ...]
    others: tuple[Card, ...]

    @property
    def mix(self) -> Mix:
        return Mix(self.doubles, len(self.tokens), len(self.others))


class Step(NamedTuple):
    """All that chances depend on. Equal steps are reckoned once."""

    points: tuple[tuple[Fraction, tuple[str, ...]], ...]
    """Each number of points with its chance: the kind of zone at a point that draws from a deck
    of its own, else an empty word."""
    start: int
    draws: int
    """The point it stands at, and how many cards that draws."""
    pile: Sorted
    discard: Sorted
    hand: Sorted
    """Cards drawn already and not yet resolved."""
    own: tuple[tuple[str, tuple[Card, ...]], ...]
    """Decks of their own, by kind of zone."""
    zombies: tuple[tuple[str, Kind], ...]
    largest: tuple[str, ...]
    card_kinds: tuple[str, ...]
    doubling: str
    """The kind of card that doubles, if there is one."""
    is_empty: bool
    """The draw pile is empty; `pile` is what is shuffled."""

    @property
    def all_cards(self) -> list[Card]:
        """Every card that may come, but for those that double."""
        decks = (self.pile, self.discard, self.hand)
        cards = [card for deck in decks for card in (*deck.tokens, *deck.others)]
        return cards + [card for _kind, own in self.own for card in own]


class Reckoned(NamedTuple):
    """What comes of a step."""

    least: Chances
    most: Chances
    beyond: Fraction


@lru_cache(maxsize=512)
def reckon(step: Step) -> Reckoned:
    """All chances of a step, as low and as high as unknown cards can make them."""
    return _Adding(step).all_chances()


class _Adding:
    """Adds up what may come of a step."""

    def __init__(self, step: Step) -> None:
        self.step = step
        self.kinds = dict(step.zombies)
        self.own = dict(step.own)

    def all_chances(self) -> Reckoned:
        least = self._tally(UNKNOWN)
        chances = least.chances()
        is_sure = UNKNOWN not in self.step.all_cards
        return Reckoned(chances, chances if is_sure else self._most(), 1 - least.mass)

    def _most(self) -> Chances:
        """Each number by itself as high as unknown cards can make it."""
        asks = [dict(card.asks) for card in self.step.all_cards]
        worst = max(asks, key=lambda zombies: sum(zombies.values()))
        most = self._tally(UNKNOWN, doubt=True).chances()
        total = self._tally(UNKNOWN._replace(asks=tuple(sorted(worst.items())))).chances().total
        zombies: dict[str, tuple[Fraction, ...]] = {}
        short: dict[str, Fraction] = {}
        for zombie in self.kinds:
            count = max(each.get(zombie, 0) for each in asks)
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
    def _ways(self) -> list[tuple[End, Fraction]]:
        """Every end of every number of points, with its chance."""
        return [
            (end, chance * share)
            for chance, kinds in self.step.points
            for end, share in all_ends(self._walk(kinds)).chances.items()
        ]

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

    def _tally(self, unknown: Card, *, doubt: bool = False) -> "_Tally":
        """Add up all ends of the step; `unknown` is what cards that nobody knows ask for."""
        step = self.step
        tally = _Tally(self.kinds, step.card_kinds, is_shuffled=step.is_empty)
        token = next(iter((*step.pile.tokens, *step.discard.tokens)), None)
        doubled = Card(step.doubling)
        meant = {UNKNOWN: unknown}
        pile = tuple(meant.get(card, card) for card in step.pile.others)
        discard = tuple(meant.get(card, card) for card in step.discard.others)
        hand = (*step.hand.others, *step.hand.tokens, *(doubled,) * step.hand.doubles)
        for end, weights in self._ends(token).items():
            cards = list(hand)
            if token:
                cards += [token] * end.tokens
            if end.is_reshuffled:
                cards += pile
            for chance, own in self._own_draws(end.own, meant):
                drawn = _Drawn.of([*cards, *own])
                scaled = {key: chance * weight for key, weight in weights.items()}
                reckoning = Reckoning(
                    self.kinds,
                    Pile(pile, discard if end.is_reshuffled else ()),
                    scaled,
                    certain=drawn.asks,
                )
                sums = reckoning.sums(
                    step.card_kinds, step.largest, doubt=UNKNOWN.kind if doubt else ""
                )
                tally.add(sums, sum(scaled.values(), NONE), drawn, end, doubt=doubt)
        if step.doubling and not step.hand.doubles:
            undoubled = (chance for end, chance in self._ways if not end.doubles)
            tally.never[step.doubling] = sum(undoubled, NONE)
        return tally

    def _ends(self, token: Card | None) -> dict[End, dict[tuple[int, int], Fraction]]:
        """Ends that differ only in the number of other cards, together."""
        seen = 2 + (self.kinds[token.asks[0][0]].room if token else 0)
        ends: dict[End, dict[tuple[int, int], Fraction]] = {}
        for end, chance in self._ways:
            key = End(end.is_reshuffled, 0, 0, 0, min(end.tokens, seen), end.own)
            weights = ends.setdefault(key, {})
            numbers = (end.held, end.others)
            weights[numbers] = weights.get(numbers, NONE) + chance
        return ends

    def _own_draws(
        self, kinds: tuple[str, ...], meant: Mapping[Card, Card]
    ) -> list[tuple[Fraction, tuple[Card, ...]]]:
        """What zones that draw from decks of their own may draw; nothing where a deck runs out."""
        draws: list[tuple[Fraction, tuple[Card, ...]]] = [(CERTAIN, ())]
        for kind, count in Counter(kinds).items():
            cards = [meant.get(card, card) for card in self.own[kind]]
            hands = Counter(tuple(sorted(hand, key=repr)) for hand in combinations(cards, count))
            ways = hands.total()
            draws = [
                (chance * Fraction(number, ways), (*drawn, *hand))
                for chance, drawn in draws
                for hand, number in hands.items()
            ]
        return draws


class _Drawn(NamedTuple):
    """Cards that come for certain."""

    asks: Counter[str]
    activates: frozenset[str]
    kinds: frozenset[str]

    @classmethod
    def of(cls, cards: Iterable[Card]) -> "_Drawn":
        asks: Counter[str] = Counter()
        activates: set[str] = set()
        kinds: set[str] = set()
        for card in cards:
            asks.update(dict(card.asks))
            activates |= card.activates
            kinds.add(card.kind)
        return cls(asks, frozenset(activates), frozenset(kinds))


class _Tally:
    """Chances of all ends of a step, added up."""

    def __init__(self, zombies: Iterable[str], kinds: Iterable[str], *, is_shuffled: bool) -> None:
        self.total: dict[int, Fraction] = {}
        self.zombies: dict[str, dict[int, Fraction]] = {zombie: {} for zombie in zombies}
        self.never = dict.fromkeys(kinds, NONE)
        self.enough = dict.fromkeys(self.zombies, NONE)
        self.calm = dict.fromkeys(self.zombies, NONE)
        self.nobody = self.all_enough = self.all_calm = self.shuffled = self.mass = NONE
        self.is_shuffled = is_shuffled

    def add(self, sums: Sums, mass: Fraction, drawn: _Drawn, end: End, *, doubt: bool) -> None:
        """One end, with the cards that come in it for certain."""
        is_doubtful = doubt and UNKNOWN.kind in drawn.kinds
        self.mass += mass
        if end.is_reshuffled or self.is_shuffled:
            self.shuffled += mass
        _add(self.total, sums.total)
        for zombie, numbers in sums.zombies.items():
            _add(self.zombies[zombie], numbers)
            self.enough[zombie] += sums.enough[zombie]
            if zombie not in drawn.activates and not is_doubtful:
                self.calm[zombie] += sums.calm[zombie]
        self.all_enough += sums.all_enough
        if is_doubtful:
            return
        for kind, never in sums.never.items():
            if kind not in drawn.kinds:
                self.never[kind] += never
        self.nobody += sums.nobody
        if not drawn.activates:
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
