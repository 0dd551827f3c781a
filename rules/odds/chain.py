"""Number of cards a step draws: doubled draws, tokens that join in, a deck that runs out.

Cards that draw no others are exchangeable, so only their number is tracked here. Ways are counted
in whole numbers: the cards of a pile of n come in n (n-1) (n-2)... equally likely orders.

A token only adds a point at the end, so its card is pooled with the others, and which card is which
is decided only when the step comes there.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import comb, factorial, gcd
from typing import NamedTuple


class Mix(NamedTuple):
    """A number of cards: those that double, those that bring a token, all others."""

    doubles: int
    tokens: int
    others: int

    @property
    def size(self) -> int:
        return self.doubles + self.tokens + self.others

    def plus(self, more: "Mix") -> "Mix":
        return Mix(
            self.doubles + more.doubles, self.tokens + more.tokens, self.others + more.others
        )


class Walk(NamedTuple):
    """The start of a step and the cards it draws from."""

    points: tuple[str, ...]
    """Kind of zone at each point that draws from a deck of its own; empty for other points."""
    pile: Mix
    discard: Mix
    room: int
    """Most tokens that can come and draw in this step."""
    start: int = 0
    draws: int = 1


class End(NamedTuple):
    """A way a step may end, with its numbers of cards."""

    is_reshuffled: bool
    """True if all of the pile came, and the rest was drawn from the reshuffled cards."""
    is_doubled: bool
    """True if a card doubled a draw."""
    tokens: int
    own: tuple[str, ...]
    """Zones that drew from decks of their own."""
    held: int
    """Other cards that were in a hand during the shuffle, and could not come again."""
    others: int
    """Other cards drawn since the last shuffle."""


class Ends(NamedTuple):
    """Every end with its number of ways, out of the equally likely `orders`.

    The ways that are missing go through the whole deck once more than is computed.
    """

    ways: Mapping[End, int]
    orders: int


class _Past(NamedTuple):
    """The history of a step that its future depends on."""

    tokens: int
    others: int
    """Size of the pool drawn from: tokens and others, not told apart yet."""
    known: int
    """Tokens drawn before the pool."""
    held: Mix | None = None
    """Cards in a hand when the deck was shuffled; None before."""
    own: tuple[str, ...] = ()


_Stand = tuple[int, int, int]
"""Number of cards in the next hand; doubles left; cards of the pool left."""
_Ways = dict[_Stand, int]


@lru_cache(maxsize=256)
def all_ends(walk: Walk) -> Ends:
    """Return every way a step can end, followed hand by hand as in the spawn step itself."""
    return _Following(walk).ends()


class _Following:
    """The walk through a step point by point, all ways at once."""

    def __init__(self, walk: Walk) -> None:
        self.walk, self.pile = walk, walk.pile
        self.everything = walk.pile.plus(walk.discard)
        self.length = len(walk.points)
        self.has_own = any(walk.points)
        self.factorials = [factorial(number) for number in range(self.everything.size + 1)]
        self.after: dict[_Past, _Ways] = {}
        self.over: dict[tuple[bool, int, _Past], int] = {}

    def ends(self) -> Ends:
        pile, index = self.pile, self.walk.start
        pool = _Past(pile.tokens, pile.others, known=0)
        layer = {pool: {(self.walk.draws, pile.doubles, pile.tokens + pile.others): 1}}
        while layer:
            self.after = {}
            for past, stands in layer.items():
                for stand, ways in stands.items():
                    self._follow(index, past, stand, ways)
            layer = self.after
            index += 1
        return self._sorted_out()

    def _follow(self, index: int, past: _Past, stand: _Stand, ways: int) -> None:
        draws, more = stand[0], index - self.length
        if more < 0:
            self._go_on(index, past, stand, ways)
        elif self.has_own:
            for pool, share in self._looked_at(past, stand, ways):
                points = self.length + min(pool.known, self.walk.room)
                if index >= points and draws == 1:
                    self._end(pool, stand, share)
                else:
                    self._go_on(index % points, pool, stand, share)
        elif draws > 1 or (past.known > more and more < self.walk.room):
            self._go_on(index, past, stand, ways)
        elif more >= self.walk.room:
            self._end(past, stand, ways)
        else:
            self._part(index, past, stand, ways)

    def _part(self, index: int, past: _Past, stand: _Stand, ways: int) -> None:
        """End the ways in which no token has brought another point, and go on with the others."""
        over: list[tuple[_Past, int]] = []
        going: list[tuple[_Past, int]] = []
        for part in self._looked_at(past, stand, ways):
            (over if self.length + part[0].known <= index else going).append(part)
        for pool, share in over:
            self._end(pool, stand, share)
        if len(over) < len(going):
            # All ways less those that end: fewer to follow.
            going = [(past, ways), *((pool, -share) for pool, share in over)]
        for pool, share in going:
            self._go_on(index, pool, stand, share)

    def _looked_at(self, past: _Past, stand: _Stand, ways: int) -> Iterator[tuple[_Past, int]]:
        """Yield the ways by the number of tokens that were drawn from the pool."""
        drawn = past.tokens + past.others - stand[-1]
        for tokens, share in _split(drawn, past.tokens, past.others, ways):
            known = past.known + tokens
            others = past.others - drawn + tokens
            yield _Past(past.tokens - tokens, others, known, past.held, past.own), share

    def _go_on(self, place: int, past: _Past, stand: _Stand, ways: int) -> None:
        """Draw the hand of a point."""
        draws, doubles, left = stand
        if self.has_own and place < self.length and (kind := self.walk.points[place]):
            own = past._replace(own=(*past.own, kind))
            _add(self.after.setdefault(own, {}), (1, doubles, left), ways)
        elif draws <= doubles + left:
            after = self.after.setdefault(past, {})
            for following, orders in _hands(draws, doubles, left):
                after[following] = after.get(following, 0) + ways * orders
        elif past.held is None:
            self._shuffle(past, stand, ways)

    def _shuffle(self, past: _Past, stand: _Stand, ways: int) -> None:
        """Reshuffle after the whole pile has come; cards in the hand cannot be drawn again."""
        draws, doubles, left = stand
        ways *= self.factorials[doubles + left]
        missing, total = draws - doubles - left, self.everything
        for tokens, share in _split(left, past.tokens, past.others, ways):
            held = Mix(doubles, tokens, left - tokens)
            pool = _Past(
                total.tokens - held.tokens,
                total.others - held.others,
                known=self.pile.tokens,
                held=held,
                own=past.own,
            )
            after = self.after.setdefault(pool, {})
            anew = (total.doubles - doubles, pool.tokens + pool.others)
            hands = _hands(missing, *anew) if missing <= sum(anew) else ()
            for (doubled, others, rest), orders in hands:
                _add(after, (doubled << doubles, others, rest), share * orders)

    # --- ends ---

    def _end(self, past: _Past, stand: _Stand, ways: int) -> None:
        """Record an end, times the possible orders of the cards that are left."""
        _draws, doubles, left = stand
        ways *= self.factorials[doubles + left]
        if past.held is None:
            is_doubled = doubles < self.pile.doubles
            ways *= self.factorials[-1]
        else:
            anew = self.everything.doubles - past.held.doubles
            is_doubled = self.pile.doubles > 0 or doubles < anew
            ways *= self.factorials[-1] // self.factorials[-1 - past.held.size]
        key = (is_doubled, left, past)
        self.over[key] = self.over.get(key, 0) + ways

    def _sorted_out(self) -> Ends:
        ends: dict[End, int] = {}
        for (is_doubled, left, past), ways in self.over.items():
            held = past.held
            others = self.everything.others - held.others if held else self.pile.others
            for pool, share in self._looked_at(past, (1, 0, left), ways):
                end = End(
                    is_reshuffled=held is not None,
                    is_doubled=is_doubled,
                    tokens=pool.known,
                    own=past.own,
                    held=held.others if held else 0,
                    others=others - pool.others,
                )
                ends[end] = ends.get(end, 0) + share
        orders = self.factorials[self.pile.size] * self.factorials[-1]
        shared = gcd(orders, *ends.values())
        return Ends({end: ways // shared for end, ways in ends.items() if ways}, orders // shared)


def _add(ways: _Ways, stand: _Stand, more: int) -> None:
    ways[stand] = ways.get(stand, 0) + more


def _split(count: int, tokens: int, others: int, ways: int) -> Iterator[tuple[int, int]]:
    """Yield each number of tokens among `count` cards of a pool, with its share of the ways."""
    whole = comb(tokens + others, count)
    for some in range(max(0, count - others), min(count, tokens) + 1):
        yield some, ways * comb(tokens, some) * comb(others, count - some) // whole


_Hand = tuple[_Stand, int]
"""State after a hand, and the number of orders in which the hand comes."""


@lru_cache(maxsize=16_384)
def _hands(draws: int, doubles: int, left: int) -> tuple[_Hand, ...]:
    """Return each possible hand of that many cards."""
    orders = factorial(draws)
    return tuple(
        (
            (1 << doubled, doubles - doubled, left - draws + doubled),
            orders * comb(doubles, doubled) * comb(left, draws - doubled),
        )
        for doubled in range(max(0, draws - left), min(draws, doubles) + 1)
    )
