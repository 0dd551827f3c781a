"""Counts of many evenings, which can be added up, stored and read again."""

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from rules.evenings.policy import ROUNDS, RoundEnd, evening
from rules.evenings.setting import Outset, Setting
from rules.packs.schema import Pack
from rules.state import TableState

EVENINGS = 1000
OVERRUN = 30
"""Zombies at the end of a round that make the table count as overrun."""
BAND = (0.1, 0.9)
"""Band of shares that contains eight evenings of ten."""
SURE = 2.0
"""Standard errors by which two results must differ to count as different."""
ROUNDING = 1e-9

Counts = Mapping[int, int]
"""Number of evenings by each number."""


class Share(NamedTuple):
    """A share of evenings: those with an event, and all."""

    having: int
    evenings: int

    @property
    def value(self) -> float:
        return self.having / self.evenings if self.evenings else 0.0

    @property
    def error(self) -> float:
        """Return one standard error, which is never zero: trials leave some doubt."""
        spread = max(self.value * (1 - self.value), 1 / (self.evenings + 1))
        return math.sqrt(spread / self.evenings) if self.evenings else 1.0

    @property
    def band(self) -> tuple[float, float]:
        """Return the range in which the true share very likely is."""
        return max(0.0, self.value - SURE * self.error), min(1.0, self.value + SURE * self.error)


class Numbers(NamedTuple):
    """The numbers of one round."""

    counts: Counts

    @property
    def evenings(self) -> int:
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        total = sum(number * count for number, count in self.counts.items())
        return total / self.evenings if self.evenings else 0.0

    @property
    def error(self) -> float:
        """Return the standard error of the mean."""
        mean, evenings = self.mean, self.evenings
        squares = sum(count * (number - mean) ** 2 for number, count in self.counts.items())
        return math.sqrt(squares) / evenings if evenings else 0.0

    @property
    def band(self) -> tuple[int, int]:
        return self.at(BAND[0]), self.at(BAND[1])

    @property
    def median(self) -> int:
        return self.at(0.5)

    def at(self, share: float) -> int:
        """Return the number that this share of the evenings does not exceed."""
        reached = 0
        for number, count in sorted(self.counts.items()):
            reached += count
            if reached >= share * self.evenings - ROUNDING:
                return number
        return 0


class RoundTally(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The end of one round, over all evenings that lasted so long."""

    zombies: dict[int, int] = {}
    danger: dict[int, int] = {}
    """Evenings by danger level, counted from the lowest."""
    short: int = 0
    """Evenings in which miniatures had been missing by then."""
    overrun: int = 0
    """Evenings that had been overrun by then."""

    def __add__(self, other: "RoundTally") -> "RoundTally":
        return RoundTally(
            zombies=_added(self.zombies, other.zombies),
            danger=_added(self.danger, other.danger),
            short=self.short + other.short,
            overrun=self.overrun + other.overrun,
        )


class Tally(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    evenings: int = 0
    rounds: tuple[RoundTally, ...] = (RoundTally(),) * ROUNDS

    def __add__(self, other: "Tally") -> "Tally":
        rounds = tuple(
            mine + theirs for mine, theirs in zip(self.rounds, other.rounds, strict=True)
        )
        return Tally(evenings=self.evenings + other.evenings, rounds=rounds)

    def zombies(self, round_: int) -> Numbers:
        return Numbers(self.rounds[round_ - 1].zombies)

    def danger(self, round_: int) -> Numbers:
        return Numbers(self.rounds[round_ - 1].danger)

    def reached(self, round_: int, level: int) -> Share:
        """Return the share of evenings that end the round at that danger level or a higher one."""
        danger = self.danger(round_)
        count = sum(count for reached, count in danger.counts.items() if reached >= level)
        return Share(count, danger.evenings)

    def short(self, round_: int) -> Share:
        return Share(self.rounds[round_ - 1].short, self.evenings)

    def overrun(self, round_: int) -> Share:
        return Share(self.rounds[round_ - 1].overrun, self.evenings)


def tally(setting: Setting, numbers: Iterable[int]) -> Tally:
    """Play the evenings with these numbers; number 17 is the same evening every time."""
    pack, outset, total = setting.pack, Outset(setting), Tally()
    for number in numbers:
        total += _counted(outset.begin(f"evening {number}"), pack)
    return total


def differs(one: Numbers | Share, other: Numbers | Share) -> bool:
    """Check if two means, or two shares, differ by more than chance explains."""
    first = one.mean if isinstance(one, Numbers) else one.value
    second = other.mean if isinstance(other, Numbers) else other.value
    return abs(first - second) > SURE * math.hypot(one.error, other.error)


def _counted(start: TableState, pack: Pack) -> Tally:
    """Return the tally of one evening.

    An event that happened by its last round counts for every later one.
    """
    ends: list[RoundEnd] = list(evening(start, pack))
    rounds, has_been_short, has_been_overrun = [], False, False
    for place in range(ROUNDS):
        end = ends[place] if place < len(ends) else None
        if end is not None:
            has_been_short = has_been_short or end.is_short
            has_been_overrun = has_been_overrun or end.zombies >= OVERRUN
        rounds.append(
            RoundTally(
                zombies={end.zombies: 1} if end else {},
                danger={end.danger: 1} if end else {},
                short=int(has_been_short),
                overrun=int(has_been_overrun),
            )
        )
    return Tally(evenings=1, rounds=tuple(rounds))


def _added(first: Mapping[int, int], second: Mapping[int, int]) -> dict[int, int]:
    added = dict(first)
    for number, count in second.items():
        added[number] = added.get(number, 0) + count
    return added
