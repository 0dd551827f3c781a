"""Reader of packs: first shapes, then references and counts, then the words of the mechanics.

All problems of all files are reported together. The built-in packs are in `data/` and are read
once; an outside game brings its own (see `rules.registry`).
"""

from collections.abc import Iterable, Iterator, Mapping
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
    SKILLS,
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
"""Frame file of a pack of another shape, see `rules.systems.city_of_horror.pack`."""
Vocabularies = Mapping[str, Vocabulary]
"""Words that the mechanics of each game know, by its slug."""

_known: dict[str, Vocabulary] = {}
_others: dict[str, Pack] = {}


def know(game: str, vocabulary: Vocabulary) -> None:
    """Register a built-in game with the words its pack may use."""
    _known[game] = vocabulary
    load_packs.cache_clear()


def add(pack: Pack) -> None:
    """Add the checked pack of an outside game."""
    _others[pack.game] = pack
    load_packs.cache_clear()


def remove(game: str) -> None:
    """Remove the pack of an outside game."""
    _others.pop(game, None)
    load_packs.cache_clear()


@cache
def load_packs() -> Mapping[str, Pack]:
    """Return all packs by game slug; raise `PackError` if a built-in one has problems."""
    packs, problems = read_packs(house_root(), _known)
    if problems:
        raise PackError(problems)
    return MappingProxyType(packs | _others)


def house_root() -> Traversable:
    """Return the folder of the built-in packs."""
    return files("rules.packs").joinpath("data")


def read_packs(root: Traversable, known: Vocabularies) -> tuple[dict[str, Pack], list[str]]:
    """Read the packs under `root`, one a folder; return them and all problems."""
    problems: list[str] = []
    common = read_common(root, problems)
    names = sorted(folder.name for folder in root.iterdir() if _is_ours(folder))
    folders = {name: Folder(root.joinpath(name), name, problems) for name in names}
    packs = _read_boxes(folders, common, known)
    if not problems:
        _report(Folder(root.joinpath(COMMON), COMMON, problems), _unused_skills(common, packs))
    return packs, problems


def _unused_skills(common: Common, packs: Mapping[str, Pack]) -> Iterator[tuple[str, str, str]]:
    """Yield a problem for every shared skill that no game has."""
    used: set[str] = set()
    for pack in packs.values():
        used |= {skill.family for skill in pack.skills.values()}
    for name in common.skills:
        if name not in used:
            yield SKILLS, f"skills[{name}]", "no game has it"


def read_pack(
    path: Traversable, shown: str, game: str, vocabulary: Vocabulary
) -> tuple[Pack | None, list[str]]:
    """Read the pack of one outside game; return it and its problems.

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
    """Check if the folder is a box: not the shared words, nor a pack with a reader of its own."""
    is_box = folder.is_dir() and folder.name != COMMON
    return is_box and not folder.joinpath(OTHER_FRAME).is_file()


def _read_boxes(
    folders: Mapping[str, Folder], common: Common, known: Vocabularies
) -> dict[str, Pack]:
    """Return the games among these boxes with their expansions; report problems to the folders."""
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
    """Return every game that could be read completely, with its complete expansions."""
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
