"""Packs that tables play with: a game joined with its expansions."""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from rules.errors import NoSuchGame, UnknownId
from rules.packs.loader import load_packs
from rules.packs.schema import Mission, Pack
from rules.packs.schema.own import OwnBox
from rules.packs.schema.pack import Expansion
from rules.packs.schema.people import TargetOrder

AnyRecord = TypeVar("AnyRecord")


@cache
def played_pack(game: str, expansions: tuple[str, ...] = ()) -> Pack:
    """Return the game's pack joined with those expansions; cached, always the same object."""
    if game not in load_packs():
        raise NoSuchGame("game.unknown", game=game)
    pack = load_packs()[game]
    for name in expansions:
        if name not in pack.expansions:
            raise UnknownId("expansion.unknown", expansion=name)
        pack = _expanded(pack, pack.expansions[name])
    return pack


def _expanded(pack: Pack, box: Expansion) -> Pack:
    """Return the pack with an expansion.

    Decks of the same id are replaced with all their cards; everything else is added.
    """
    stays = tuple(card for card in pack.equipment if not set(card.copies) & set(box.decks))
    return replace(
        pack,
        decks={**pack.decks, **box.decks},
        equipment=stays + box.equipment,
        survivors=pack.survivors + box.survivors,
        missions=pack.missions + box.missions,
        skills={**pack.skills, **box.skills},
        reminders=pack.reminders + box.reminders,
        companions=pack.companions + (box.campaign.companions if box.campaign else ()),
        map=pack.map.with_file(box.map),
    )


# --- with a box of the group's own ---


def pack_with(game: str, expansions: tuple[str, ...], own: OwnBox | None) -> Pack:
    """Return the pack of a table that plays with the group's own box; cached by content."""
    if own is None:
        return played_pack(game, expansions)
    return _pack_with(game, expansions, msgspec.json.encode(own))


@lru_cache(maxsize=64)
def _pack_with(game: str, expansions: tuple[str, ...], own: bytes) -> Pack:
    return joined(played_pack(game, expansions), msgspec.json.decode(own, type=OwnBox))


def joined(pack: Pack, own: OwnBox) -> Pack:
    """Return the pack with the group's own box.

    A record with the id of a printed one replaces it; everything else is added.
    """
    decks = {
        key: replace(deck, cards=_together(deck.cards, own.cards[key], "id"))
        if key in own.cards
        else deck
        for key, deck in pack.decks.items()
    }
    return replace(
        pack,
        decks=decks,
        spawns=_together(pack.spawns, own.spawns, "number"),
        equipment=_together(pack.equipment, own.equipment, "id"),
        survivors=_together(pack.survivors, own.survivors, "id"),
        zombies=_together(pack.zombies, own.zombies, "id"),
        targets=_ranked(pack.targets, own),
    )


def _together(
    printed: tuple[AnyRecord, ...], own: Iterable[AnyRecord], key: str
) -> tuple[AnyRecord, ...]:
    records = {getattr(record, key): record for record in printed}
    return tuple((records | {getattr(record, key): record for record in own}).values())


def _ranked(targets: TargetOrder, own: OwnBox) -> TargetOrder:
    order = tuple(
        (*rank, *(new for new, beside in own.ranks.items() if beside in rank))
        for rank in targets.order
    )
    return replace(targets, order=order)


OWN_MISSION = "own"
"""Prefix, in place of a box, of the key of a mission the group wrote."""


def own_title(key: str) -> str:
    """Return the title of a mission the group wrote; empty for a box's mission and free play."""
    box, _colon, title = key.partition(":")
    return title if box == OWN_MISSION else ""


@lru_cache(maxsize=1024)  # bounded: groups may use any number of names
def mission_of(game: str, key: str) -> Mission | None:
    """Return the mission `box:code` of a game or its expansions; None if there is none."""
    box, _colon, code = key.partition(":")
    pack = load_packs()[game]
    boxes = {pack.game: pack.missions} | {
        expansion.id: expansion.missions for expansion in pack.expansions.values()
    }
    return next((mission for mission in boxes.get(box, ()) if mission.code == code), None)


def mission_key(game: str, mission: Mission) -> str | None:
    """Return `box:code` of a mission; None if it is in no box of this game."""
    pack = load_packs()[game]
    boxes = {pack.game: pack.missions} | {
        expansion.id: expansion.missions for expansion in pack.expansions.values()
    }
    for box, missions in boxes.items():
        if mission in missions:
            return f"{box}:{mission.code}"
    return None
