"""A game written before a mechanic was one file: its record, its folders, its imports, its pack."""

import logging
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from companion.outside import joining
from companion.rooms import room_of
from companion.words import words_of
from rules import old_form, registry
from rules.commands import BaseCommand
from rules.errors import GameError
from rules.mechanics.doors import door_refused
from rules.mechanics.spawn.drawing import ZoneDeck, own_decks
from rules.packs import __main__ as command
from rules.registry import Brought, look_into
from rules.state import Survivor, Zone
from tests.outside.kit import OLD, Phone, lay_out
from tests.outside.test_a_sixth_game import let_come, opened, printed
from tests.site import Site

PACKAGE = "mill_of_old"
CHANGES = {
    "rules.mechanic.Ask -> rules.mechanic.Playable",
    "rules.mechanics.attacks.play.Attack -> rules.mechanics.attacks.attack.Attack",
    "rules.mechanics.spawn.play.BY_TOKEN -> rules.mechanics.spawn.step.BY_TOKEN",
    "rules.mechanics.supply.events.Arrival -> rules.mechanics.supply.Arrival",
    "rules.mechanics.supply.play.place -> rules.mechanics.supply.place",
    "rules.mechanics.supply.play.reserve -> rules.mechanics.supply.reserve",
    "Mechanic(out_of_supply=...) -> joins=(rules.mechanics.supply.out_of_supply.by(...),)",
    "Mechanic(name='horde') -> mechanic(__name__)",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    lay_out(tmp_path, PACKAGE, OLD)
    monkeypatch.syspath_prepend(str(tmp_path))
    known = set(sys.modules)
    yield PACKAGE
    for name in set(sys.modules) - known:
        del sys.modules[name]


@pytest.fixture
def brought(package: str) -> Brought:
    return look_into(package)


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


def test_it_is_told_what_to_change(brought: Brought) -> None:
    """Also the icon of its pack, which the release before took although nobody had drawn it."""
    assert brought.problems == []
    (icon,) = set(brought.changes) - CHANGES
    assert icon.startswith(f"{PACKAGE}/pack/game.toml: icon 'tower' -> '")
    assert set(brought.changes) > CHANGES


def test_it_says_and_shows_what_it_did(brought: Brought) -> None:
    (horde,) = (each for each in brought.ruleset.mechanics if each.name == "horde")
    words = words_of(horde)
    assert words is not None
    assert str(words.commands["horde.release"]) == "Release the horde"
    assert room_of(horde.home).on_board == ("horde.release",)


def test_it_is_offered_and_played_as_it_was(brought: Brought) -> None:
    command, state = horde_at(brought, {"walker": 2})
    ask = brought.ruleset.asks[type(command)]
    (offered,) = ask.offers(brought.ruleset.begin(state, brought.pack), {})
    assert offered.why_not is None
    play = brought.ruleset.begin(state, brought.pack, command)
    ask.handler(play, command)
    after, events = play.outcome().state, play.outcome().events
    assert (after.horde, after.board) == ({}, {"walker": 2})
    assert events[0].arrival.came == {"walker": 2}


def test_a_table_of_it_is_played_and_printed_and_one_line_of_the_log_says_what_to_change(
    tmp_path: Path,
) -> None:
    games, data = tmp_path / "games", tmp_path / "data"
    game = lay_out(games, example=OLD)
    data.mkdir()
    with Site(data, GAMES_DIR=str(games)) as site:
        phone = Phone(site)
        table = opened(phone)
        let_come(phone, table)
        assert "Horda: 0 zombis" in phone.get(table, "es").text
        assert "Soltar la horda" in phone.get(f"{table}sheets/board/", "es").text
        assert "la horda llega a" in printed(phone, table, "after-action", "es")
    log = site.log.read_text()
    assert f"lost-mill ({game}): the next release refuses it: old form: rules." in log
    assert "status=500" not in log
    assert "Traceback" not in log


def test_one_line_is_logged(
    tmp_path: Path,
    package: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(joining, "joined", [])
    monkeypatch.setattr(joining, "register", lambda ruleset, pack: None)
    with caplog.at_level(logging.WARNING, "safehouse.games"):
        joining.bring_games(tmp_path)
    (line,) = [record.getMessage() for record in caplog.records]
    beginning = f"lost-mill ({tmp_path / package}): the next release refuses it: old form: "
    assert line.startswith(beginning)
    assert set(line.removeprefix(beginning).split("; ")) > CHANGES


def test_the_command_that_lists_problems_lists_its_changes(
    package: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main([package]) == 0
    told = capsys.readouterr().err.splitlines()
    assert {line.removeprefix("old form: ") for line in told} > CHANGES


def test_a_gift_of_a_skill_that_nobody_reads_any_more_is_no_mistake(
    tmp_path: Path, package: str
) -> None:
    skills = tmp_path / package / "pack" / "skills.toml"
    text = skills.read_text(encoding="utf-8")
    assert "gives = { actions = 1 }" in text
    skills.write_text(text.replace("{ actions = 1 }", "{ actions = 1, health = 4 }"), "utf-8")
    told = registry.read_package(package).changes
    assert [change for change in told if ".gives 'health' -> " in change]


def test_another_mistake_in_its_pack_is_refused(tmp_path: Path, package: str) -> None:
    spawns = tmp_path / package / "pack" / "spawns.toml"
    text = spawns.read_text(encoding="utf-8")
    spawns.write_text(text.replace("blue = { runner = 1 }", "blue = { runer = 1 }"), "utf-8")
    with pytest.raises(GameError, match="there is no 'runer'"):
        registry.read_package(package)


def test_every_module_that_moved_is_found_by_its_old_name() -> None:
    with old_form.old_names():
        from rules.mechanics.actions.play import ACTIONS  # type: ignore[import-not-found]
        from rules.mechanics.attacks.play import Attack  # type: ignore[import-not-found]
        from rules.mechanics.equipment.events import ItemDiscarded, ItemUsed  # type: ignore[import-not-found]
        from rules.mechanics.missions.mechanic import MISSIONS  # type: ignore[import-not-found]
        from rules.mechanics.missions.set_up import COUNTS_AS, is_asleep  # type: ignore[import-not-found]
        from rules.mechanics.skills.known import known_skills  # type: ignore[import-not-found]
        from rules.mechanics.spawn.commands import SpawnResolve  # type: ignore[import-not-found]
        from rules.mechanics.wounds.events import wounds_of  # type: ignore[import-not-found]

    found = [Attack, ItemDiscarded, ItemUsed, MISSIONS, is_asleep, known_skills, SpawnResolve]
    assert {getattr(each, "__module__", "").split(".")[0] for each in found} == {"rules"}
    assert (ACTIONS, COUNTS_AS, wounds_of.__name__) == (3, "abominations-count-as", "wounds_told")
    with pytest.raises(ImportError, match="no_such_name"):
        from rules.mechanics.doors.play import no_such_name  # type: ignore[import-not-found]  # noqa: F401


@pytest.mark.parametrize(("mechanic", "name"), sorted(old_form.COMMANDS))
def test_a_shared_command_is_played_and_offered_by_its_old_names(mechanic: str, name: str) -> None:
    handler, offers = old_form.COMMANDS[mechanic, name]
    with old_form.old_names() as changes:
        parts = {
            part: import_module(f"rules.mechanics.{mechanic}.{part}") for part in ("play", "offers")
        }
        kind = getattr(import_module(f"rules.mechanics.{mechanic}.commands"), name)
        assert getattr(parts["offers"], offers) == kind.offers
        played: list[object] = []
        getattr(parts["play"], handler)("table", type("", (), {"play": played.append})())
    assert played == ["table"]
    assert f"{kind.__module__}.{name}.offers" in {each.split(" -> ")[1] for each in changes}


@pytest.mark.parametrize("field", sorted(old_form.HOOKS))
def test_a_field_of_the_old_record_joins_in_where_it_did(field: str) -> None:
    with old_form.old_names() as changes:
        from rules.mechanic import Mechanic
    module, hook = old_form.HOOKS[field]
    value: Any = ("some",) if field in old_form.SEVERAL else len
    with old_form.old_names() as changes:
        (join,) = Mechanic(name="mill", **{field: value}).joins
    assert join == (getattr(import_module(module), hook), "some" if value != len else len)
    assert list(changes) == [f"Mechanic({field}=...) -> joins=({module}.{hook}.by(...),)"]


def test_zones_with_a_deck_of_their_own_are_one_hook_now() -> None:
    with old_form.old_names():
        from rules.mechanic import Mechanic
    said: dict[str, Any] = {"zones": {"pit": len}, "zone_kinds": ("pit",)}
    whole = Mechanic(name="pit", described={"bone": "bones"}, foresees_zones={"pit": sum}, **said)
    assert whole.joins == ((own_decks, ZoneDeck("pit", "bones", "bone", len, sum)),)
    with pytest.raises(GameError, match=r"^old form: Mechanic\(zones=\.\.\.\) -> joins="):
        Mechanic(name="pit", **said)


def test_a_mechanic_of_old_lets_others_join_in(brought: Brought) -> None:
    """`play.join_in` by the field of the old record."""
    command, state = horde_at(brought, {})
    play = brought.ruleset.begin(state, brought.pack, command)
    asked: list[str] = []
    joins = {door_refused: [lambda play, colour: asked.append(colour)]}
    play.rules = type("", (), {"joined": lambda self, hook: joins[hook]})()
    play.join_in("door_refused", "blue")
    assert asked == ["blue"]
