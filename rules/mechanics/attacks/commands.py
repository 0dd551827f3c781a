from typing import Annotated, ClassVar, Literal

import msgspec

from rules.commands import BaseCommand, Faces, Key

Bonus = Annotated[int, msgspec.Meta(ge=-10, le=10)]
Targets = Annotated[
    dict[Key, Annotated[int, msgspec.Meta(ge=0, le=100)]], msgspec.Meta(max_length=20)
]
InZone = Annotated[tuple[Key, ...], msgspec.Meta(max_length=12)]
Mode = Literal["melee", "ranged", "magic", "ram"]


class WeaponProfile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A weapon as the players read it off the card, when the app does not know it."""

    name: Key
    dice: Annotated[int, msgspec.Meta(ge=1, le=20)]
    accuracy: Annotated[int, msgspec.Meta(ge=1, le=6)]
    damage: Annotated[int, msgspec.Meta(ge=0, le=20)]
    all_out: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    ammo_dice: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    noisy: bool = False
    explosive: bool = False


class AttackResolve(BaseCommand, tag="attack.resolve", frozen=True):
    """One attack on a zone: what stands there and who else is there only the players see."""

    in_play_only: ClassVar[bool] = True
    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("dice",)

    survivor: Key
    mode: Mode
    targets: Targets
    weapons: Annotated[tuple[Key, ...], msgspec.Meta(max_length=2)] = ()
    """One card, or two dual ones of one name, by card or copy id; or a vehicle, or a skill."""
    profile: WeaponProfile | None = None
    survivors_in_zone: InZone = ()
    """In the order in which the shooter lets them be hit."""
    assign: Annotated[tuple[Key, ...], msgspec.Meta(max_length=20)] = ()
    """Whom to hit where the rules leave the choice, a hit each; further ones fall as they come."""
    all_out: bool = False
    ignore_breaks: bool = False
    """A skill, a kit or spare parts make the broken symbols count for nothing, if any come up."""
    spare: Key | None = None
    """What pays for it: the skill, the kit, or the weapon given up; else the first there is."""
    concentrate: Key | None = None
    netted: bool = False
    """The target of a concentrated attack lies in a net, where only some of its kind do."""
    also: Annotated[tuple[Key, ...], msgspec.Meta(max_length=6)] = ()
    """Explosives that lie in the zone and are hit, or go off with what hits it."""
    second: bool = False
    """The other of two dual weapons, at another zone in the same action, by a skill."""
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
