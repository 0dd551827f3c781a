"""What the next spawn step may bring, in words and whole numbers."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from companion.selectors import Board
from companion.words import card_kind_word
from rules import forecast
from rules.packs.schema.people import Zombie

HIDDEN = "hide-odds"


class Outlook(NamedTuple):
    """The rules' forecast; chances in per cent, likelier ones first."""

    draws: int
    left: int
    unknown: int
    expected: list[tuple[Zombie, float]]
    """How many of each type the whole step brings on average."""
    kinds: list[tuple[str, int]]
    short: list[tuple[Zombie, int]]
    """How likely one card asks for more of a type than the box has."""


def outlook(board: Board) -> Outlook | None:
    """None where the table plays without odds, and where no card is drawn."""
    if HIDDEN in board.state.options or board.state.result is not None:
        return None
    told = forecast(board.state, board.pack)
    if not told.draws:
        return None
    types = {one.zombie.id: one.zombie for one in board.supply}
    return Outlook(
        draws=told.draws,
        left=told.left,
        unknown=told.unknown,
        expected=[
            (types[key], float(count))
            for key, count in _falling(told.least.expected.items())
            if count
        ],
        kinds=[(card_kind_word(key), _per_cent(one)) for key, one in _falling(told.cards.items())],
        short=[
            (types[key], _per_cent(chance))
            for key, chance in _falling(told.least.short.items())
            if chance
        ],
    )


def _falling(chances: Iterable[tuple[str, Fraction]]) -> list[tuple[str, Fraction]]:
    return sorted(chances, key=lambda pair: -pair[1])


def _per_cent(chance: Fraction) -> int:
    return round(100 * chance)
