# ruff: noqa: RUF001
"""Names: something one can see and tell apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import IllegalCommand
from rules.names import (
    LENGTH,
    alike,
    as_spelt,
    checked,
    free_name,
    is_name,
    look_alike,
    own_key,
    tidy,
)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("  Marta \t Luz  ", "Marta Luz"),
        ("Jose\u0301", "José"),
        ("Lu\u200bis", "Luis"),
        ("\u202eLuis", "Luis"),
        ("Luis\u00a0", "Luis"),
        ("\ufeffLuis\u00ad", "Luis"),
        ("L\x00uis\x1b", "Luis"),
        ("Íñigo & Co. ?#", "Íñigo & Co. ?#"),
        ("李雷", "李雷"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("❤\ufe0f\u200d🔥 Eva", "❤\ufe0f\u200d🔥 Eva"),
        ("a" + "\u0335" * 50, "a" + "\u0335" * 3),
    ],
)
def test_what_is_kept_of_a_name(said: str, kept: str) -> None:
    assert tidy(said) == kept
    assert is_name(kept)


@pytest.mark.parametrize(
    "said",
    ["", " ", "\u3164", "\u2800\u2800", "\u200d", "\u200b \u2060", "\u0301", "x" * 61, "\x00"],
)
def test_what_is_no_name(said: str) -> None:
    with pytest.raises(IllegalCommand, match=r"seat\.name"):
        checked(said, "seat.name")


@given(st.text())
def test_tidying_is_done_once(said: str) -> None:
    assert tidy(tidy(said)) == tidy(said)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Luis", "luis"),
        ("Luis", "LUIS"),
        ("Luis", "Lu\u200bis"),
        ("Luis", "Lυis"),
        ("Marta", "Маrtа"),
        ("AI", "Al"),
        ("Player 10", "Player 1O"),
        ("Ana Eva", "AnaEva"),
        ("Luis", "Ｌｕｉｓ"),
    ],
)
def test_two_that_look_the_same(name: str, other: str) -> None:
    assert look_alike(name, other)
    assert list(alike(["Eva", name, other])) == [name]


@pytest.mark.parametrize(
    ("name", "other"),
    [("Jose", "José"), ("I", "L"), ("Ai", "Al"), ("Guest 1", "Guest 11"), ("Ana", "Eva")],
)
def test_two_that_do_not(name: str, other: str) -> None:
    assert not look_alike(name, other)


def test_a_number_makes_a_name_ones_own() -> None:
    assert free_name("Eva", ["Ana"]) == "Eva"
    assert free_name("Eva", ["eva", "Eva (2)"]) == "Eva (3)"
    assert len(free_name("x" * LENGTH, ["x" * LENGTH])) == LENGTH


def test_two_spellings_are_one_person() -> None:
    assert as_spelt(" EVA ", ["Ana", "Eva"]) == "Eva"
    assert as_spelt(" Eve ", ["Ana", "Eva"]) == "Eve"
    assert as_spelt("", ["Ana"]) == ""


def test_a_survivor_of_ones_own_has_the_same_key_every_evening() -> None:
    assert own_key("Ana María O'Neill", []) == "own-ana-maria-oneill"
    assert own_key("Jo", ["own-jo", "own-jo-2"]) == "own-jo-3"
    assert own_key("\u4e2d", []) == "own-survivor"
