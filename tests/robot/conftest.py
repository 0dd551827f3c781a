"""The robot's evenings are the same each time, and no page of theirs is told half of a step."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from companion import services
from companion.models import Seat, Table
from rules import State
from tests.robot import told


@pytest.fixture(autouse=True)
def _same_decks_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The robot's evenings are the same each time: only the seed of the decks is chosen for it."""
    numbers = count(1)
    monkeypatch.setattr("secrets.token_hex", lambda size=16: f"{next(numbers):0{2 * size}x}")


@pytest.fixture(autouse=True)
def _quiet_steps_tell_all(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Compare, after every step, the pages that would be told of it with those fetched anew."""
    wrong: set[str] = set()
    tell: Any = services.tell_listeners

    def compare(table: Table, before: State, after: State, seat: Seat) -> None:
        tell(table, before, after, seat)
        wrong.update(told.faults(seat, before, after))

    monkeypatch.setattr(services, "tell_listeners", compare)
    yield
    assert wrong == set()
