"""Exact chances, as fractions; no random trials."""

from fractions import Fraction

from rules.chance import DIE


def keep_chance(dice: int) -> Fraction:
    """The chance that none of so many dice shows its one bad face: (5/6) to that power."""
    return Fraction(DIE - 1, DIE) ** dice
