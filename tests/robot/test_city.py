"""City of Horror by its pages: every power is used and every card is played.

`make test` plays a short evening; `make soak` plays games to the helicopter until all is used.
"""

import os

import pytest

from rules.systems.city_of_horror.pack import load_city
from tests.robot.city import CityEvening, Used
from tests.robot.evening import Report
from tests.robot.known import unknown
from tests.robot.refused import refused

pytestmark = pytest.mark.django_db
SOAK = int(os.environ.get("SOAK", "0"))
GAMES = 10
SHORT_TURNS = 60
FEW_POWERS, FEW_CARDS = 7, 7
"""What a short evening uses at least."""
PACK = load_city()
POWERS = set(PACK.characters)
PLAYED = {key for key, card in PACK.actions.items() if card.do != "keep"}
"""Canned food is not played: it counts at the end."""


def play(report: Report, used: Used, seed: int, turns: int) -> None:
    language = ("es", "en")[seed % 2]
    evening = CityEvening(report, used, seed=seed, language=language)
    evening.set_up()
    evening.join("Luis")
    evening.play_through(turns)
    before = len(report.answers)
    evening.read()
    report.faults |= set(refused(report.answers[before:]))


def test_a_short_evening_uses_what_is_in_its_hands() -> None:
    report, used = Report(), Used()
    play(report, used, seed=0, turns=SHORT_TURNS)
    assert not unknown(report.faults, "city-of-horror")
    assert len(used.powers) >= FEW_POWERS
    assert len(used.cards) >= FEW_CARDS


@pytest.mark.skipif(not SOAK, reason="a few games to the end: `make soak`")
def test_all_21_powers_and_all_cards_are_used_by_their_pages() -> None:
    report, used = Report(), Used()
    for seed in range(GAMES):
        play(report, used, seed=seed, turns=600)
        print(
            f"{seed + 1} games, {used.ended} to the end: powers unused {POWERS - used.powers},"
            f" cards unplayed {PLAYED - used.cards}, never held {set(PACK.actions) - used.held}"
        )
        if used.powers == POWERS and used.cards == PLAYED and used.held == set(PACK.actions):
            break
    assert not unknown(report.faults, "city-of-horror")
    assert used.ended == seed + 1
    assert POWERS - used.powers == set()
    assert PLAYED - used.cards == set()
    assert set(PACK.actions) - used.held == set()
