"""Reads packs: shape first, then references and counts, then the words of the game's mechanics.

All problems of all files come together. The packs of the house lie in `data/` and are read once;
a game from elsewhere brings its own (see `rules.registry`).
"""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType

from rules.errors import PackError
from rules.packs.allowed import not_there
from rules.packs.checks import check_common, check_expansion, check_game
from rules.packs.contents import (
    EXPANSION,
    GAME,
    Common,
    Contents,
    made_expansion,
    made_pack,
    read_contents,
)
from rules.packs.reading import Folder
from rules.packs.schema.pack import ExpansionFrame, Pack
from rules.packs.vocabulary import Vocabulary

COMMON = "common"
OTHER_FRAME = "city.toml"
"""Begins a pack of another shape, see `rules.systems.city_of_horror.pack`."""
Vocabularies = Mapping[str, Vocabulary]
"""What the mechanics of each game know, by its slug."""

_known: dict[str, Vocabulary] = {}
_others: dict[str, Pack] = {}


def know(game: str, vocabulary: Vocabulary) -> None:
    """A game of the house: its pack may use these words."""
    _known[game] = vocabulary
    load_packs.cache_clear()


def add(pack: Pack) -> None:
    """A pack from elsewhere that was read and is sound."""
    _others[pack.game] = pack
    load_packs.cache_clear()


def remove(game: str) -> None:
    """A game from elsewhere is not played any more."""
    _others.pop(game, None)
    load_packs.cache_clear()


@cache
def load_packs() -> Mapping[str, Pack]:
    """All packs by game slug; raises `PackError` when one of the house is not sound."""
    packs, problems = read_packs(house_root(), _known)
    if problems:
        raise PackError(problems)
    return MappingProxyType(packs | _others)


def house_root() -> Traversable:
    """Where the packs of the house lie."""
    return files("rules.packs").joinpath("data")


def read_packs(root: Traversable, known: Vocabularies) -> tuple[dict[str, Pack], list[str]]:
    """The packs under `root`, a folder each, and everything that is wrong with them."""
    problems: list[str] = []
    common = read_common(root, problems)
    names = sorted(folder.name for folder in root.iterdir() if _is_ours(folder))
    folders = {name: Folder(root.joinpath(name), name, problems) for name in names}
    return _read_boxes(folders, common, known), problems


def read_pack(
    path: Traversable, shown: str, game: str, vocabulary: Vocabulary
) -> tuple[Pack | None, list[str]]:
    """The pack of one game from elsewhere and what is wrong with it.

    `path` has the files of the game, and a folder for each expansion; problems call it `shown`.
    """
    problems: list[str] = []
    common = read_common(house_root(), [])
    folders = {game: Folder(path, shown, problems)}
    if path.is_dir():
        for folder in sorted(path.iterdir(), key=lambda entry: entry.name):
            if folder.joinpath(EXPANSION).is_file():
                folders[folder.name] = Folder(folder, f"{shown}/{folder.name}", problems)
    return _read_boxes(folders, common, {game: vocabulary}).get(game), problems


def read_common(root: Traversable, problems: list[str]) -> Common:
    folder = Folder(root.joinpath(COMMON), COMMON, problems)
    common = Common.read(folder)
    if not folder.partial:
        _report(folder, check_common(common))
    return common


def _is_ours(folder: Traversable) -> bool:
    """Not the words all share, nor the pack of a game that has a reader of its own."""
    is_box = folder.is_dir() and folder.name != COMMON
    return is_box and not folder.joinpath(OTHER_FRAME).is_file()


def _read_boxes(
    folders: Mapping[str, Folder], common: Common, known: Vocabularies
) -> dict[str, Pack]:
    """The games among these boxes, each with its expansions; problems go to their folders."""
    boxes = {name: read_contents(folder, common) for name, folder in folders.items()}
    games = {name: box for name, box in boxes.items() if box.is_game}
    expansions: dict[str, list[Contents]] = {name: [] for name in games}
    for name, box in boxes.items():
        if box.frame is not None and box.frame_id != name:
            key = "game" if box.is_game else "id"
            folders[name].problem(box.frame_file, key, f"is {box.frame_id!r}, must be {name!r}")
        if name in games:
            if name not in known:
                folders[name].problem(GAME, "game", not_there(name, known))
            _report(folders[name], check_game(box, common, known.get(name, Vocabulary())))
        elif isinstance(box.frame, ExpansionFrame):
            expands = box.frame.expands
            if expands not in games:
                folders[name].problem(EXPANSION, "expands", not_there(expands, games))
                continue
            vocabulary = known.get(expands, Vocabulary())
            _report(folders[name], check_expansion(box, games[expands], common, vocabulary))
            expansions[expands].append(box)
    return _made(games, expansions, common)


def _made(
    games: Mapping[str, Contents], expansions: Mapping[str, list[Contents]], common: Common
) -> dict[str, Pack]:
    """Every game that could be read whole, with those of its expansions that could."""
    packs = {}
    for name, game in games.items():
        made = (made_expansion(box, game, common) for box in expansions[name])
        pack = made_pack(
            game, common, {expansion.id: expansion for expansion in made if expansion is not None}
        )
        if pack is not None:
            packs[name] = pack
    return packs


def _report(folder: Folder, problems: Iterable[tuple[str, str, str]]) -> None:
    for file, key, text in problems:
        folder.problem(file, key, text)
