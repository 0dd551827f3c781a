"""Letting games from outside in. One that is not sound stays outside, and one line says why."""

import logging
import sys
from gettext import GNUTranslations
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.template import TemplateSyntaxError, engines

from companion.outside.finding import Found, found_games
from companion.rooms import Room, room_of
from companion.words import Words, all_words, words_of
from rules.errors import GameError
from rules.old_form import old_names, refusal
from rules.registry import in_one_line, read_package, register
from rules.ruleset import Ruleset

log = logging.getLogger("safehouse.games")
TEMPLATES, LOCALE = "templates", "locale"


class Joined(NamedTuple):
    """A game that is played here."""

    game: str
    where: str
    folder: Path
    """The folder of its package, with its templates and translations."""


class RefusedPackage(NamedTuple):
    """A package that is not played here."""

    package: str
    where: str
    why: str


joined: list[Joined] = []
refused: list[RefusedPackage] = []


def bring_games(folder: Path) -> None:
    """Let every sound game in, once, when the house starts."""
    if folder.is_dir() and str(folder) not in sys.path:
        sys.path.append(str(folder))  # last: nothing in it takes the place of what is there
    for candidate in found_games(folder):
        try:
            game = _brought(candidate)
        except GameError as error:
            refused.append(RefusedPackage(candidate.package, candidate.where, str(error)))
            log.warning("game left out: %s (%s): %s", candidate.package, candidate.where, error)
        else:
            joined.append(game)
            log.info("game from outside: %s (%s)", game.game, game.where)
    all_words.cache_clear()


def _brought(candidate: Found) -> Joined:
    if candidate.problem:
        raise GameError(candidate.problem)
    with in_one_line(), old_names() as changes:  # its words import some, too
        _check_name(candidate)
        brought = read_package(candidate.package)
        ruleset = brought.ruleset
        folder = _folder_of(candidate.package)
        _check_pages(ruleset, folder)
        _check_translations(folder / LOCALE)
        register(ruleset, brought.pack)
    if changes:
        told = refusal(changes)
        log.warning("%s (%s): the next release refuses it: %s", ruleset.game, candidate.where, told)
    # Django reads the list when somebody first needs a translation, after every start-up.
    settings.LOCALE_PATHS.append(folder / LOCALE)
    return Joined(ruleset.game, candidate.where, folder)


def _check_name(candidate: Found) -> None:
    """Python would import another module than the one that was found."""
    spec = find_spec(candidate.package)
    if candidate.folder and (spec is None or Path(spec.origin or "").parent != candidate.folder):
        raise GameError("Python has another module of that name: rename the folder")


def _folder_of(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise GameError("it is no package: a folder with an __init__.py")
    return Path(next(iter(spec.submodule_search_locations)))


def _check_pages(ruleset: Ruleset, folder: Path) -> None:
    """Everything its mechanics say and show can be imported, and fits the game."""
    templates = folder / TEMPLATES
    for path in sorted(templates.rglob("*.html")):
        try:
            engines["django"].from_string(path.read_text(encoding="utf-8"))
        except TemplateSyntaxError as error:
            raise GameError(f"{path.relative_to(folder)}: {error}") from error
    for mechanic in ruleset.mechanics:
        words, room = words_of(mechanic), room_of(mechanic.home)
        if not isinstance(words, Words | None):
            raise GameError(f"{mechanic.name}: WORDS is no companion.words.Words")
        if not isinstance(room, Room):
            raise GameError(f"{mechanic.name}: ROOM is no companion.rooms.Room")
        for kind in room.commands:
            if kind not in ruleset.commands:
                raise GameError(f"{mechanic.name}: its sheet offers {kind!r}, which is no command")
        for template in room.templates:
            if not _is_there(template, templates):
                raise GameError(f"{mechanic.name}: there is no template {template!r}")


def _is_there(template: str, brought: Path) -> bool:
    return any((place / template).is_file() for place in (settings.BASE_DIR / TEMPLATES, brought))


def _check_translations(locale: Path) -> None:
    """A broken catalogue would take the words of the whole house with it."""
    for source in sorted(locale.glob("*/LC_MESSAGES/django.po")):
        if not source.with_suffix(".mo").is_file():
            how = f".venv/bin/pybabel compile -D django -d {locale}"
            raise GameError(f"{source} is not compiled: {how}")
    for catalogue in sorted(locale.glob("*/LC_MESSAGES/django.mo")):
        with catalogue.open("rb") as file:
            GNUTranslations(file)
