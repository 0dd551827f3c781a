"""Measured evenings in words, charts and tables; two set-ups beside each other."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from companion.charts import ChartRow, NumbersTable
from companion.difficulty.charts import Bands, Point, bands
from companion.terms import danger_word
from rules import Pack
from rules.evenings.policy import ROUNDS
from rules.evenings.tally import OVERRUN, Numbers, Share, Tally, differs
from rules.packs.schema.base import DangerId

HALFWAY = 6
"""The round at which house rules are told apart."""
FEW, MANY = 0.1, 99.9
"""Per cent that are told as less, or as more, than these."""
SMALL = 10
"""Per cent under which a digit after the point helps."""
EACH = range(1, ROUNDS + 1)
PER_CENT = "\N{NO-BREAK SPACE}%"
NAMES = ("A", "B")


class Word(NamedTuple):
    """A number to be seen from afar, and what it is the number of."""

    number: str
    sentence: str


class BandChart(NamedTuple):
    name: str
    title: str
    meaning: str
    bands: Bands
    table: NumbersTable

    @property
    def drawn(self) -> SafeString:
        """Return the chart as the page shows it."""
        return self.bands.drawn(self.name, f"{self.title}, {_('by round')}")


class DifficultyReport(NamedTuple):
    words: list[Word]
    charts: list[BandChart]


def report(pack: Pack, tallies: Sequence[Tally]) -> DifficultyReport:
    """Of one set-up, or of two."""
    return DifficultyReport(_words(pack, tallies), _charts(pack, tallies))


def zombies_change(without: Tally, with_it: Tally) -> str:
    """`14 % more zombies by round 6`; the words of no difference where chance explains it."""
    before, after = without.zombies(HALFWAY), with_it.zombies(HALFWAY)
    if not differs(before, after) or not before.mean:
        return _("as many zombies by round %(round)d") % {"round": HALFWAY}
    change = round(100 * (after.mean / before.mean - 1))
    numbers = {"n": abs(change), "round": HALFWAY}
    if change > 0:
        return _("%(n)d %% more zombies by round %(round)d") % numbers
    return _("%(n)d %% fewer zombies by round %(round)d") % numbers


# --- in words ---


def _words(pack: Pack, tallies: Sequence[Tally]) -> list[Word]:
    orange = _level(pack, "orange")
    words = [_zombies([tally.zombies(ROUNDS) for tally in tallies])]
    words.append(
        _share(
            [tally.overrun(ROUNDS) for tally in tallies],
            _("of evenings have %(n)d zombies or more at once") % {"n": OVERRUN},
        )
    )
    words.append(
        _share(
            [tally.reached(ROUNDS, orange) for tally in tallies],
            _("of evenings reach %(level)s in %(n)d rounds")
            % {"level": danger_word("orange"), "n": ROUNDS},
        )
    )
    words.append(
        _share(
            [tally.short(ROUNDS) for tally in tallies],
            _("of evenings run out of some miniature"),
        )
    )
    return words


def _zombies(numbers: list[Numbers]) -> Word:
    first, last = numbers[0], numbers[-1]
    low, high = last.band
    if len(numbers) == 1:
        sentence = _("zombies after round %(round)d; in 8 of 10 evenings %(low)d to %(high)d")
        return Word(_number(first.mean), sentence % {"round": ROUNDS, "low": low, "high": high})
    means = {"round": ROUNDS, "b": _number(last.mean), "a": _number(first.mean)}
    if not differs(first, last) or not first.mean:
        same = _("zombies after round %(round)d: %(a)s") % means
        return Word(_equal(), same)
    change = round(100 * (last.mean / first.mean - 1))
    differ = _("zombies after round %(round)d: %(b)s, not %(a)s") % means
    return Word(f"{change:+d}{PER_CENT}", differ)


def _share(shares: list[Share], sentence: str) -> Word:
    first, last = shares[0], shares[-1]
    if len(shares) == 1:
        return Word(per_cent(first.value), sentence)
    if not differs(first, last):
        return Word(_equal(), f"{sentence}: {per_cent(first.value)}")
    return Word(per_cent(last.value), f"{sentence}; A, {per_cent(first.value)}")


def _equal() -> str:
    return pgettext("two measured set-ups", "equal")


def per_cent(share: float) -> str:
    """Return a percentage, with one decimal where small; never quite none, never quite all."""
    value = 100 * share
    if value < FEW:
        return f"<{_number(FEW, 1)}{PER_CENT}"
    if value > MANY:
        return f">{_number(MANY, 1)}{PER_CENT}"
    return f"{_number(value, 1 if value < SMALL else 0)}{PER_CENT}"


def _number(value: float, digits: int = 0) -> str:
    return number_format(round(value, digits), digits)


def _level(pack: Pack, danger: DangerId) -> int:
    return [level.id for level in pack.danger].index(danger)


# --- as charts and tables ---


def _charts(pack: Pack, tallies: Sequence[Tally]) -> list[BandChart]:
    levels = [danger_word(level.id) for level in pack.danger]
    return [
        _numbers_chart(
            "zombies",
            _("Zombies on the board"),
            [[tally.zombies(round_) for round_ in EACH] for tally in tallies],
        ),
        _numbers_chart(
            "danger",
            _("Danger level"),
            [[tally.danger(round_) for round_ in EACH] for tally in tallies],
            levels,
        ),
        _shares_chart(
            "overrun",
            _("%(n)d zombies or more") % {"n": OVERRUN},
            _("evenings it has come to by then"),
            [[tally.overrun(round_) for round_ in EACH] for tally in tallies],
        ),
        _shares_chart(
            "short",
            _("Missing miniatures"),
            _("evenings it has come to by then"),
            [[tally.short(round_) for round_ in EACH] for tally in tallies],
        ),
    ]


def _numbers_chart(
    name: str, title: str, rows: list[list[Numbers]], levels: Sequence[str] = ()
) -> BandChart:
    points = [
        [Point(numbers.band[0], numbers.mean, numbers.band[1]) for numbers in row] for row in rows
    ]

    def label(number: float) -> str:
        return levels[round(number)] if levels else _number(number)

    # A point on a line between two levels is no level: only what most evenings have is named.
    def middle(numbers: Numbers) -> str:
        return label(numbers.median) if levels else _number(numbers.mean, 1)

    def band(numbers: Numbers) -> str:
        low, high = numbers.band
        if low == high:
            return label(low)
        return _("%(low)s to %(high)s") % {"low": label(low), "high": label(high)}

    ends = ["" if levels else _number(row[-1].mean) for row in rows]
    head = pgettext("number", "middle") if levels else pgettext("number", "mean")
    return BandChart(
        name,
        title,
        _("the line is the mean, between the edges of the band lie 8 of 10 evenings"),
        bands(
            points,
            _labelled(ends),
            least=len(levels) - 1 if levels else 5,
            marks=levels,
        ),
        NumbersTable(
            name,
            title,
            _heads(len(rows), (head, _("8 of 10 evenings"))),
            [
                ChartRow(
                    str(round_),
                    tuple(cell for numbers in points for cell in (middle(numbers), band(numbers))),
                )
                for round_, points in enumerate(zip(*rows, strict=True), 1)
            ],
        ),
    )


def _shares_chart(name: str, title: str, meaning: str, rows: list[list[Share]]) -> BandChart:
    points = [
        [Point(100 * share.band[0], 100 * share.value, 100 * share.band[1]) for share in row]
        for row in rows
    ]
    ends = _labelled([per_cent(row[-1].value) for row in rows])
    return BandChart(
        name,
        title,
        meaning,
        bands(points, ends, least=10, most=100, unit=PER_CENT),
        NumbersTable(
            name,
            title,
            _heads(len(rows), (pgettext("number", "evenings"),)),
            [
                ChartRow(str(round_), tuple(per_cent(share.value) for share in points))
                for round_, points in enumerate(zip(*rows, strict=True), 1)
            ],
        ),
    )


def _labelled(ends: Sequence[str]) -> list[str]:
    """With the letter of the set-up, where there are two."""
    if len(ends) == 1:
        return list(ends)
    return [f"{name} {end}".strip() for name, end in zip(NAMES, ends, strict=True)]


def _heads(count: int, heads: tuple[str, ...]) -> tuple[str, ...]:
    if count == 1:
        return (_("Round"), *heads)
    return (_("Round"), *(f"{name}: {head}" for name in NAMES for head in heads))
