"""Passwords that were stolen somewhere, in a file as haveibeenpwned's downloader writes it."""

import hashlib
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from companion.people.breached import is_in

STOLEN = [f"nine-walkers-{number}" for number in range(200)]


def sha1(password: str) -> str:
    return hashlib.sha1(password.encode()).hexdigest().upper()


def write(file: Path, passwords: list[str], end: str = "\r\n") -> Path:
    lines = sorted(f"{sha1(password)}:{len(password) ** 5}" for password in passwords)
    file.write_text(end.join(lines) + end if lines else "", newline="")
    return file


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("breached")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("count", [0, 1, 2, 3, 200])
def test_every_one_is_found_and_no_other(tmp_path: Path, count: int, end: str) -> None:
    file = write(tmp_path / "hashes.txt", STOLEN[:count], end)
    assert all(is_in(file, password) for password in STOLEN[:count])
    assert not any(is_in(file, f"other-{number}") for number in range(200))


@given(st.sets(st.integers(0, 40)), st.integers(0, 40))
def test_it_answers_as_a_set_would(folder: Path, stolen: set[int], asked: int) -> None:
    file = write(folder / "hashes.txt", [str(number) for number in stolen])
    assert is_in(file, str(asked)) == (asked in stolen)


def test_such_a_password_is_refused(tmp_path: Path, settings: Any) -> None:
    settings.BREACHED_PASSWORDS = str(write(tmp_path / "hashes.txt", STOLEN))
    with pytest.raises(ValidationError, match="known to thieves"):
        validate_password(STOLEN[0])
    validate_password("eight-hunters-resting")


def test_without_a_file_the_commonest_are_refused_still(settings: Any) -> None:
    settings.BREACHED_PASSWORDS = ""
    validate_password(STOLEN[0])
    with pytest.raises(ValidationError, match="too common"):
        validate_password("password123")
