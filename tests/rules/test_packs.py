"""Packs are sound, and an unsound one is refused with everything that is wrong."""

import subprocess
import sys

import rules
from rules.packs.loader import _checked, load_packs


def test_every_game_of_the_registry_has_its_pack() -> None:
    assert set(load_packs()) == set(rules.rulesets)


def test_all_problems_are_listed_together() -> None:
    problems: list[str] = []
    raw = {
        "game": "other",
        "name": {"es": "a", "en": "b"},
        "short": {"es": "a", "en": "b"},
        "points": {"es": "a", "en": "b"},
        "icon": "walker",
        "survivors_at_table": 6,
        "danger": [{"id": "blue", "points": 3}],
        "survivors": [{"id": "ann", "name": "Ann"}, {"id": "ann", "name": "Ann"}],
    }
    _checked("this", raw, problems)
    assert [problem.split(":")[0] for problem in problems] == [
        "this/game.toml",
        "this/game.toml",
        "this/survivors.toml",
    ]


def test_an_unknown_key_is_refused_with_its_place() -> None:
    problems: list[str] = []
    assert _checked("this", {"game": "this", "nonsense": 1}, problems) is None
    assert problems[0].startswith("this: ")


def test_make_packs_prints_every_game() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rules.packs"], capture_output=True, text=True, check=True
    )
    assert all(game in done.stdout for game in rules.rulesets)
