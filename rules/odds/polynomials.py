"""Polynomials that count subsets of a pile, each as one whole number.

A card is drawn (y), is in a hand that cannot come again (z), or is left. A coefficient is a word of
fixed width, so a card is a shift and an addition, and joining two piles is a product.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from math import comb
from struct import unpack
from typing import NamedTuple

BYTES = 8
"""Bytes of a machine word; words are multiples of it, which is the fastest to read."""

ByNumber = Mapping[int, int]
"""A polynomial for each number of zombies."""


class Subsets(NamedTuple):
    """A number of subsets with so many cards in a hand and so many drawn."""

    held: int
    drawn: int
    ways: int


class Packing:
    """The layout of polynomials of one pile: a row for each number held, a column for drawn.

    Terms with more than `held` or more than `drawn` cards are cut off.
    """

    def __init__(self, cards: int, discard: int, held: int, drawn: int) -> None:
        self.held, self.drawn = held, drawn
        # Two factors may each reach the limit before the excess is cut off.
        self.columns = min(cards + discard, 2 * drawn + 1) + 1
        self.rows = min(cards, 2 * held + 1) + 1 if held else 1
        in_hands = comb(cards, min(2 * held, cards // 2))
        most = comb(cards + discard, (cards + discard) // 2) * in_hands
        self.words = most.bit_length() // (8 * BYTES) + 1
        self.one_drawn = 8 * BYTES * self.words
        self.one_held = self.columns * self.one_drawn
        self.needs_cut = (self.columns, self.rows) != (drawn + 1, held + 1)

    @cached_property
    def _kept(self) -> int:
        """Return a mask of the coefficients that count."""
        row = (1 << (self.one_drawn * (min(self.drawn, self.columns - 1) + 1))) - 1
        rows = range(min(self.held, self.rows - 1) + 1)
        return sum(row << (self.one_held * number) for number in rows)

    def _cut(self, polynomial: int) -> int:
        return polynomial & self._kept if self.needs_cut else polynomial

    def product(self, first: int, second: int) -> int:
        """Return the polynomial of both piles together."""
        return self._cut(first * second)

    def plus_card(self, polynomial: int, *, may_be_held: bool) -> tuple[int, int]:
        """Return the polynomial with one more card left or in a hand, and the one with it drawn."""
        left = polynomial
        if may_be_held and self.held:
            left += polynomial << self.one_held
        return self._cut(left), self._cut(polynomial << self.one_drawn)

    def asking(self, cards: Iterable[tuple[int, bool]], most: int | None) -> ByNumber:
        """Return polynomials by the number asked for, of cards that each ask for some of one type.

        A card is the number it asks for, and True if it may be in a hand. Numbers over `most` count
        as `most`.
        """
        by_number = {0: 1}
        for asked, may_be_held in cards:
            after: dict[int, int] = {}
            for number, ways in by_number.items():
                left, drawn = self.plus_card(ways, may_be_held=may_be_held)
                more = number + asked if most is None else min(number + asked, most)
                after[number] = after.get(number, 0) + left
                after[more] = after.get(more, 0) + drawn
            by_number = after
        return {number: ways for number, ways in by_number.items() if ways}

    def coefficients(self, polynomial: int) -> Sequence[int]:
        """Return all coefficients, row by row."""
        return self._read(polynomial, -(-polynomial.bit_length() // self.one_drawn))

    def _read(self, polynomial: int, count: int) -> Sequence[int]:
        size = count * self.words
        parts = unpack(f"<{size}Q", polynomial.to_bytes(size * BYTES, "little"))
        if self.words == 1:
            return parts
        return [
            sum(
                part << (8 * BYTES * place)
                for place, part in enumerate(parts[at : at + self.words])
            )
            for at in range(0, size, self.words)
        ]

    def terms(self, polynomial: int) -> list[Subsets]:
        """Return the terms that are not zero."""
        return [
            Subsets(*divmod(place, self.columns), count)
            for place, count in enumerate(self.coefficients(polynomial))
            if count
        ]

    def added_up(self, groups: Iterable[ByNumber]) -> dict[int, Sequence[int]]:
        """Return the sums of the numbers of all groups, with the coefficients that count.

        Groups are added one by one, each term as a shift: nearly all coefficients of a group are
        zero, and a product would compute them all.
        """
        shifts = sorted((self._shifts(group) for group in groups), key=len, reverse=True)
        total, blocks, lowest = 1, 1, 0
        for group in shifts:
            first = min(number for number, _term in group)
            after = 0
            kept: dict[tuple[int, int], int] = {}
            for number, (held, drawn, count) in group:
                if (held, drawn) not in kept:
                    kept[held, drawn] = total & self._mask(held, drawn, blocks)
                place = ((number - first) * (self.held + 1) + held) * (self.drawn + 1) + drawn
                after += kept[held, drawn] * count << (place * self.one_drawn)
            total, lowest = after, lowest + first
            blocks += max(number for number, _term in group) - first
        size = (self.held + 1) * (self.drawn + 1)
        words = self._read(total, blocks * size)
        rows = {
            lowest + number: words[number * size : (number + 1) * size] for number in range(blocks)
        }
        return {number: row for number, row in rows.items() if any(row)}

    def _shifts(self, group: ByNumber) -> list[tuple[int, Subsets]]:
        return [(number, term) for number, ways in group.items() for term in self.terms(ways)]

    def _mask(self, held: int, drawn: int, blocks: int) -> int:
        """Return a mask without the terms that so many more cards would lift over the limits."""
        columns, rows = self.drawn + 1, self.held + 1
        row = (1 << (self.one_drawn * (columns - drawn))) - 1
        mask = sum(row << (self.one_drawn * columns * number) for number in range(rows - held))
        filled, block = 1, rows * columns * self.one_drawn
        while filled < blocks:
            mask |= mask << (block * filled)
            filled *= 2
        return mask
