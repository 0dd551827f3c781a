"""Every golden case of the Zombicide family is played; see `golden` for how they are written."""

from typing import Any

import pytest
from msgspec.structs import replace

import rules
from rules.mechanics.skills.reminders import phase_reminders
from rules.state import Phase
from tests.rules.golden import given_table, load_cases, play_case

CASES = load_cases()
NAMED = [pytest.param(case, id=name.replace(" ", "-")) for name, case in CASES.items()]


@pytest.mark.parametrize("case", NAMED)
def test_golden(case: dict[str, Any]) -> None:
    play_case(case)


def test_a_phase_reminds_of_what_only_the_board_shows() -> None:
    """Sidestep when zombies come, Medic in the end phase (2nd Edition); each skill once."""
    given = {"survivors": {"wanda": 0, "ned": 0}, "skills": {"wanda": ["sidestep", "medic"]}}
    state = given_table("zombicide-2e", given)
    pack = rules.pack_of(state)

    def told(phase: Phase) -> list[tuple[str, str]]:
        due = phase_reminders(replace(state, phase=phase), pack)
        return [(each.survivor, each.skill.id) for each in due]

    assert told("players") == []
    assert told("zombies") == [("wanda", "sidestep")]
    assert told("end") == [("wanda", "medic")]


def test_there_are_golden_cases() -> None:
    assert len(CASES) > 40
