"""The robot makes a pack from the pages of the workshop and plays its mission and deck."""

import os

import pytest

from companion.models import Table
from tests.robot.evening import Evening, Report
from tests.robot.known import unknown
from tests.robot.refused import refused
from tests.robot.workshop import Bench

pytestmark = pytest.mark.django_db
SOAK = int(os.environ.get("SOAK", "0"))
GAME, TUTORIAL = "black-plague", "black-plague:A0"
TURNS = 60 if SOAK else 8
PAGES = 25
"""A pack with a mission and some pieces has more."""


@pytest.mark.parametrize("language", ["es", "en"] if SOAK else ["es"])
def test_a_pack_is_made_read_and_played(language: str) -> None:
    report = Report()
    evening = Evening(report, game=GAME, seed=3, language=language)
    bench = Bench(evening.keeper, GAME)
    bench.make(TUTORIAL)
    assert bench.read() >= PAGES
    evening.set_up(mission=bench.mission("m1"))
    table = Table.objects.get()
    assert table.state.own_mission is not None
    assert table.state.own_box is not None, "cards of the pack came along"
    evening.play(TURNS, set())
    evening.end()
    evening.read()
    faults = unknown(report.faults | set(refused(report.answers)), GAME)
    assert not faults, "\n".join(faults)
