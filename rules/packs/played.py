"""The pack a table plays with: a game and the boxes that expand it, as one."""

from functools import cache, lru_cache

from msgspec.structs import replace

from rules.errors import NoSuchGame, UnknownId
from rules.packs.loader import load_packs
from rules.packs.schema import Mission, Pack
from rules.packs.schema.pack import Expansion


@cache
def played_pack(game: str, expansions: tuple[str, ...] = ()) -> Pack:
    """The game's pack with those expansions in it, the same object every time."""
    if game not in load_packs():
        raise NoSuchGame("game.unknown", game=game)
    pack = load_packs()[game]
    for name in expansions:
        if name not in pack.expansions:
            raise UnknownId("expansion.unknown", expansion=name)
        pack = _expanded(pack, pack.expansions[name])
    return pack


def _expanded(pack: Pack, box: Expansion) -> Pack:
    """Decks of the same id are replaced with all their cards; everything else is added."""
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


OWN_MISSION = "own"
"""In place of a box: the group calls the mission so, and no pack knows it."""


def own_title(key: str) -> str:
    """What a group calls a mission of its own; empty for one of a box and in free play."""
    box, _colon, title = key.partition(":")
    return title if box == OWN_MISSION else ""


@lru_cache(maxsize=1024)  # what groups call missions of their own is without end
def mission_of(game: str, key: str) -> Mission | None:
    """The mission `box:code` of a game or of a box that expands it; None for free play."""
    box, _colon, code = key.partition(":")
    pack = load_packs()[game]
    boxes = {pack.game: pack.missions} | {
        expansion.id: expansion.missions for expansion in pack.expansions.values()
    }
    return next((mission for mission in boxes.get(box, ()) if mission.code == code), None)


def mission_key(game: str, mission: Mission) -> str | None:
    """`box:code` of a mission; None for one of no box of this game."""
    pack = load_packs()[game]
    boxes = {pack.game: pack.missions} | {
        expansion.id: expansion.missions for expansion in pack.expansions.values()
    }
    for box, missions in boxes.items():
        if mission in missions:
            return f"{box}:{mission.code}"
    return None
