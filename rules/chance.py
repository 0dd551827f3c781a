"""Chance: numbers from a seed and a counter, or the cards and faces the table reports.

`random` promises no stable sequences between Python versions; a hash does, and two fields are its
whole state. Undo restores the counter, so a step undone and repeated gives the same result.
"""

import hashlib
from collections.abc import Sequence
from typing import Protocol

from rules.errors import IllegalCommand
from rules.state import Source

DIE = 6
_WORD = 1 << 64


def number(seed: str, cursor: int, below: int) -> tuple[int, int]:
    """Return a number from 0 to `below` - 1, every one equally likely, and the next cursor."""
    limit = _WORD - _WORD % below
    while True:
        digest = hashlib.blake2b(f"{seed}:{cursor}".encode(), digest_size=8).digest()
        cursor += 1
        value = int.from_bytes(digest, "big")
        if value < limit:
            return value % below, cursor


class DiceOwner(Protocol):
    """An owner of dice: a table or a campaign."""

    @property
    def dice(self) -> Source: ...
    @property
    def seed(self) -> str: ...
    @property
    def cursor(self) -> int: ...


class Chance:
    """The dice of one command. Entered faces are used up in the order the rules ask for them."""

    def __init__(self, *, seed: str, cursor: int, entered: Sequence[int] | None) -> None:
        self.seed, self.cursor = seed, cursor
        self._entered = entered
        self._used = 0

    @classmethod
    def of(cls, state: "DiceOwner", dice: Sequence[int]) -> "Chance":
        """Return the chance of a table or campaign, with the faces a command brings.

        Raise if the command brings faces and the app rolls the dice.
        """
        if state.dice == "table":
            return cls(seed=state.seed, cursor=state.cursor, entered=tuple(dice))
        if dice:
            raise IllegalCommand("dice.too_many", surplus=len(dice))
        return cls(seed=state.seed, cursor=state.cursor, entered=None)

    def roll(self, count: int) -> tuple[int, ...]:
        """Return `count` faces, from the seed or from what the table rolled.

        Raise if the table reported too few faces, or one that is not on a die.
        """
        if self._entered is None:
            return tuple(self.below(DIE) + 1 for _ in range(count))
        faces = tuple(self._entered[self._used : self._used + count])
        if len(faces) < count:
            raise IllegalCommand("dice.missing", missing=count - len(faces))
        for face in faces:
            if not 1 <= face <= DIE:
                raise IllegalCommand("die.impossible", face=face)
        self._used += count
        return faces

    def below(self, limit: int) -> int:
        value, self.cursor = number(self.seed, self.cursor, limit)
        return value

    def shuffled(self, items: Sequence[str]) -> tuple[str, ...]:
        """Return the items in a random order from the seed (Fisher-Yates)."""
        cards = list(items)
        for index in range(len(cards) - 1, 0, -1):
            other = self.below(index + 1)
            cards[index], cards[other] = cards[other], cards[index]
        return tuple(cards)

    def check_used_up(self) -> None:
        """Raise if the table reported more dice than were rolled."""
        if self._entered is not None and self._used < len(self._entered):
            raise IllegalCommand("dice.too_many", surplus=len(self._entered) - self._used)
