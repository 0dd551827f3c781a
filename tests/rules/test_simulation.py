"""A table that plays itself, its log, and whether it balances."""

import json
from pathlib import Path

import pytest

import rules
from rules.__main__ import main
from rules.simulation import evening
from tests.rules.test_engine import check_invariants


@pytest.mark.parametrize("game", sorted(rules.rulesets))
def test_a_smoke_game_of_forty_rounds(game: str) -> None:
    pack = rules.load_packs()[game]
    last = None
    for last in evening(game, seed="smoke", rounds=40):
        check_invariants(last.outcome.state, pack)
    assert last is not None
    assert last.outcome.state.round > 20 or last.outcome.state.result == "lost"


def test_simulate_prints_what_happened_and_replay_says_it_balances(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "evening.json"
    assert main(["simulate", "rue-morgue", "--seed", "7", "--rounds", "3", "--log", str(log)]) == 0
    printed = capsys.readouterr().out
    assert "spawn.resolve" in printed
    assert "  spawn.resolved round=1 why=step" in printed
    assert main(["replay", str(log)]) == 0
    assert "it balances" in capsys.readouterr().out


def test_the_same_seed_plays_the_same_evening() -> None:
    def played(seed: str) -> list[str]:
        return [
            rules.encode(step.outcome.state).decode()
            for step in evening("black-plague", seed=seed, rounds=3)
        ]

    assert played("a") == played("a")
    assert played("a") != played("b")


def test_a_changed_end_does_not_balance(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "evening.json"
    main(["simulate", "zombicide-2e", "--rounds", "2", "--log", str(log)])
    saved = json.loads(log.read_text())
    saved["end"]["round"] = 99
    log.write_text(json.dumps(saved))
    assert main(["replay", str(log)]) == 1
    assert "round: saved 99" in capsys.readouterr().out


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"start": 1, "end": 2, "commands": []}'])
def test_what_is_no_saved_game(tmp_path: Path, content: str) -> None:
    log = tmp_path / "evening.json"
    log.write_text(content)
    assert main(["replay", str(log)]) == 2
