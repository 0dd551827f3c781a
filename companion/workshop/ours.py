"""Offers of a person's packs to a table, and the records a table takes of them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from companion.people.models import Person
from companion.workshop.models import MISSION_KEY, HousePack, PackVersion
from companion.workshop.reading import Reading
from companion.workshop.selectors import agreed_packs
from rules import Pack
from rules.packs.schema import Mission
from rules.packs.schema.own import OwnBox
from rules.packs.schema.people import PackSurvivor
from rules.workshop import DraftMission
from rules.workshop.box import Wanted, brought, together
from rules.workshop.draft import MISSIONS
from rules.workshop.pieces import PIECES, DraftDeck

ALL = "all"
"""In place of a deck's id: the printed deck and every card of the pack that belongs into it."""


class OurPack(NamedTuple):
    """A pack in its newest version."""

    house: HousePack
    version: PackVersion
    reading: Reading


class OwnMission(NamedTuple):
    """A mission of a house pack that a table can be opened with."""

    key: str
    pack: HousePack
    version: PackVersion
    draft: DraftMission
    mission: Mission


class OurSurvivor(NamedTuple):
    """A survivor of a pack, as a table would have them."""

    key: str
    house: HousePack
    id: str
    survivor: PackSurvivor


class OurDeck(NamedTuple):
    """A way to put a deck together."""

    key: str
    """`<pack>:d1`, as an address and a program say it."""
    house: HousePack
    draft: DraftDeck

    @property
    def is_all(self) -> bool:
        return self.draft.id == ALL


class TakenRecords(NamedTuple):
    """Records a table takes of packs; they stay as they are from then on."""

    mission: Mission | None = None
    box: OwnBox | None = None
    left_out: frozenset[str] = frozenset()
    versions: tuple[PackVersion, ...] = ()
    """Versions of the packs it plays with, that of the mission first."""
    twice: str = ""
    """Number of a zombie card that two packs have, so that nobody could say which of them came."""


class Ours:
    """Every pack of a game that a person has agreed to have."""

    def __init__(self, packs: Iterable[OurPack] = ()) -> None:
        self.packs = list(packs)

    # --- what is offered ---

    @cached_property
    def missions(self) -> list[tuple[HousePack, list[OwnMission]]]:
        """Return the missions by pack; packs without a mission are left out."""
        rows = [
            (ours.house, [_own(ours, draft) for draft in ours.reading.content.shown()])
            for ours in self.packs
        ]
        return [(house, missions) for house, missions in rows if missions]

    def mission(self, key: str) -> OwnMission | None:
        """Return the mission of that key; None if it is not in one of these packs."""
        pack_id, _colon, name = key.removeprefix(MISSION_KEY).partition(":")
        if not key.startswith(MISSION_KEY):
            return None
        for ours in self.packs:
            draft = ours.reading.content.mission(name)
            if str(ours.house.pk) == pack_id and draft and not draft.binned:
                return _own(ours, draft)
        return None

    @cached_property
    def survivors(self) -> Mapping[str, OurSurvivor]:
        """Return the survivors by key at a table, without printed ones that were filled in."""
        people: dict[str, OurSurvivor] = {}
        for ours in self.packs:
            for piece in ours.reading.content.pieces("survivors"):
                made = PIECES["survivors"].finished(piece, ours.reading.at_table)
                if made is not None and not piece.fills:
                    people[made.id] = OurSurvivor(made.id, ours.house, piece.id, made)
        return people

    @cached_property
    def decks(self) -> Mapping[str, OurDeck]:
        """Return the packs' decks, and for every pack the printed decks with all of its cards."""
        decks: dict[str, OurDeck] = {}
        for ours in self.packs:
            drafts = [*_with_all(ours), *ours.reading.content.pieces("decks")]
            for draft in drafts:
                key = deck_key(ours.house, draft.id if draft.id != ALL else f"{ALL}-{draft.deck}")
                decks[key] = OurDeck(key, ours.house, draft)
        return decks

    def decks_for(self, deck: str) -> list[OurDeck]:
        return [our for our in self.decks.values() if our.draft.deck == deck]

    # --- what is taken ---

    def taken(
        self,
        pack: Pack,
        *,
        mission: OwnMission | None = None,
        survivors: Iterable[str] = (),
        decks: Iterable[str] = (),
    ) -> TakenRecords:
        """Return what a table with `pack` takes; copied printed cards are always included."""
        people = [self.survivors[key] for key in survivors if key in self.survivors]
        composed = [self.decks[key] for key in decks if key in self.decks]
        boxes, left_out, versions = [], set[str](), []
        for ours in self.packs:
            own = mission if mission and mission.pack == ours.house else None
            wanted = Wanted(
                survivors=tuple(person.id for person in people if person.house == ours.house),
                decks=tuple(our.draft for our in composed if our.house == ours.house),
                mission=own.draft if own else None,
            )
            content = ours.reading.content
            if own is None and not any(content.pieces(kind) for kind in PIECES if kind != MISSIONS):
                continue
            comes = brought(content, ours.reading.at_table, pack, wanted)
            boxes.append(comes.box)
            left_out |= comes.left_out
            if own or any(wanted[:2]):
                versions.append(ours.version)
        if mission:
            versions.sort(key=lambda version: version != mission.version)
        numbers = Counter(card.number for box in boxes for card in box.spawns)
        return TakenRecords(
            mission.mission if mission else None,
            together(boxes),
            frozenset(left_out),
            tuple(versions),
            next((number for number, count in numbers.items() if count > 1), ""),
        )

    def decks_of(self, mission: OwnMission | None) -> list[str]:
        """Return the decks that an own mission is played with."""
        if mission is None:
            return []
        keys = [deck_key(mission.pack, deck) for deck in mission.draft.decks]
        return [key for key in keys if key in self.decks]


def deck_key(house: HousePack, deck: str) -> str:
    return f"{house.pk}:{deck}"


def _own(ours: OurPack, draft: DraftMission) -> OwnMission:
    key = ours.house.mission_key(draft.id)
    return OwnMission(key, ours.house, ours.version, draft, ours.reading.played(draft))


def _with_all(ours: OurPack) -> list[DraftDeck]:
    """Return a deck for each printed one that the pack has cards for."""
    content = ours.reading.content
    decks: dict[str, Any] = {}
    if any(not card.fills for card in content.pieces("spawns")):
        decks["zombies"] = True
    for card in content.pieces("equipment"):
        decks |= dict.fromkeys(card.copies if not card.fills else ())
    for card in content.pieces("cards"):
        decks |= dict.fromkeys((card.deck,) if not card.fills else ())
    return [DraftDeck(id=ALL, deck=deck) for deck in decks]


def ours_in(pack: HousePack, version: PackVersion) -> Ours:
    """Return what one pack offers."""
    return Ours([OurPack(pack, version, Reading(pack, version.content))])


def ours_of(person: Person | None, game: str) -> Ours:
    """Return what a person can bring to a table of a game, in two queries."""
    return Ours(
        OurPack(share.pack, version, Reading(share.pack, version.content))
        for share, version in agreed_packs(person, game).items()
    )
