"""The robot's evenings are the same each time."""

from itertools import count

import pytest


@pytest.fixture(autouse=True)
def _same_decks_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The robot's evenings are the same each time: only the seed of the decks is chosen for it."""
    numbers = count(1)
    monkeypatch.setattr("secrets.token_hex", lambda size=16: f"{next(numbers):0{2 * size}x}")
