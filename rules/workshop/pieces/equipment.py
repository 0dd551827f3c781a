"""Equipment cards: their kinds, profiles and decks."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from rules.packs.checks.cards import MODES
from rules.packs.checks.own import check_own_equipment
from rules.packs.schema import Pack
from rules.packs.schema.base import Face
from rules.packs.schema.cards import Doors, Equipment, Mode, Profile
from rules.packs.schema.own import MOST_COPIES
from rules.workshop.draft import (
    DraftKind,
    DraftRecord,
    Key,
    Piece,
    PieceSetting,
    Printed,
    Problem,
    Said,
    boxes_of,
    said_of,
    shared,
    unfilled,
    wordless,
)
from rules.workshop.pieces.effects import Effects, effect_problems, finished_effects

Few = Annotated[int, Meta(ge=0, le=20)]
Copies = Annotated[int, Meta(ge=1, le=MOST_COPIES)]
EquipmentKind = Literal[
    "melee",
    "ranged",
    "melee-ranged",
    "spell",
    "enchantment",
    "armour",
    "shield",
    "protection",
    "trap",
    "item",
]
ARMOUR = ("armour", "shield")
ROLLED = ("dice", "accuracy", "damage")


class DraftProfile(DraftRecord, frozen=True, kw_only=True):
    """One way to use a weapon."""

    mode: Mode = "melee"
    nearest: Few = 0
    furthest: Few = 0
    dice: Few | None = None
    accuracy: Face | None = None
    damage: Few | None = None
    noisy: bool = False
    ammo_dice: Few = 0
    automatic: bool = False
    kills_all: bool = False


class DraftEquipment(Piece, frozen=True, kw_only=True):
    """An equipment card."""

    name: Said = Said()
    kind: EquipmentKind = "item"
    copies: Annotated[dict[Key, Copies], Meta(max_length=6)] = {}
    slot: Literal["hand", "body", "backpack"] = "hand"
    profiles: Annotated[tuple[DraftProfile, ...], Meta(max_length=2)] = ()
    ammo: Key | None = None
    dual: bool = False
    reload: bool = False
    explosive: bool = False
    opens_doors: bool = False
    doors_noisy: bool = False
    doors_roll: Face | None = None
    armour: Face | None = None
    all_out: Few = 0
    upkeep: Few | None = None
    set_aside: bool = False
    dealt: bool = False
    noisy: bool = False
    effects: Effects = ()


def modes_of(kind: str) -> tuple[Mode, ...]:
    """Return the ways in which a card of that kind attacks."""
    order: tuple[Mode, ...] = ("melee", "ranged", "magic")
    return tuple(mode for mode in order if mode in MODES.get(kind, ()))


def _printed(pack: Pack) -> Iterator[Printed]:
    for box, contents in boxes_of(pack):
        for card in contents.equipment:
            yield Printed(card.id, box, card, is_open=bool(card.unknown))


def _copied(printed: Printed, key: str, languages: tuple[str, ...]) -> DraftEquipment:
    card = printed.record
    own = {
        "id": key,
        "name": said_of(card.name, languages),
        "profiles": tuple(_drafted(profile) for profile in card.profiles[:2]),
        "opens_doors": card.doors is not None,
        "doors_noisy": card.doors is not None and card.doors.noisy,
        "doors_roll": card.doors.roll if card.doors else None,
    }
    return DraftEquipment(**{**shared(card, DraftEquipment), **own})


def _drafted(profile: Profile) -> DraftProfile:
    own = {
        "nearest": profile.range_min,
        "furthest": profile.range_max,
        "noisy": bool(profile.noisy),
    }
    return DraftProfile(**{**shared(profile, DraftProfile), **own})


def _finished(draft: DraftEquipment, setting: PieceSetting) -> Equipment | None:
    """Return the card, or None without a name.

    Missing values are marked unknown, and so left to the players.
    """
    if not draft.name.in_language("en").strip():
        return None
    modes = modes_of(draft.kind)
    profiles = tuple(_profile(profile) for profile in draft.profiles if profile.mode in modes)
    unknown = {
        name
        for profile in profiles
        for name in ROLLED
        if getattr(profile, name) is None and name not in _not_asked(profile)
    }
    if {profile.mode for profile in profiles} != set(modes):
        unknown.add("profiles")
        profiles = ()
    doors = Doors(noisy=draft.doors_noisy, roll=draft.doors_roll)
    own = {
        "sure": "one source",
        "unknown": tuple(sorted(unknown)),
        "id": setting.final(draft.called),
        "name": draft.name.term,
        "copies": {deck: n for deck, n in draft.copies.items() if deck in setting.pack.decks},
        "profiles": profiles,
        "doors": doors if draft.opens_doors else None,
        "armour": draft.armour if draft.armour or draft.kind not in ARMOUR else 6,
        "effects": finished_effects(draft.effects, setting),
    }
    return Equipment(**{**shared(draft, Equipment), **own})


def _profile(draft: DraftProfile) -> Profile:
    reach = (draft.nearest, max(draft.nearest, draft.furthest))
    return Profile(**shared(draft, Profile), range=reach)


def _not_asked(profile: Profile | DraftProfile) -> tuple[str, ...]:
    """Return the values a profile does not need.

    An attack without a roll has neither dice nor accuracy, one that kills all no damage.
    """
    rolled = ("dice", "accuracy") if profile.automatic else ()
    return (*rolled, *(("damage",) if profile.kills_all else ()))


def _problems(draft: DraftEquipment, setting: PieceSetting) -> Iterator[Problem]:
    yield from wordless(draft.name, setting, "name")
    yield from unfilled(draft, setting.equipment)
    modes = modes_of(draft.kind)
    for mode in modes:
        profile = next((used for used in draft.profiles if used.mode == mode), DraftProfile())
        for name in ROLLED:
            if getattr(profile, name) is None and name not in _not_asked(profile):
                yield Problem(
                    code="equipment.value",
                    field=f"{mode}_{name}",
                    params={"value": name, "mode": mode},
                )
        if profile.furthest < profile.nearest:
            yield Problem(code="equipment.range", field=f"{mode}_furthest")
    if draft.kind in ARMOUR and draft.armour is None:
        yield Problem(code="equipment.armour", field="armour")
    if not draft.copies:
        yield Problem(code="equipment.deck", field="copies")
    for deck in draft.copies:
        if deck not in setting.pack.decks:
            yield Problem(code="deck.unknown", field="copies", params={"deck": deck})
    yield from effect_problems(draft.effects, setting)


EQUIPMENT = DraftKind(
    "equipment",
    "e",
    DraftEquipment,
    _printed,
    _copied,
    _finished,
    _problems,
    lambda record, draft, scope, known: check_own_equipment(record, scope, known),
)
