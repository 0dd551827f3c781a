"""What a spawn step may bring, in words and whole numbers; never more digits than help."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from msgspec.structs import replace

from companion.selectors import Board
from companion.teller import Teller
from companion.terms import zombie_icon
from companion.words import card_kind_word
from rules import (
    Forecast,
    TableState,
    decode_state,
    encode,
    forecast,
    pack_of,
)
from rules.mechanics.supply import LARGEST
from rules.mechanics.zombie_cards import DECK
from rules.packs.schema.base import DangerId

HIDDEN, ON_SCREEN = "hide-odds", "odds-on-screen"
LIKELY = 0.75
"""A range is the shortest one that holds at least so much."""
ROUNDING = 1e-9
NO_BREAK = "\N{NO-BREAK SPACE}"
WORTH_SAYING = Fraction(1, 100)
ICONS = {"rush": "fast", "extra_activation": "siren", "double_spawn": "stack"}
PLAIN, ACTIVATION = "spawn", "extra_activation"
"""Kinds of cards without a line of their own: one is no news, the other is told with its whom."""


class Span(NamedTuple):
    """Numbers that come most of the time."""

    low: int
    high: int
    share: float

    @property
    def words(self) -> str:
        if self.low == self.high:
            return str(self.low)
        return pgettext("numbers", "%(low)d to %(high)d") % {"low": self.low, "high": self.high}

    @property
    def times(self) -> int:
        """Out of ten."""
        return min(9, round(10 * self.share)) if self.share < 1 - ROUNDING else 10


class ChanceRange(NamedTuple):
    """The probability, from least to most, of something that may happen at least once."""

    icon: str
    name: str
    whom: tuple[str, ...]
    """Of which types, with the chance of each."""
    least: Fraction
    most: Fraction

    @property
    def words(self) -> str:
        return between(self.least, self.most)


def is_shown(board: Board) -> bool:
    """Not where the house plays without odds, nor where somebody has seen the next cards."""
    state = board.state
    is_wanted = HIDDEN not in state.options and state.result is None and DECK in state.decks
    return is_wanted and not board.are_next_cards_seen


def outlook(board: Board) -> Forecast | None:
    """Return the forecast of the next step; None if odds are hidden or no card is drawn."""
    if not is_shown(board):
        return None
    foreseen = _reckoned(*_asked_of(board))
    return foreseen if foreseen.draws else None


class SpawnOutlook(NamedTuple):
    """The forecast on the button that leads to the spawn, in words."""

    span: str
    worst: str
    """The chance that matters most; empty where there is none."""

    @property
    def words(self) -> str:
        return " · ".join(filter(None, self))


def line(board: Board) -> SpawnOutlook | None:
    """Return the next step's forecast in a few words; None where `outlook` is."""
    return _line(*_asked_of(board), get_language()) if is_shown(board) else None


def chances_line(board: Board) -> SpawnOutlook | None:
    """Return that line whether or not somebody has seen the next cards; no queries."""
    if HIDDEN in board.state.options or DECK not in board.state.decks:
        return None
    return _line(*_asked_of(board), get_language())


@lru_cache(maxsize=128)
def _line(plain: bytes, level: DangerId, language: str) -> SpawnOutlook | None:
    foreseen = _reckoned(plain, level)
    if not foreseen.draws:
        return None
    state = decode_state(plain)
    most = worst(Teller(state, pack_of(state)), foreseen)
    # A name and its number go to the next line separately, a number and its sign together.
    chance = f"{most.name} {most.words.replace(' ', NO_BREAK)}" if most else ""
    return SpawnOutlook(span(foreseen).words, chance)


def _asked_of(board: Board) -> tuple[bytes, DangerId]:
    """Return the part of a table that the chances of a step depend on."""
    return encode(_read_by_a_step(board.state)), board.danger


def _read_by_a_step(state: TableState) -> TableState:
    """Return the table without points, wounds and equipment.

    Most taps change nothing else, so that its odds are reckoned already.
    """
    bare = {
        key: replace(survivor.again(), name="", player="", status=survivor.status)
        for key, survivor in state.survivors.items()
    }
    return replace(state, survivors=bare, seed="", cursor=0)


@lru_cache(maxsize=128)
def _reckoned(plain: bytes, level: DangerId) -> Forecast:
    state = decode_state(plain)
    return forecast(state, pack_of(state), level=level)


# --- in words ---


def per_cent(chance: Fraction) -> str:
    """Two digits at most; what is possible is neither 0 nor 100."""
    if 0 < chance < Fraction(1, 200):
        return "<1 %"
    if Fraction(199, 200) < chance < 1:
        return ">99 %"
    return f"{round(100 * chance)} %"


def between(least: Fraction, most: Fraction) -> str:
    low, high = per_cent(least), per_cent(most)
    if low == high:
        return low
    return _("%(low)s to %(high)s") % {"low": low.removesuffix(" %"), "high": high}


def span(foreseen: Forecast) -> Span:
    """Return the likely numbers of zombies in all."""
    return likely(foreseen.least.total, foreseen.most.total)


def likely(least: Sequence[Fraction], most: Sequence[Fraction]) -> Span:
    """Return the likely range; for unknown cards, one that covers the ranges of both."""
    low = shortest(least)
    if least is most:
        return low
    high = shortest(most)
    return Span(min(low.low, high.low), max(low.high, high.high), min(low.share, high.share))


def shortest(chances: Sequence[Fraction]) -> Span:
    """Return the shortest range that holds most of it; of several as short the likeliest."""
    shares = [float(chance) for chance in chances]
    wanted = min(LIKELY, sum(shares)) - ROUNDING
    best = Span(0, len(shares) - 1, 1.0)
    high, share = 0, 0.0
    for low, lowest in enumerate(shares):
        while share < wanted and high < len(shares):
            share += shares[high]
            high += 1
        if share < wanted:
            break
        width, shortest_width = high - low, best.high - best.low + 1
        if width < shortest_width or (width == shortest_width and share > best.share):
            best = Span(low, high - 1, share)
        share -= lowest
    return best


def worst(teller: Teller, foreseen: Forecast) -> ChanceRange | None:
    """The one chance that the button names: the largest zombie, else the likeliest of the rest."""
    chances = [chance for chance in all_chances(teller, foreseen) if chance.most >= WORTH_SAYING]
    largest = [chance for chance in chances if chance.icon == zombie_icon(LARGEST)]
    return next(iter(largest or sorted(chances, key=lambda chance: -chance.most)), None)


def all_chances(teller: Teller, foreseen: Forecast) -> list[ChanceRange]:
    """Whatever may happen at least once, in the order in which it hurts."""
    least, most = foreseen.least, foreseen.most
    rows = []
    if any(kind.family == LARGEST and kind.id in least.zombies for kind in teller.pack.zombies):
        name = pgettext("zombie", "Abomination")
        rows.append(ChanceRange(zombie_icon(LARGEST), name, (), least.largest, most.largest))
    rows.append(
        ChanceRange(
            ICONS[ACTIVATION],
            card_kind_word(ACTIVATION, teller.game),
            _whom(teller, least.activated, most.activated),
            least.any_activated,
            most.any_activated,
        )
    )
    rows += [
        ChanceRange(
            ICONS.get(kind) or zombie_icon(kind),
            card_kind_word(kind, teller.game),
            (),
            chance,
            most.kinds[kind],
        )
        for kind, chance in least.kinds.items()
        if kind not in (PLAIN, ACTIVATION)
    ]
    rows.append(
        ChanceRange(
            "crate",
            _("Miniatures are missing"),
            _whom(teller, least.short, most.short),
            least.any_short,
            most.any_short,
        )
    )
    if most.runs_out:
        name = _("The deck runs out and is shuffled")
        rows.append(ChanceRange("cards", name, (), least.runs_out, most.runs_out))
    return rows


def _whom(
    teller: Teller, least: Mapping[str, Fraction], most: Mapping[str, Fraction]
) -> tuple[str, ...]:
    """Return the types it may happen to, likelier ones first."""
    likely = sorted((key for key in least if most[key]), key=lambda key: -most[key])
    return tuple(f"{teller.several(key)} {between(least[key], most[key])}" for key in likely)
