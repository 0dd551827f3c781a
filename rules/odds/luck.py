"""Luck: where what came fell in what was likely. It looks back; it foretells nothing."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import NamedTuple

from rules.chance import DIE

BAND = (0.1, 0.9)
"""Eight evenings of ten lie between."""
ROUNDING = 1e-9


class Fall(NamedTuple):
    """A number that came, and how likely each number was."""

    came: int
    chances: tuple[float, ...]

    @property
    def share_below(self) -> float:
        """In which share fewer would have come; as many count half."""
        whole = sum(self.chances) or 1.0
        same = self.chances[self.came] if self.came < len(self.chances) else 0.0
        return (sum(self.chances[: self.came]) + same / 2) / whole

    @property
    def per_cent(self) -> int:
        """The same out of a hundred; nothing is harder or gentler than all."""
        return round(100 * min(max(self.share_below, 0.01), 0.99))

    @property
    def mean(self) -> float:
        return sum(number * chance for number, chance in enumerate(self.chances))

    @property
    def band(self) -> tuple[int, int]:
        """The numbers between which eight of ten fall."""
        return self._at(BAND[0]), self._at(BAND[1])

    def _at(self, share: float) -> int:
        reached = 0.0
        for number, chance in enumerate(self.chances):
            reached += chance
            if reached >= share - ROUNDING:
                return number
        return len(self.chances) - 1


class Total(NamedTuple):
    """Very many steps as one: how many came, how many come on average, and how that varies.

    Of so many numbers the sum is as good as normally distributed; a convolution would be long.
    """

    steps: int = 0
    came: int = 0
    mean: float = 0.0
    variance: float = 0.0

    def plus(self, other: "Total") -> "Total":
        return Total(
            self.steps + other.steps,
            self.came + other.came,
            self.mean + other.mean,
            self.variance + other.variance,
        )

    @property
    def per_cent(self) -> int:
        """In how many of a hundred fewer would have come; never none, never all."""
        if not self.variance:
            return 50
        share = NormalDist(self.mean, self.variance**0.5).cdf(self.came)
        return round(100 * min(max(share, 0.01), 0.99))


def total(falls: Iterable[Fall]) -> Total:
    """Their numbers and variances added up; each step is as likely as its own table made it."""
    whole = Total()
    for fall in falls:
        mean = fall.mean
        squares = sum(chance * (number - mean) ** 2 for number, chance in enumerate(fall.chances))
        whole = whole.plus(Total(1, fall.came, mean, squares))
    return whole


def together(falls: Iterable[Fall]) -> Fall:
    """All of them as one: the numbers add up, each step as likely as its own table made it."""
    came, chances = 0, [1.0]
    for fall in falls:
        came += fall.came
        chances = _added(chances, fall.chances)
    return Fall(came, tuple(chances))


def _added(first: Sequence[float], second: Sequence[float]) -> list[float]:
    sums = [0.0] * (len(first) + len(second) - 1)
    for number, chance in enumerate(first):
        if chance:
            for more, share in enumerate(second):
                sums[number + more] += chance * share
    return sums


def expected_hits(dice: int, accuracy: int) -> Fraction:
    """How many of so many dice hit on average."""
    faces = DIE + 1 - min(max(accuracy, 1), DIE + 1)
    return Fraction(dice * faces, DIE)
