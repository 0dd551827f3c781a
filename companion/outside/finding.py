"""Where games from outside may be: a folder of ours, and installed distributions."""

from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path
from typing import NamedTuple

GROUP = "safehouse.games"
"""The entry points that name the package of a game."""


class Found(NamedTuple):
    """A package that may be a game, and the place it was found, in words for the operator."""

    package: str
    where: str
    folder: Path | None = None
    """Its own folder, where it lies in ours."""
    problem: str = ""
    """The reason it cannot be inspected."""


def found_games(folder: Path) -> Iterator[Found]:
    """Yield every package that says it is a game, once; those that are installed come first."""
    seen: set[str] = set()
    for game in (*_installed(), *_lying_in(folder)):
        if game.package not in seen:
            seen.add(game.package)
            yield game


def _installed() -> Iterator[Found]:
    for entry in entry_points(group=GROUP):
        package = entry.value.partition(":")[0].strip()
        yield Found(package, entry.dist.name if entry.dist else entry.name)


def _lying_in(folder: Path) -> Iterator[Found]:
    if not folder.is_dir():
        return
    for path in sorted(folder.iterdir()):
        if not path.is_dir() or path.name.startswith((".", "_")):
            continue
        has_code = (path / "__init__.py").is_file()
        problem = "" if has_code else "the folder has no __init__.py"
        yield Found(path.name, str(path), folder=path, problem=problem)
