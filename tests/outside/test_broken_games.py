"""What is not sound stays outside: one clear line says why, and the house goes on."""

import logging
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.keeping import services
from companion.outside import joining
from companion.people.models import Person
from rules import games
from tests.outside.kit import Phone, as_distribution, lay_out
from tests.outside.test_a_sixth_game import let_come, opened, printed
from tests.site import Site

NUMBER = iter(range(1000))


@pytest.fixture
def package() -> Iterator[str]:
    """A name no test before has imported; afterwards nothing of it is left."""
    name = f"broken_mill_{next(NUMBER)}"
    path = list(sys.path)
    yield name
    sys.path[:] = path
    for module in [each for each in sys.modules if each.split(".")[0] == name]:
        del sys.modules[module]


@pytest.fixture(autouse=True)
def refused(monkeypatch: pytest.MonkeyPatch) -> list[joining.RefusedPackage]:
    refused: list[joining.RefusedPackage] = []
    monkeypatch.setattr(joining, "refused", refused)
    return refused


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def no_such_zombie(game: Path) -> None:
    replace(game / "pack" / "spawns.toml", "blue = { runner = 1 }", "blue = { runer = 1 }")


def no_such_module(game: Path) -> None:
    replace(game / "state.py", "from rules.state", "from rules.no_such_module")


def no_python(game: Path) -> None:
    replace(game / "horde.py", "def grow(", "def grow(((")


def leaves(game: Path) -> None:
    (game / "__init__.py").write_text("raise SystemExit('I do not like this house')")


def no_ruleset(game: Path) -> None:
    (game / "__init__.py").write_text("RULES = 1")


def a_slug_that_is_taken(game: Path) -> None:
    replace(game / "__init__.py", '"lost-mill"', '"black-plague"')
    replace(game / "pack" / "game.toml", '"lost-mill"', '"black-plague"')


def one_word_twice(game: Path) -> None:
    replace(game / "horde.py", '"horde.release"', '"spawn.resolve"')


def one_event_twice(game: Path) -> None:
    replace(game / "horde.py", '"horde.released"', '"spawn.resolved"')


def one_kind_of_card_twice(game: Path) -> None:
    replace(game / "horde.py", 'KIND = "horde"', 'KIND = "rush"')


def no_such_button(game: Path) -> None:
    replace(game / "companion" / "horde.py", '("horde.release",)', '("horde.relase",)')


def no_such_template(game: Path) -> None:
    for path in (game / "templates").rglob("*.html"):
        path.unlink()


def no_such_tag(game: Path) -> None:
    path = next((game / "templates").rglob("*.html"))
    path.write_text("{% no_such_tag %}", encoding="utf-8")


def words_that_fail(game: Path) -> None:
    (game / "companion" / "horde.py").write_text("WORDS = 1 / 0")


def words_that_are_none(game: Path) -> None:
    (game / "companion" / "horde.py").write_text("WORDS = {}")


def a_catalogue_that_is_none(game: Path) -> None:
    next(game.rglob("*.mo")).write_bytes(b"no catalogue")


def a_catalogue_that_is_not_compiled(game: Path) -> None:
    next(game.rglob("*.mo")).unlink()


def no_code(game: Path) -> None:
    (game / "__init__.py").unlink()


@pytest.mark.parametrize(
    ("harm", "why"),
    [
        (no_such_zombie, "cards[6].levels.blue: there is no 'runer'; allowed: 'runner'"),
        (no_such_module, "ModuleNotFoundError: No module named 'rules.no_such_module'"),
        (no_python, "SyntaxError: "),
        (leaves, "SystemExit: I do not like this house"),
        (no_ruleset, "has no attribute 'RULESET'"),
        (a_slug_that_is_taken, "there is a game 'black-plague' already"),
        (one_word_twice, "two mechanics have the command 'spawn.resolve': spawn, horde"),
        (one_event_twice, "two mechanics have the event 'spawn.resolved': spawn, horde"),
        (one_kind_of_card_twice, "two mechanics have the kind of card 'rush': spawn, horde"),
        (no_such_button, "horde: its sheet offers 'horde.relase', which is no command"),
        (no_such_template, "horde: there is no template"),
        (no_such_tag, "horde.html: Invalid block tag on line 1: 'no_such_tag'"),
        (words_that_fail, "ZeroDivisionError: division by zero"),
        (words_that_are_none, "horde: WORDS is no companion.words.Words"),
        (a_catalogue_that_is_none, "Bad magic number"),
        (a_catalogue_that_is_not_compiled, "is not compiled: .venv/bin/pybabel compile"),
        (no_code, "the folder has no __init__.py"),
    ],
)  # fmt: skip
def test_one_line_says_what_is_wrong(  # noqa: PLR0917
    tmp_path: Path,
    package: str,
    refused: list[joining.RefusedPackage],
    caplog: pytest.LogCaptureFixture,
    harm: Callable[[Path], None],
    why: str,
) -> None:
    game = lay_out(tmp_path, package)
    harm(game)
    before = dict(games)
    with caplog.at_level(logging.WARNING, "safehouse.games"):
        joining.bring_games(tmp_path)
    assert dict(games) == before
    assert [(each.package, each.where) for each in refused] == [(package, str(game))]
    assert why in refused[0].why
    (line,) = [record.getMessage() for record in caplog.records]
    assert line == f"game left out: {package} ({game}): {refused[0].why}"
    assert "\n" not in line


def test_a_folder_cannot_take_the_place_of_a_module(
    tmp_path: Path, package: str, refused: list[joining.RefusedPackage]
) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "__init__.py").write_text("RULESET = None")
    joining.bring_games(tmp_path)
    assert [each.package for each in refused] == ["rules"]
    assert "another module of that name" in refused[0].why


@pytest.mark.django_db
@pytest.mark.usefixtures("own_folders")
@pytest.mark.parametrize(("language", "said"), [("en", "Left out:"), ("es", "No se juega:")])
def test_whoever_keeps_the_site_reads_it_there(
    tmp_path: Path,
    package: str,
    as_person: Callable[[Person], Client],
    language: str,
    said: str,
) -> None:
    game = lay_out(tmp_path, package)
    no_such_zombie(game)
    joining.bring_games(tmp_path)
    keeper = Person.objects.create(name="Olga", email="olga@example.org")
    services.keeper_make(person=keeper)
    page = as_person(keeper).get(reverse("keeping:operate"), HTTP_ACCEPT_LANGUAGE=language)
    text = page.content.decode()
    assert 'cond--heed" id="is-games"' in text
    assert said in text
    assert f"{package} ({game}): " in text
    assert "cards[6].levels.blue" in text


def test_broken_games_stop_neither_the_house_nor_a_distribution_that_is_sound(
    tmp_path: Path,
) -> None:
    folder, installed, data = (tmp_path / name for name in ("games", "installed", "data"))
    for each in (folder, installed, data):
        each.mkdir()
    lay_out(folder)
    leaves(lay_out(folder, "grumpy_mill"))
    as_distribution(installed, "twin_mill")  # the slug of the one in the folder
    as_distribution(installed, "shy_mill")
    replace(installed / "shy_mill-1.0.dist-info" / "entry_points.txt", "= shy_mill", "= not here!")
    with Site(data, GAMES_DIR=str(folder), PYTHONPATH=str(installed)) as site:
        phone = Phone(site)
        page = phone.get("/")
        assert page.status == 200
        assert page.text.count("The Mill") == 1
        assert "2 Supervivientes" in phone.get("/", "es").text
        table = opened(phone)
        let_come(phone, table)
        assert "Horda: 0 zombis" in phone.get(table, "es").text
        assert "Soltar la horda" in phone.get(f"{table}sheets/board/", "es").text
        assert "la horda llega a" in printed(phone, table, "after-action", "es")
    log = site.log.read_text()
    assert "game from outside: lost-mill (twin_mill)" in log
    assert "game left out: grumpy_mill" in log
    assert "there is a game 'lost-mill' already" in log
    assert "game left out: not here! (shy_mill): ModuleNotFoundError" in log
    assert "Traceback" not in log
