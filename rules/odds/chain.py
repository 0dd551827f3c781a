"""How many cards a step draws: doubled draws, tokens that join in, a deck that runs out.

Cards that draw no others are exchangeable, so only their number is followed here. Ways are counted
in whole numbers: the cards of a pile of n come in n (n-1) (n-2)... equally likely orders.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, perm
from typing import NamedTuple


class Mix(NamedTuple):
    """So many cards of a pile: those that double, those that bring a token, all others."""

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

    def minus(self, less: "Mix") -> "Mix":
        return Mix(
            self.doubles - less.doubles, self.tokens - less.tokens, self.others - less.others
        )


NOTHING = Mix(0, 0, 0)


class Walk(NamedTuple):
    """Where a step stands before its first card, and what it draws from."""

    points: tuple[str, ...]
    """The kind of zone at each point, where it draws from a deck of its own; empty elsewhere."""
    pile: Mix
    discard: Mix
    room: int
    """How many tokens can come and draw in this step."""
    start: int = 0
    draws: int = 1


class End(NamedTuple):
    """How a step may end, as far as the number of cards goes."""

    is_reshuffled: bool
    """All of the pile came; what follows was drawn from the cards shuffled anew."""
    held: int
    """Other cards that lay in a hand while the rest was shuffled, and could not come again."""
    others: int
    """Other cards drawn since the last shuffle."""
    doubles: int
    tokens: int
    own: tuple[str, ...]
    """Zones that drew from decks of their own."""


class Ends(NamedTuple):
    """Every end with its chance; they add up to one with what is left out."""

    chances: Mapping[End, Fraction]
    beyond: Fraction
    """The chance that a step goes through the whole deck once more than is reckoned."""


class _State(NamedTuple):
    draws: int
    left: Mix
    held: Mix | None
    """What lay in a hand when the deck was shuffled; None before."""
    own: tuple[str, ...]


@lru_cache(maxsize=256)
def all_ends(walk: Walk) -> Ends:
    """Follow every way a step can take, hand by hand, as the spawn step itself goes."""
    ends: dict[End, Fraction] = {}
    beyond = Fraction(0)
    everything = walk.pile.plus(walk.discard)
    layer = {_State(walk.draws, walk.pile, None, ()): 1}
    index = walk.start
    while layer:
        after: dict[_State, int] = {}
        for state, ways in layer.items():
            length = len(walk.points)
            if walk.room:
                length += min(_drawn(walk, everything, state).tokens, walk.room)
            if index >= length and state.draws == 1:
                end = _end(walk, everything, state)
                chance = Fraction(ways, _orders(walk, everything, state))
                ends[end] = ends.get(end, Fraction(0)) + chance
                continue
            place = index % length
            kind = walk.points[place] if place < len(walk.points) else ""
            if kind:
                own = state._replace(draws=1, own=(*state.own, kind))
                after[own] = after.get(own, 0) + ways
                continue
            hands = _hands(state, everything)
            if hands is None:
                beyond += Fraction(ways, _orders(walk, everything, state))
                continue
            for following, orders in hands:
                after[following] = after.get(following, 0) + ways * orders
        layer = after
        index += 1
    return Ends(ends, beyond)


@lru_cache(maxsize=16_384)
def _hands(state: _State, everything: Mix) -> tuple[tuple[_State, int], ...] | None:
    """Each hand a point may draw: what follows it, and in how many orders it can come.

    None where there are not so many cards to shuffle.
    """
    draws, left, held, own = state
    if draws <= left.size:
        return tuple(
            (_State(2**hand.doubles, left.minus(hand), held, own), orders)
            for hand, orders in _choices(draws, left)
        )
    anew = everything.minus(left)
    if held is not None or draws - left.size > anew.size:
        return None
    first = factorial(left.size)
    return tuple(
        (_State(2 ** (left.doubles + hand.doubles), anew.minus(hand), left, own), first * orders)
        for hand, orders in _choices(draws - left.size, anew)
    )


def _choices(count: int, pile: Mix) -> Iterator[tuple[Mix, int]]:
    """Every hand of so many cards out of a pile, and in how many orders it can be drawn."""
    orders = factorial(count)
    for doubles in range(min(count, pile.doubles) + 1):
        for tokens in range(min(count - doubles, pile.tokens) + 1):
            others = count - doubles - tokens
            if others <= pile.others:
                ways = comb(pile.doubles, doubles) * comb(pile.tokens, tokens)
                yield Mix(doubles, tokens, others), orders * ways * comb(pile.others, others)


def _drawn(walk: Walk, everything: Mix, state: _State) -> Mix:
    """All cards drawn so far."""
    if state.held is None:
        return walk.pile.minus(state.left)
    return walk.pile.plus(everything.minus(state.held).minus(state.left))


def _orders(walk: Walk, everything: Mix, state: _State) -> int:
    """In how many orders so many cards can come, whichever they are."""
    if state.held is None:
        return perm(walk.pile.size, walk.pile.size - state.left.size)
    anew = everything.size - state.held.size
    return factorial(walk.pile.size) * perm(anew, anew - state.left.size)


def _end(walk: Walk, everything: Mix, state: _State) -> End:
    drawn = _drawn(walk, everything, state)
    is_reshuffled = state.held is not None
    return End(
        is_reshuffled=is_reshuffled,
        held=state.held.others if state.held else 0,
        others=drawn.others - (walk.pile.others if is_reshuffled else 0),
        doubles=drawn.doubles,
        tokens=drawn.tokens,
        own=state.own,
    )
