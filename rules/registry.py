"""Registry of games: the built-in ones, and those from outside packages.

A game is a package with a `RULESET`. The built-in ones are in `rules.systems` and their packs in
`rules/packs/data`. An outside game has a folder `pack` in its package; `read_package` reads it
whole, `register` adds it. The code that searches for such games is not part of the rules.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from importlib.resources import files
from pkgutil import iter_modules
from typing import NamedTuple, TypeVar

from rules import old_form, systems
from rules.errors import GameError, NoSuchGame, PackError
from rules.packs import loader
from rules.packs.schema import Pack
from rules.ruleset import Ruleset
from rules.state import TableState
from rules.zombicide import Zombicide

AnyRuleset = TypeVar("AnyRuleset", bound=Ruleset)

_games: dict[str, Ruleset] = {}
"""Registered games by slug, in the order of their ranks."""


class Games(Mapping[str, AnyRuleset]):
    """A live view of the registered games of one kind, by slug."""

    def __init__(self, kind: type[AnyRuleset]) -> None:
        self._kind = kind

    def __getitem__(self, slug: str) -> AnyRuleset:
        ruleset = _games.get(slug)
        if not isinstance(ruleset, self._kind):
            raise NoSuchGame("game.unknown", game=slug)
        return ruleset

    def __iter__(self) -> Iterator[str]:
        return (slug for slug, ruleset in _games.items() if isinstance(ruleset, self._kind))

    def __len__(self) -> int:
        return sum(1 for _ in self)


games: Mapping[str, Ruleset] = Games(Ruleset)
"""All games, whatever their state."""

rulesets: Mapping[str, Zombicide] = Games(Zombicide)
"""Games of the Zombicide family: one kind of state and pack, one set of pages."""


class Brought(NamedTuple):
    """A game from an outside package, as it was read."""

    ruleset: Zombicide
    pack: Pack | None
    problems: list[str]
    """Every problem of its pack, by file and key; none if the game is sound."""
    changes: list[str]
    """The changes it needs before the next release, see `rules.old_form`."""


def look_into(name: str) -> Brought:
    """Import the game of an outside package and check all of its pack.

    Raise `GameError` with a one-line reason if it cannot be imported or is no game of the family.
    """
    with in_one_line(), old_form.old_names() as changes:
        ruleset = import_module(name).RULESET
        _check_family(ruleset)
        path = files(name).joinpath("pack")
        pack, problems = loader.read_pack(path, f"{name}/pack", ruleset.game, ruleset.vocabulary)
        if changes:
            problems = old_form.still_wrong(problems)
        return Brought(ruleset, pack, problems, list(changes))


def read_package(name: str) -> Brought:
    """Return the game of an outside package; raise `GameError` with the first of its problems."""
    brought = look_into(name)
    if brought.problems or brought.pack is None:
        raise GameError(_one_line(PackError(brought.problems)))
    return brought


@contextmanager
def in_one_line() -> Iterator[None]:
    """Turn any error of an outside package into a `GameError` of one line."""
    try:
        yield
    except (GameError, PackError) as error:
        raise GameError(_one_line(error)) from error
    except (Exception, SystemExit) as error:
        raise GameError(_one_line(f"{type(error).__name__}: {error}")) from error


def _check_family(ruleset: object) -> None:
    """Raise `GameError` unless the game can be played on the pages of the family."""
    if not isinstance(ruleset, Zombicide):
        raise GameError("RULESET is no rules.zombicide.Zombicide")
    if not issubclass(ruleset.state, TableState):
        raise GameError(f"{ruleset.game}: its state does not extend rules.state.TableState")
    _check_free(ruleset.game)
    for decoder in ("command_decoder", "event_decoder", "state_decoder"):
        getattr(ruleset, decoder)  # msgspec raises here for types it cannot read


def _check_free(game: str) -> None:
    if game in _games:
        raise GameError(f"there is a game {game!r} already")


def _one_line(error: object) -> str:
    """Return the first problem and the number of others."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    first, *others = lines or [repr(error)]
    return f"{first} (and {len(others)} more)" if others else first


def register(ruleset: Ruleset, pack: Pack | None = None) -> None:
    """Add a game; `pack` is given for an outside game only."""
    _check_free(ruleset.game)
    if pack is not None:
        loader.add(pack)
    elif isinstance(ruleset, Zombicide):
        loader.know(ruleset.game, ruleset.vocabulary)
    joined = {**_games, ruleset.game: ruleset}
    in_order = sorted(joined.values(), key=lambda member: (member.rank, member.game))
    _games.clear()
    _games.update({member.game: member for member in in_order})


def _register_house() -> None:
    for module in iter_modules(systems.__path__):
        register(import_module(f"{systems.__name__}.{module.name}").RULESET)


_register_house()
