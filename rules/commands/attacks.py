"""Attacks of survivors."""

from typing import Annotated, Literal

import msgspec

from rules.commands.base import BaseCommand, Faces, Key


class WeaponProfile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A weapon as the players read it off the card, when the app does not know it."""

    name: Key
    dice: Annotated[int, msgspec.Meta(ge=1, le=20)]
    accuracy: Annotated[int, msgspec.Meta(ge=1, le=6)]
    damage: Annotated[int, msgspec.Meta(ge=0, le=20)]
    all_out: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    ammo_dice: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    noisy: bool = False


Bonus = Annotated[int, msgspec.Meta(ge=-10, le=10)]


class AttackResolve(BaseCommand, tag="attack.resolve", frozen=True):
    """One attack on a zone: what stands there and who else is there only the players see."""

    survivor: Key
    mode: Literal["melee", "ranged", "magic", "ram"]
    targets: Annotated[
        dict[Key, Annotated[int, msgspec.Meta(ge=0, le=100)]], msgspec.Meta(max_length=20)
    ]
    weapons: Annotated[tuple[Key, ...], msgspec.Meta(max_length=2)] = ()
    """One card, or two dual ones of one name, by card or copy id; or a vehicle, or a skill."""
    profile: WeaponProfile | None = None
    survivors_in_zone: Annotated[tuple[Key, ...], msgspec.Meta(max_length=12)] = ()
    """In the order in which the shooter lets them be hit."""
    assign: Annotated[tuple[Key, ...], msgspec.Meta(max_length=20)] = ()
    """Whom to hit where the rules leave the choice, a hit each; further ones fall as they come."""
    all_out: bool = False
    ignore_breaks: bool = False
    """A skill or spare parts make the broken symbols count for nothing."""
    concentrate: Key | None = None
    lit: bool = False
    range: Annotated[int, msgspec.Meta(ge=0, le=12)] | None = None
    """How far the target is, where it matters."""
    rerolls: Annotated[tuple[Key, ...], msgspec.Meta(max_length=4)] = ()
    """Skills or carried cards that let all normal dice be rolled again, once each.

    To reroll what has been seen, undo the attack and send it again with its reroll: the first
    dice come up as they were.
    """
    bonus_dice: Bonus = 0
    bonus_roll: Bonus = 0
    bonus_damage: Bonus = 0
    """What the app does not know of, as the players say."""
    armour: bool = False
    """Whether stray hits are saved by rolling; else `saved` says how many were."""
    saved: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    """Stray hits that armour has stopped, as the players rolled it."""
    dice: Faces = ()
    """Normal dice, their rerolls, those a six adds, all-out dice, armour."""
    ammo_dice: Faces = ()
    """What the ammo dice show; 0 is the empty symbol."""


class BlastResolve(BaseCommand, tag="blast.resolve", frozen=True):
    """Something that reaches everybody in a zone goes off: molotov, dragon fire, explosives.

    Several explosives in one zone go off together and add their damage.
    """

    cards: Annotated[tuple[Key, ...], msgspec.Meta(min_length=1, max_length=6)]
    targets: Annotated[
        dict[Key, Annotated[int, msgspec.Meta(ge=0, le=100)]], msgspec.Meta(max_length=20)
    ]
    survivor: Key | None = None
    survivors_in_zone: Annotated[tuple[Key, ...], msgspec.Meta(max_length=12)] = ()


class BilePlace(BaseCommand, tag="bile.place", frozen=True):
    """A bile card from the hand puts its token on the board."""

    survivor: Key
    card: Key


class WeaponReload(BaseCommand, tag="weapon.reload", frozen=True):
    """One action reloads a weapon, or two of one name; some need a magazine card."""

    survivor: Key
    cards: Annotated[tuple[Key, ...], msgspec.Meta(min_length=1, max_length=2)]
    magazine: Key | None = None


class DoorOpen(BaseCommand, tag="door.open", frozen=True):
    """A door is forced with a card; some cards must roll for it."""

    survivor: Key
    card: Key
    dice: Faces = ()


class NoiseMake(BaseCommand, tag="noise.make", frozen=True):
    """Noise tokens by the players' word: a shout, a mission's rule."""

    count: Annotated[int, msgspec.Meta(ge=-20, le=20)] = 1
    survivor: Key | None = None
