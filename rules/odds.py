"""Exact chances, as fractions; no random trials."""

from collections.abc import Mapping
from fractions import Fraction
from math import comb

import msgspec

from rules.chance import DIE
from rules.mechanics.spawn.cards import DECK, is_known, known_kind, known_line
from rules.mechanics.supply.play import supply
from rules.play import Play


def keep_chance(dice: int) -> Fraction:
    """The chance that none of so many dice shows its one bad face: (5/6) to that power."""
    return Fraction(DIE - 1, DIE) ** dice


def break_chance(dice: int) -> Fraction:
    """The chance that an all-out attack with so many dice costs the weapon."""
    return 1 - keep_chance(dice)


def hit_chances(dice: int, accuracy: int) -> tuple[Fraction, ...]:
    """The chance of exactly 0, 1, 2... hits with so many dice that need `accuracy` or more."""
    hit = Fraction(DIE + 1 - min(max(accuracy, 1), DIE + 1), DIE)
    return tuple(
        comb(dice, hits) * hit**hits * (1 - hit) ** (dice - hits) for hits in range(dice + 1)
    )


class Forecast(msgspec.Struct, frozen=True, kw_only=True):
    """What the next spawn step may bring, from the cards that are left, without their order."""

    danger: str
    draws: int
    """Cards the step draws before special cards add to it."""
    left: int
    unknown: int
    """Cards left of which nobody has told us what they say."""
    kinds: Mapping[str, Fraction]
    """The chance of each kind of card, for one draw."""
    expected: Mapping[str, Fraction]
    """Zombies of each type to expect in the whole step."""
    short: Mapping[str, Fraction]
    """The chance that one card brings more of a type than are left in the box."""


def forecast(play: Play) -> Forecast:
    """Every card that is left is equally likely, whoever draws."""
    deck = play.decks[DECK]
    pile = deck.draw or deck.discard
    cards = [card for card in pile if is_known(play, card)]
    draws = play.rules.spawn_order.draws(play)
    reserve = {zombie: left.reserve for zombie, left in supply(play).items()}
    kinds: dict[str, int] = {}
    brought: dict[str, int] = {}
    short: dict[str, int] = {}
    for card in cards:
        kind = known_kind(play, card)
        kinds[kind] = kinds.get(kind, 0) + 1
        if kind not in ("spawn", "rush"):
            continue
        for zombie, count in known_line(play, card).items():
            brought[zombie] = brought.get(zombie, 0) + count
            if count > reserve[zombie]:
                short[zombie] = short.get(zombie, 0) + 1
    each = max(1, len(cards))
    return Forecast(
        danger=play.danger,
        draws=draws,
        left=len(deck.draw),
        unknown=len(pile) - len(cards),
        kinds={kind: Fraction(count, each) for kind, count in sorted(kinds.items())},
        expected={one: Fraction(count * draws, each) for one, count in sorted(brought.items())},
        short={zombie: Fraction(count, each) for zombie, count in sorted(short.items())},
    )
