"""Chances of dice."""

from fractions import Fraction
from math import comb

from rules.chance import DIE


def keep_chance(dice: int) -> Fraction:
    """Return the chance that none of so many dice shows its one bad face: (5/6) to that power."""
    return Fraction(DIE - 1, DIE) ** dice


def break_chance(dice: int) -> Fraction:
    """Return the chance that an all-out attack with so many dice costs the weapon."""
    return 1 - keep_chance(dice)


def hit_chances(dice: int, accuracy: int) -> tuple[Fraction, ...]:
    """Return the chances of exactly 0, 1, 2... hits with dice that need `accuracy` or more."""
    hit = Fraction(DIE + 1 - min(max(accuracy, 1), DIE + 1), DIE)
    return tuple(
        comb(dice, hits) * hit**hits * (1 - hit) ** (dice - hits) for hits in range(dice + 1)
    )
