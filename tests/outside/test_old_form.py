"""A game written before a mechanic was one file: its record, its folders, its imports."""

import shutil
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from companion.rooms import room_of
from companion.words import words_of
from rules import old_form
from rules.commands import BaseCommand
from rules.packs.schema import Pack
from rules.registry import Brought, read_package
from rules.state import Survivor, Zone
from tests.outside.kit import lay_out

OLD = Path(__file__).parent / "old_mill"
PACKAGE = "mill_of_old"


@pytest.fixture
def brought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Brought]:
    game = lay_out(tmp_path, PACKAGE)
    (game / "horde.py").unlink()
    shutil.rmtree(game / "companion")
    shutil.copytree(OLD, game, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    for path in game.rglob("*.py"):
        path.write_text(path.read_text(encoding="utf-8").replace("lost_mill", PACKAGE))
    monkeypatch.syspath_prepend(str(tmp_path))
    known = set(sys.modules)
    yield read_package(PACKAGE)
    for name in set(sys.modules) - known:
        del sys.modules[name]


def horde_at(brought: Brought, horde: dict[str, int]) -> tuple[BaseCommand, object]:
    """A command that releases the horde, and a table at which it waits."""
    release = brought.ruleset.commands["horde.release"]
    command = release(id="00000001", seen=0, zone="a")  # type: ignore[call-arg]
    ann = Survivor(name="Ann", player="Luis")
    state = brought.ruleset.state(  # type: ignore[call-arg]
        game="lost-mill",
        players=("Luis",),
        survivors={"ann": ann},
        zones=(Zone(id="a", start=True),),
        horde=horde,
    )
    return command, state


def test_it_says_and_shows_what_it_did(brought: Brought) -> None:
    (horde,) = (each for each in brought.ruleset.mechanics if each.name == "horde")
    words = words_of(horde)
    assert words is not None
    assert str(words.commands["horde.release"]) == "Release the horde"
    assert room_of(horde.home).on_board == ("horde.release",)


def test_it_is_offered_and_played_as_it_was(brought: Brought) -> None:
    pack: Pack = brought.pack
    command, state = horde_at(brought, {"walker": 2})
    ask = brought.ruleset.asks[type(command)]
    (offered,) = ask.offers(brought.ruleset.begin(state, pack), {})
    assert offered.why_not is None
    play = brought.ruleset.begin(state, pack, command)
    ask.handler(play, command)
    after, events = play.outcome().state, play.outcome().events
    assert (after.horde, after.board) == ({}, {"walker": 2})
    assert events[0].arrival.came == {"walker": 2}


def test_every_module_that_moved_is_found_by_its_old_name() -> None:
    with old_form.old_names():
        pass
    from rules.mechanics.attacks.play import Attack  # type: ignore[import-not-found]
    from rules.mechanics.equipment.events import ItemDiscarded, ItemUsed  # type: ignore[import-not-found]
    from rules.mechanics.missions.mechanic import MISSIONS  # type: ignore[import-not-found]
    from rules.mechanics.skills.known import known_skills  # type: ignore[import-not-found]
    from rules.mechanics.spawn.commands import SpawnResolve  # type: ignore[import-not-found]

    found = [Attack, ItemDiscarded, ItemUsed, MISSIONS, known_skills, SpawnResolve]
    assert {getattr(each, "__module__", "").split(".")[0] for each in found[:-1]} == {"rules"}
    with pytest.raises(ImportError, match="no_such_name"):
        from rules.mechanics.doors.play import no_such_name  # type: ignore[import-not-found]  # noqa: F401


@pytest.mark.parametrize("field", sorted(old_form.HOOKS))
def test_a_field_of_the_old_record_joins_in_where_it_did(field: str) -> None:
    with old_form.old_names():
        from rules.mechanic import Mechanic
    module, hook = old_form.HOOKS[field]
    (join,) = Mechanic(name="mill", **{field: len}).joins
    assert join == (getattr(import_module(module), hook), len)
