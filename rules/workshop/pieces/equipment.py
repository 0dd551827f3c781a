"""Equipment cards: their kinds, profiles and decks."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from rules.packs.checks.cards import MODES
from rules.packs.checks.own import check_own_equipment
from rules.packs.checks.scope import Problem, Scope
from rules.packs.schema import Pack
from rules.packs.schema.base import Face, Term
from rules.packs.schema.cards import Doors, Equipment, Mode, Profile
from rules.packs.schema.own import MOST_COPIES
from rules.packs.vocabulary import Vocabulary
from rules.workshop.draft import Key, Record, Said
from rules.workshop.pieces.base import (
    Kind,
    Piece,
    PieceProblem,
    Printed,
    Setting,
    boxes_of,
    said_of,
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


class DraftProfile(Record, frozen=True, kw_only=True):
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


def _copied(card: Equipment, key: str, languages: tuple[str, ...]) -> DraftEquipment:
    doors = card.doors
    return DraftEquipment(
        id=key,
        name=said_of(card.name, languages),
        kind=card.kind,
        copies=dict(card.copies),
        slot=card.slot,
        profiles=tuple(_drafted(profile) for profile in card.profiles[:2]),
        ammo=card.ammo,
        dual=card.dual,
        reload=card.reload,
        explosive=card.explosive,
        opens_doors=doors is not None,
        doors_noisy=doors is not None and doors.noisy,
        doors_roll=doors.roll if doors else None,
        armour=card.armour,
        all_out=card.all_out,
        upkeep=card.upkeep,
        set_aside=card.set_aside,
        dealt=card.dealt,
        noisy=card.noisy,
        effects=card.effects,
    )


def _drafted(profile: Profile) -> DraftProfile:
    return DraftProfile(
        mode=profile.mode,
        nearest=profile.range_min,
        furthest=profile.range_max,
        dice=profile.dice,
        accuracy=profile.accuracy,
        damage=profile.damage,
        noisy=bool(profile.noisy),
        ammo_dice=profile.ammo_dice,
        automatic=profile.automatic,
        kills_all=profile.kills_all,
    )


def _finished(draft: DraftEquipment, setting: Setting) -> Equipment | None:
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
        for name in ("dice", "accuracy", "damage")
        if getattr(profile, name) is None and name not in _not_asked(profile)
    }
    if {profile.mode for profile in profiles} != set(modes):
        unknown.add("profiles")
        profiles = ()
    armour = draft.armour if draft.armour or draft.kind not in ARMOUR else 6
    return Equipment(
        sure="one source",
        unknown=tuple(sorted(unknown)),
        id=setting.final(draft.called),
        name=Term(es=draft.name.in_language("es"), en=draft.name.in_language("en")),
        kind=draft.kind,
        copies={deck: n for deck, n in draft.copies.items() if deck in setting.pack.decks},
        slot=draft.slot,
        profiles=profiles,
        ammo=draft.ammo,
        dual=draft.dual,
        reload=draft.reload,
        explosive=draft.explosive,
        doors=Doors(noisy=draft.doors_noisy, roll=draft.doors_roll) if draft.opens_doors else None,
        armour=armour,
        all_out=draft.all_out,
        upkeep=draft.upkeep,
        set_aside=draft.set_aside,
        dealt=draft.dealt,
        noisy=draft.noisy,
        effects=finished_effects(draft.effects, setting),
    )


def _profile(draft: DraftProfile) -> Profile:
    return Profile(
        mode=draft.mode,
        range=(draft.nearest, max(draft.nearest, draft.furthest)),
        dice=draft.dice,
        accuracy=draft.accuracy,
        damage=draft.damage,
        noisy=draft.noisy,
        ammo_dice=draft.ammo_dice,
        automatic=draft.automatic,
        kills_all=draft.kills_all,
    )


def _not_asked(profile: Profile | DraftProfile) -> tuple[str, ...]:
    """Return the values a profile does not need.

    An attack without a roll has neither dice nor accuracy, one that kills all no damage.
    """
    rolled = ("dice", "accuracy") if profile.automatic else ()
    return (*rolled, *(("damage",) if profile.kills_all else ()))


def _problems(draft: DraftEquipment, setting: Setting) -> Iterator[PieceProblem]:
    yield from wordless(draft.name, setting, "name")
    if draft.fills and draft.fills not in setting.equipment:
        yield PieceProblem(code="piece.fills", params={"name": draft.fills})
    modes = modes_of(draft.kind)
    for mode in modes:
        profile = next((used for used in draft.profiles if used.mode == mode), DraftProfile())
        for name in ("dice", "accuracy", "damage"):
            if getattr(profile, name) is None and name not in _not_asked(profile):
                yield PieceProblem(
                    code="equipment.value",
                    field=f"{mode}_{name}",
                    params={"value": name, "mode": mode},
                )
        if profile.furthest < profile.nearest:
            yield PieceProblem(code="equipment.range", field=f"{mode}_furthest")
    if draft.kind in ARMOUR and draft.armour is None:
        yield PieceProblem(code="equipment.armour", field="armour")
    if not draft.copies:
        yield PieceProblem(code="equipment.deck", field="copies")
    for deck in draft.copies:
        if deck not in setting.pack.decks:
            yield PieceProblem(code="deck.unknown", field="copies", params={"deck": deck})
    yield from effect_problems(draft.effects, setting)


def _checked(
    card: Equipment, draft: DraftEquipment, scope: Scope, known: Vocabulary
) -> Iterator[Problem]:
    return check_own_equipment(card, scope, known)


EQUIPMENT = Kind(
    "equipment", "e", DraftEquipment, _printed, _copied, _finished, _problems, _checked
)
