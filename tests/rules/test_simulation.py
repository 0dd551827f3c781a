"""A table that plays itself, its log, and whether it balances."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

import rules
from rules.__main__ import main
from rules.chance import Chance
from rules.mechanics.equipment import DeckDraw
from rules.mechanics.spawn.step import CardDescribe
from rules.packs.copies import deck_copies
from rules.simulation import evening, taken_up
from tests.rules.test_engine import check_invariants, fresh


@pytest.mark.parametrize("game", sorted(rules.rulesets))
def test_a_smoke_game_of_forty_rounds(game: str) -> None:
    pack = rules.load_packs()[game]
    last = None
    for last in evening(game, seed="smoke", rounds=40):
        check_invariants(last.outcome.state, pack)
    assert last is not None
    assert last.outcome.state.round > 20 or last.outcome.state.result == "lost"


@pytest.mark.parametrize("game", sorted(rules.rulesets))
def test_no_question_stays_open_when_a_round_is_over(game: str) -> None:
    asked: set[str] = set()
    for seed in ("a", "b", "smoke", "7"):
        for step in evening(game, seed=seed, rounds=12):
            state = step.outcome.state
            asked |= {question.what for question in state.pending}
            assert state.round == step.before.round or not state.pending, state.pending
    assert {"skill", "activation"} <= asked <= set(rules.rulesets[game].answers)


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


def test_a_table_with_none_but_unknown_cards_left_first_copies_one() -> None:
    state = fresh("army-of-the-dead")
    pack = rules.pack_of(state)
    unknown = tuple(
        copy for copy, card in deck_copies(pack, "zombies").items() if card.sure == "unknown"
    )
    left = replace(state.decks["zombies"], source="table", draw=unknown, discard=())
    state = replace(state, phase="zombies", decks={**state.decks, "zombies": left})
    spawn = next(offer for offer in rules.offers(state, pack, "spawn.resolve") if offer.is_open)
    command = taken_up(state, pack, spawn, Chance(seed="x", cursor=0, entered=None))
    assert isinstance(command, CardDescribe)
    assert command.card in unknown
    assert command.card in rules.apply(state, command, pack).state.described


def test_what_was_drawn_and_discarded_is_drawn_again_by_the_same_search() -> None:
    state = fresh("army-of-the-dead")
    pack = rules.pack_of(state)
    ambushes = tuple(copy for copy in deck_copies(pack, "equipment") if copy.startswith("aaahh"))
    left = replace(state.decks["equipment"], source="table", draw=ambushes, discard=())
    state = replace(state, decks={**state.decks, "equipment": left})
    draw = rules.Offer(
        kind="deck.draw",
        fixed={"survivor": next(iter(state.survivors)), "deck": "equipment", "count": 5},
    )
    command = taken_up(state, pack, draw, Chance(seed="x", cursor=0, entered=None))
    assert isinstance(command, DeckDraw)
    assert len(command.cards) == 5
    assert set(command.cards) == set(ambushes)
