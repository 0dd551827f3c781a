"""Golden cases: TOML files that read like the rulebook, with source, given, when and then."""

import tomllib
from pathlib import Path

import msgspec
import pytest

import rules
from rules import Survivor

FOLDER = Path(__file__).parent.parent / "golden"
CASES = sorted(FOLDER.glob("*/*.toml"))


def given_table(game: str, points: dict[str, int]) -> rules.TableState:
    """The survivors named in `given`, with their points."""
    seated = [
        (key, Survivor(name=key.title(), player="Marta", points=amount))
        for key, amount in points.items()
    ]
    return rules.new_table(pack=rules.load_packs()[game], survivors=seated)


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden(path: Path) -> None:
    case = tomllib.loads(path.read_text(encoding="utf-8"))
    assert case["source"], "a golden case names its book and page"
    game = path.parent.name
    pack, state = rules.load_packs()[game], given_table(game, case["given"]["points"])
    events: list[str] = []
    for number, step in enumerate(case["when"]):
        body = {"id": f"golden-{number:02}", "seen": number, **step}
        outcome = rules.apply(state, rules.decode_command(msgspec.json.encode(body)), pack)
        state = outcome.state
        events += [msgspec.to_builtins(event)["kind"] for event in outcome.events]
    then = case["then"]
    assert events == then["events"]
    assert rules.table_danger(state, pack)[0] == then["danger"]
    assert {key: one.points for key, one in state.survivors.items()} == then["points"]


def test_there_are_golden_cases() -> None:
    assert CASES
