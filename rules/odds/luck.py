"""Luck: the results of a game compared with their chances. It looks back and predicts nothing."""

from collections.abc import Iterable, Sequence
from math import comb
from statistics import NormalDist
from typing import NamedTuple

from rules.chance import DIE

BAND = (0.1, 0.9)
"""Band of shares that contains eight evenings of ten."""
ROUNDING = 1e-9


class Fall(NamedTuple):
    """A result, and the chance of each possible number."""

    came: int
    chances: tuple[float, ...]

    @property
    def share_below(self) -> float:
        """Return the chance of a smaller number, plus half the chance of the same one."""
        whole = sum(self.chances) or 1.0
        same = self.chances[self.came] if self.came < len(self.chances) else 0.0
        return (sum(self.chances[: self.came]) + same / 2) / whole

    @property
    def per_cent(self) -> int:
        """Return that share in percent, from 1 to 99."""
        return round(100 * min(max(self.share_below, 0.01), 0.99))

    @property
    def mean(self) -> float:
        return sum(number * chance for number, chance in enumerate(self.chances))

    @property
    def band(self) -> tuple[int, int]:
        """Return the numbers between which eight of ten results fall."""
        return self._at(BAND[0]), self._at(BAND[1])

    def _at(self, share: float) -> int:
        reached = 0.0
        for number, chance in enumerate(self.chances):
            reached += chance
            if reached >= share - ROUNDING:
                return number
        return len(self.chances) - 1


class Total(NamedTuple):
    """The sum of very many steps: the result, its mean and its variance.

    With so many numbers the sum is close to a normal distribution; a convolution would be slow.
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
        """Return the chance of a smaller result in percent, from 1 to 99."""
        if not self.variance:
            return 50
        share = NormalDist(self.mean, self.variance**0.5).cdf(self.came)
        return round(100 * min(max(share, 0.01), 0.99))


def total(falls: Iterable[Fall]) -> Total:
    """Return the sum of many results, with means and variances from each one's own chances."""
    whole = Total()
    for fall in falls:
        mean = fall.mean
        squares = sum(chance * (number - mean) ** 2 for number, chance in enumerate(fall.chances))
        whole = whole.plus(Total(1, fall.came, mean, squares))
    return whole


def together(falls: Iterable[Fall]) -> Fall:
    """Return the sum of several results, its chances computed from each one's own."""
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


# --- dice ---


class Throws(NamedTuple):
    """Dice that were thrown, counted by the number of their hitting faces, and the hits."""

    hits: int = 0
    by_faces: tuple[int, ...] = (0,) * (DIE + 1)

    @classmethod
    def of(cls, faces: Iterable[int], accuracy: int) -> "Throws":
        """Return some dice that need `accuracy` or more."""
        thrown = tuple(faces)
        hitting = min(max(DIE + 1 - accuracy, 0), DIE)
        by_faces = tuple(len(thrown) if number == hitting else 0 for number in range(DIE + 1))
        return cls(sum(face >= accuracy for face in thrown), by_faces)

    def plus(self, other: "Throws") -> "Throws":
        both = zip(self.by_faces, other.by_faces, strict=True)
        return Throws(self.hits + other.hits, tuple(map(sum, both)))

    @property
    def dice(self) -> int:
        return sum(self.by_faces)

    @property
    def expected(self) -> float:
        """Return the mean number of hits."""
        return sum(faces * dice for faces, dice in enumerate(self.by_faces)) / DIE

    @property
    def over(self) -> float:
        return self.hits - self.expected

    @property
    def fall(self) -> Fall:
        """Return the hits with their chances."""
        chances = [1.0]
        for faces, dice in enumerate(self.by_faces):
            if dice:
                chances = _added(chances, _binomial(dice, faces / DIE))
        return Fall(self.hits, tuple(chances))


def _binomial(dice: int, chance: float) -> list[float]:
    return [
        comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits) for hits in range(dice + 1)
    ]


# --- upkeep ---


class Keeping(NamedTuple):
    """Cards rolled for in the upkeep, each with its chance to be kept."""

    kept: int = 0
    chances: tuple[float, ...] = ()

    def plus(self, other: "Keeping") -> "Keeping":
        return Keeping(self.kept + other.kept, self.chances + other.chances)

    @property
    def rolls(self) -> int:
        return len(self.chances)

    @property
    def expected(self) -> float:
        return sum(self.chances)

    @property
    def over(self) -> float:
        return self.kept - self.expected

    @property
    def fall(self) -> Fall:
        falls = (Fall(0, (1 - chance, chance)) for chance in self.chances)
        return Fall(self.kept, together(falls).chances)
