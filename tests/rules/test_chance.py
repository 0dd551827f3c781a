"""Chance is the same on any machine, fair, and checked when the table reports it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.chance import Chance, number
from rules.errors import IllegalCommand

# Written down once; a change here would change every saved table.
ROLLED = (6, 6, 1, 4, 4, 3, 1, 5, 2, 1, 5, 5)
SHUFFLED = ("h", "f", "e", "a", "d", "c", "g", "b")


def test_the_same_seed_gives_the_same_numbers_on_any_machine() -> None:
    chance = Chance(seed="golden", cursor=0, entered=None)
    assert chance.roll(12) == ROLLED
    assert chance.shuffled("abcdefgh") == SHUFFLED


@given(seed=st.text(max_size=20), cursor=st.integers(0, 10**9), below=st.integers(1, 10_000))
def test_a_number_is_below_its_limit_and_the_cursor_moves_on(
    seed: str, cursor: int, below: int
) -> None:
    value, after = number(seed, cursor, below)
    assert 0 <= value < below
    assert after > cursor
    assert number(seed, cursor, below) == (value, after)


def test_six_thousand_dice_are_fair_enough() -> None:
    faces = Chance(seed="fair", cursor=0, entered=None).roll(6000)
    assert all(900 < faces.count(face) < 1100 for face in range(1, 7))


@given(st.lists(st.text(min_size=1, max_size=3), unique=True), st.text(max_size=8))
def test_a_shuffle_loses_and_invents_nothing(cards: list[str], seed: str) -> None:
    assert sorted(Chance(seed=seed, cursor=0, entered=None).shuffled(cards)) == sorted(cards)


def test_entered_dice_are_used_in_order_and_all_of_them() -> None:
    chance = Chance(seed="", cursor=0, entered=(6, 1, 3))
    assert (chance.roll(1), chance.roll(2)) == ((6,), (1, 3))
    chance.check_used_up()
    assert chance.cursor == 0, "real dice take nothing from the seed"


@pytest.mark.parametrize(
    ("entered", "asked", "code"),
    [((1,), 2, "dice.missing"), ((0,), 1, "die.impossible"), ((7,), 1, "die.impossible")],
)
def test_wrong_dice_are_refused(entered: tuple[int, ...], asked: int, code: str) -> None:
    with pytest.raises(IllegalCommand) as caught:
        Chance(seed="", cursor=0, entered=entered).roll(asked)
    assert caught.value.code == code


def test_surplus_dice_are_refused() -> None:
    chance = Chance(seed="", cursor=0, entered=(1, 2))
    chance.roll(1)
    with pytest.raises(IllegalCommand) as caught:
        chance.check_used_up()
    assert caught.value.code == "dice.too_many"
