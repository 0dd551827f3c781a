"""Reads every pack once: shape first, then references and counts; all problems together."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any

from msgspec.structs import asdict, replace

from rules.errors import PackError
from rules.packs.checks import check_expansion, check_pack, check_skills, check_terms
from rules.packs.reading import Folder
from rules.packs.schema.base import Term
from rules.packs.schema.cards import Deck, Equipment, SpawnCard, SpecialCard, Vehicle
from rules.packs.schema.files import (
    DeckFile,
    EquipmentHead,
    Nothing,
    SkillsHead,
    TermsFile,
    ZombiesHead,
)
from rules.packs.schema.missions import Campaign, Mission
from rules.packs.schema.pack import Expansion, ExpansionFrame, GameFrame, Pack
from rules.packs.schema.people import PackSurvivor, Skill, SkillRecord, Zombie
from rules.packs.skills import skills_of

COMMON = "common"
OTHER_FRAME = "city.toml"
"""Begins a pack of another shape, see `rules.systems.city_of_horror.pack`."""
GAME_FILES = {
    "game.toml",
    "zombies.toml",
    "spawns.toml",
    "equipment.toml",
    "survivors.toml",
    "missions.toml",
    "vehicles.toml",
}
EXPANSION_FILES = {
    "expansion.toml",
    "equipment.toml",
    "survivors.toml",
    "missions.toml",
    "campaign.toml",
}


class Common:
    """What all games share: skills and words."""

    def __init__(self, root: Traversable, problems: list[str]) -> None:
        folder = Folder(root, COMMON, problems)
        head, self.skills = folder.records("skills.toml", "skills", SkillRecord, SkillsHead)
        self.kinds: Mapping[str, Term] = head.kinds if head else {}
        terms = folder.whole("terms.toml", TermsFile)
        self.terms = terms.terms if terms else {}
        self.sound = not problems

    def skills_of(self, game: str) -> dict[str, Skill]:
        return skills_of(game, self.skills, self.kinds) if self.sound else {}


@cache
def load_packs() -> Mapping[str, Pack]:
    """All packs by game slug; raises `PackError` when any of them is not sound."""
    packs, problems = read_packs(files("rules.packs").joinpath("data"))
    if problems:
        raise PackError(problems)
    return MappingProxyType(packs)


def read_packs(root: Traversable) -> tuple[dict[str, Pack], list[str]]:
    """The packs under `root` and everything that is wrong with them, with file and key.

    A pack with a file of the wrong shape is left out of the second pass: what refers to a record
    that could not be read would only hide the one problem there is.
    """
    problems: list[str] = []
    common = Common(root, problems)
    names = sorted(one.name for one in root.iterdir() if one.is_dir() and _is_ours(one))
    packs: dict[str, Pack] = {}
    expansions: list[Expansion] = []
    for name in names:
        found: list[str] = []
        box = _read_box(Folder(root, name, found), common)
        if isinstance(box, Pack) and not found:
            packs[name] = box
        elif isinstance(box, Expansion) and not found:
            expansions.append(box)
        problems += found
    if common.sound:
        problems += check_skills(common.skills, common.kinds, set(names))
        problems += check_terms(common.terms)
        for name, pack in packs.items():
            problems += check_pack(name, pack)
    for expansion in expansions:
        game = packs.get(expansion.expands)
        if common.sound:
            problems += check_expansion(expansion, game)
        if game is not None:
            with_it = game.expansions | {expansion.id: expansion}
            packs[expansion.expands] = replace(game, expansions=with_it)
    return packs, problems


def _is_ours(folder: Traversable) -> bool:
    """Not the words all share, nor the pack of a game that has a reader of its own."""
    return folder.name != COMMON and not folder.joinpath(OTHER_FRAME).is_file()


def _read_box(folder: Folder, common: Common) -> Pack | Expansion | None:
    is_game = folder.has("game.toml")
    known = GAME_FILES if is_game else EXPANSION_FILES
    for name in folder.names():
        if name not in known:
            folder.problem(name, "", "nobody reads this file; decks belong in decks/")
    return _read_game(folder, common) if is_game else _read_expansion(folder, common)


def _read_game(folder: Folder, common: Common) -> Pack | None:
    frame = folder.whole("game.toml", GameFrame)
    head, zombies = folder.records("zombies.toml", "zombies", Zombie, ZombiesHead)
    deck, spawns = folder.records("spawns.toml", "cards", SpawnCard, DeckFile)
    vehicles: tuple[Vehicle, ...] = ()
    if folder.has("vehicles.toml"):
        _, vehicles = folder.records("vehicles.toml", "vehicles", Vehicle, Nothing)
    if frame is None or head is None or deck is None:
        return None
    decks = {deck.deck.id: Deck(id=deck.deck.id, name=deck.deck.name, holds="spawns")}
    return Pack(
        **asdict(frame),
        **_read_contents(folder, decks),
        zombies=zombies,
        targets=head.targets,
        spawns=spawns,
        vehicles=vehicles,
        skills=common.skills_of(folder.name),
        terms=common.terms,
    )


def _read_expansion(folder: Folder, common: Common) -> Expansion | None:
    frame = folder.whole("expansion.toml", ExpansionFrame)
    campaign = folder.whole("campaign.toml", Campaign) if folder.has("campaign.toml") else None
    if frame is None:
        return None
    return Expansion(
        **asdict(frame),
        **_read_contents(folder, {}),
        campaign=campaign,
        skills=common.skills_of(frame.expands) | common.skills_of(frame.id),
    )


def _read_contents(folder: Folder, decks: dict[str, Deck]) -> dict[str, Any]:
    """Decks, equipment, survivors and missions: what games and expansions have alike."""
    head, equipment = folder.records("equipment.toml", "equipment", Equipment, EquipmentHead)
    found = (
        [Deck(id=one.id, name=one.name, holds="equipment") for one in head.decks] if head else []
    )
    for name in folder.names("decks"):
        file, cards = folder.records(f"decks/{name}", "cards", SpecialCard, DeckFile)
        if file is not None:
            if f"{file.deck.id}.toml" != name:
                folder.problem(
                    f"decks/{name}", "deck.id", f"is {file.deck.id!r}, not the file name"
                )
            head = file.deck
            found.append(
                Deck(id=head.id, name=head.name, holds="cards", drawn=head.drawn, cards=cards)
            )
    _, survivors = folder.records("survivors.toml", "survivors", PackSurvivor, Nothing)
    _, missions = folder.records("missions.toml", "missions", Mission, Nothing)
    return {
        "decks": decks | {deck.id: deck for deck in found},
        "equipment": equipment,
        "survivors": survivors,
        "missions": missions,
    }
