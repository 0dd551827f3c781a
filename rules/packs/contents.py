"""Contents of one box, complete or not: the input of the checks and of packs."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec import to_builtins
from msgspec.structs import asdict

from rules.packs.reading import Folder, Records
from rules.packs.schema.base import Slug, Term
from rules.packs.schema.cards import Deck, Equipment, SpawnCard, SpecialCard, Vehicle
from rules.packs.schema.files import (
    DeckFile,
    EquipmentHead,
    Nothing,
    SkillsHead,
    TermsFile,
    ZombiesHead,
)
from rules.packs.schema.maps import CommonMapFile, MapFile, MapKit, TokenKind
from rules.packs.schema.missions import Campaign, Mission
from rules.packs.schema.pack import Expansion, ExpansionFrame, GameFrame, Pack
from rules.packs.schema.people import PackSurvivor, SkillRecord, TargetOrder, Zombie
from rules.packs.skills import skills_by_id

GAME, EXPANSION = "game.toml", "expansion.toml"
CAMPAIGN, RULEBOOK = "campaign.toml", "rulebook.toml"
VEHICLES, SKILLS, MAP = "vehicles.toml", "skills.toml", "map.toml"
SHARED_FILES = {"equipment.toml", "survivors.toml", "missions.toml", SKILLS, RULEBOOK, MAP}
GAME_FILES = SHARED_FILES | {GAME, "zombies.toml", "spawns.toml", VEHICLES}
EXPANSION_FILES = SHARED_FILES | {EXPANSION, CAMPAIGN}


class Common(NamedTuple):
    """Words that all games share."""

    terms: Mapping[str, Term]
    kinds: Mapping[str, Term]
    """Texts for `{kind}` in the sentence of a skill."""
    on_maps: Mapping[str, TokenKind]
    """Token kinds on the maps of several games."""
    skills: Mapping[str, Mapping[str, Any] | None]
    """Skill records that several games share; None for what could not be read."""

    @classmethod
    def read(cls, folder: Folder) -> "Common":
        file = folder.whole("terms.toml", TermsFile)
        maps = folder.whole(MAP, CommonMapFile)
        skills = folder.records(SKILLS, "skills", SkillRecord, Nothing)
        for name, count in Counter(skill.id for skill in skills.rows).items():
            if count > 1:
                folder.problem(SKILLS, "skills", f"{name!r} stands there {count} times")
        return cls(
            file.terms if file else {},
            file.kinds if file else {},
            {kind.id: kind for kind in maps.kinds} if maps else {},
            {str(row.get("id")): None for row in skills.unread}
            | {skill.id: to_builtins(skill) for skill in skills.rows},
        )


class Contents(NamedTuple):
    """The files of one box."""

    is_game: bool
    frame: GameFrame | ExpansionFrame | None
    zombies: Records[Zombie]
    spawns: Records[SpawnCard]
    vehicles: Records[Vehicle]
    equipment: Records[Equipment]
    special: tuple[Records[SpecialCard], ...]
    """Files in `decks/`."""
    decks: dict[str, Deck]
    survivors: Records[PackSurvivor]
    missions: Records[Mission]
    skills: Records[SkillRecord]
    campaign: Campaign | None
    rulebook: dict[str, str]
    map: MapFile | None
    partial: frozenset[str]
    """Files that could not be read completely; nothing in them is counted."""

    @property
    def game_frame(self) -> GameFrame | None:
        return self.frame if isinstance(self.frame, GameFrame) else None

    @property
    def frame_file(self) -> str:
        return GAME if self.is_game else EXPANSION

    @property
    def frame_id(self) -> str:
        """Return the id given in the frame; empty without a frame."""
        if isinstance(self.frame, GameFrame):
            return self.frame.game
        return self.frame.id if self.frame else ""

    @property
    def targets(self) -> TargetOrder | None:
        return self.zombies.head.targets if self.zombies.head else None

    @property
    def own_kinds(self) -> Mapping[str, Term]:
        return self.skills.head.kinds if self.skills.head else {}


def read_contents(folder: Folder, common: Common) -> Contents:
    """Read all files of a box, of a game or of an expansion."""
    is_game = folder.has(GAME)
    for name in folder.names():
        if name not in (GAME_FILES if is_game else EXPANSION_FILES):
            folder.problem(name, "", "nobody reads this file; decks belong in decks/")
    frame: GameFrame | ExpansionFrame | None
    zombies: Records[Zombie] = Records(None, ())
    spawns: Records[SpawnCard] = Records(None, ())
    if is_game:
        frame = folder.whole(GAME, GameFrame)
        zombies = folder.records("zombies.toml", "zombies", Zombie, ZombiesHead)
        spawns = folder.records("spawns.toml", "cards", SpawnCard, DeckFile)
    else:
        frame = folder.whole(EXPANSION, ExpansionFrame)
    equipment = folder.records("equipment.toml", "equipment", Equipment, EquipmentHead)
    decks, special = _decks(folder, spawns, equipment)
    return Contents(
        is_game=is_game,
        frame=frame,
        zombies=zombies,
        spawns=spawns,
        vehicles=folder.records(VEHICLES, "vehicles", Vehicle, Nothing, optional=True),
        equipment=equipment,
        special=special,
        decks=decks,
        survivors=folder.records("survivors.toml", "survivors", PackSurvivor, Nothing),
        missions=folder.records("missions.toml", "missions", Mission, Nothing),
        skills=folder.records(
            SKILLS, "skills", SkillRecord, SkillsHead, optional=True, shared=common.skills
        ),
        campaign=folder.whole(CAMPAIGN, Campaign, optional=True),
        rulebook=folder.whole(RULEBOOK, dict[Slug, str], optional=True) or {},
        map=folder.whole(MAP, MapFile, optional=True),
        partial=frozenset(folder.partial),
    )


def _decks(
    folder: Folder, spawns: Records[SpawnCard], equipment: Records[Equipment]
) -> tuple[dict[str, Deck], tuple[Records[SpecialCard], ...]]:
    """Return the decks of a box in the order of numbering copies, and the special files."""
    decks: list[Deck] = []
    if spawns.head:
        head = spawns.head.deck
        decks.append(Deck(id=head.id, name=head.name, holds="spawns"))
    if equipment.head:
        for head in equipment.head.decks:
            decks.append(Deck(id=head.id, name=head.name, holds="equipment"))
    special = []
    for name in folder.names("decks"):
        file = f"decks/{name}"
        records = folder.records(file, "cards", SpecialCard, DeckFile)
        special.append(records)
        if records.head is None:
            continue
        head = records.head.deck
        if f"{head.id}.toml" != name:
            folder.problem(file, "deck.id", f"is {head.id!r}, not the file name")
        decks.append(
            Deck(id=head.id, name=head.name, holds="cards", drawn=head.drawn, cards=records.rows)
        )
    return {deck.id: deck for deck in decks}, tuple(special)


# --- packs and expansions ---


def made_pack(box: Contents, common: Common, expansions: dict[str, Expansion]) -> Pack | None:
    """Return the pack of a game; None if it could not be read completely."""
    frame, targets = box.game_frame, box.targets
    if box.partial or frame is None or targets is None:
        return None
    return Pack(
        **asdict(frame),
        **_shared(box),
        zombies=box.zombies.rows,
        targets=targets,
        spawns=box.spawns.rows,
        vehicles=box.vehicles.rows,
        skills=skills_by_id(box.skills.rows, {**common.kinds, **box.own_kinds}),
        terms=dict(common.terms),
        map=map_kit(box, common),
        expansions=expansions,
    )


def made_expansion(box: Contents, game: Contents, common: Common) -> Expansion | None:
    """Return an expansion; None if it could not be read completely.

    Its skills replace those of its game with the same id.
    """
    if box.partial or not isinstance(box.frame, ExpansionFrame):
        return None
    kinds = {**common.kinds, **game.own_kinds}
    return Expansion(
        **asdict(box.frame),
        **_shared(box),
        campaign=box.campaign,
        map=box.map,
        skills=skills_by_id(game.skills.rows, kinds)
        | skills_by_id(box.skills.rows, {**kinds, **box.own_kinds}),
    )


def map_kit(box: Contents, common: Common) -> MapKit:
    """Return the map kit of this game, without its expansions."""
    return MapKit(kinds=dict(common.on_maps)).with_file(box.map)


def _shared(box: Contents) -> dict[str, Any]:
    """Return the fields that games and expansions share."""
    return {
        "rulebook": box.rulebook,
        "decks": box.decks,
        "equipment": box.equipment.rows,
        "survivors": box.survivors.rows,
        "missions": box.missions.rows,
    }
