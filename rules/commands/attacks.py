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


class AttackResolve(BaseCommand, tag="attack.resolve", frozen=True):
    """One attack on a zone: what stands there and who else is there only the players see."""

    survivor: Key
    mode: Literal["melee", "ranged", "magic"]
    targets: Annotated[
        dict[Key, Annotated[int, msgspec.Meta(ge=0, le=100)]], msgspec.Meta(max_length=20)
    ]
    weapons: Annotated[tuple[Key, ...], msgspec.Meta(max_length=2)] = ()
    """One card, or two dual ones of one name, by card or copy id."""
    profile: WeaponProfile | None = None
    survivors_in_zone: Annotated[tuple[Key, ...], msgspec.Meta(max_length=12)] = ()
    """In the order in which the shooter lets them be hit."""
    assign: Annotated[tuple[Key, ...], msgspec.Meta(max_length=20)] = ()
    """Whom to hit first where the rules leave the choice."""
    all_out: bool = False
    ignore_breaks: bool = False
    """A skill or spare parts make the broken symbols count for nothing."""
    concentrate: Key | None = None
    lit: bool = False
    saved: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    """Stray hits that armour has stopped, as the players rolled it."""
    dice: Faces = ()
    """Normal dice, then those a six adds, then all-out dice."""
    ammo_dice: Faces = ()
    """What the ammo dice show; 0 is the empty symbol."""
