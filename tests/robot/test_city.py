"""City of Horror by its pages: every power is used and every card is played.

`make test` plays a short evening; `make soak` plays games to the helicopter until all is used.
"""

import os

import pytest

from rules.systems.city_of_horror.pack import load_city
from tests.robot import census
from tests.robot.city import GAME, CityEvening, Used
from tests.robot.evening import Report
from tests.robot.known import unknown
from tests.robot.refused import refused

pytestmark = pytest.mark.django_db
SOAK = int(os.environ.get("SOAK", "0"))
GAMES = 10
SHORT_TURNS = 40
FEW_POWERS, FEW_CARDS = 5, 7
"""What a short evening uses at least."""
PACK = load_city()
POWERS = set(PACK.characters)
PLAYED = {key for key, card in PACK.actions.items() if card.do != "keep"}
"""Canned food is not played: it counts at the end."""


SET_UPS = (
    "",
    "voting=hands&" + "&".join(f"side-{key}=B" for key in PACK.locations),
    "dealing=drafted&side-church=B",
    "cards=table&voting=hands&side-church=B",
)
"""One after the other, game by game."""


def play(report: Report, used: Used, seed: int, turns: int) -> None:
    language = ("es", "en")[seed % 2]
    evening = CityEvening(report, used, seed=seed, language=language)
    evening.open(SET_UPS[seed % len(SET_UPS)])
    evening.join("Luis")
    evening.play_through(turns)
    before = len(report.answers)
    evening.read()
    report.faults |= set(refused(report.answers[before:]))


def test_a_short_evening_uses_what_is_in_its_hands() -> None:
    report, used = Report(), Used()
    play(report, used, seed=0, turns=SHORT_TURNS)
    assert not unknown(report.faults, GAME)
    assert len(used.powers) >= FEW_POWERS
    assert len(used.cards) >= FEW_CARDS


@pytest.mark.skipif(not SOAK, reason="a few games to the end: `make soak`")
def test_everything_is_used_sent_and_read_by_the_pages() -> None:
    """All 21 powers, all cards, every command and every event."""
    report, used = Report(), Used()
    kinds = census.every_command(GAME) | census.every_event(GAME)
    abandoned = CityEvening(report, used, seed=0, language="es")
    abandoned.open("")
    abandoned.end()
    abandoned.read()
    for seed in range(GAMES):
        play(report, used, seed=seed, turns=600)
        left = {
            "powers": POWERS - used.powers,
            "cards": PLAYED - used.cards,
            "held": set(PACK.actions) - used.held,
            "kinds": kinds - report.commands - report.events,
        }
        print(f"{seed + 1} games, {used.ended} to the end; left {left}", flush=True)
        if not any(left.values()):
            break
    assert not unknown(report.faults, GAME)
    assert used.ended == seed + 1
    assert not any(left.values()), left
