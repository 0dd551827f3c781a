"""The weapon of an attack: its printed values, its range, and the skills that count with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from rules.commands import Key
from rules.errors import IllegalCommand
from rules.mechanics.cards import named_card
from rules.mechanics.known_skills import has, number_of
from rules.packs.schema import Pack
from rules.packs.schema.cards import Equipment, Profile
from rules.packs.schema.people import Skill

if TYPE_CHECKING:
    from rules.mechanics.attacks.attack import AttackResolve


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


ALL_OUT_SKILL = "all-out-skill"


class Weapon(msgspec.Struct, frozen=True, kw_only=True):
    """The weapon of an attack: one card, two of one name, a vehicle, a skill, or typed values."""

    names: tuple[str, ...]
    dice: int
    accuracy: int
    damage: int
    all_out: int = 0
    ammo_dice: int = 0
    lent_dice: int = 0
    """Dice that two weapons give each other, on top of their own."""
    noisy: bool = False
    is_explosive: bool = False
    card: Equipment | None = None
    range: tuple[int, int] | None = None
    uses_skills: bool = True
    skill: str | None = None
    """The skill that stands in for a weapon."""

    @property
    def is_harmless(self) -> bool:
        """Return True if the weapon only holds or pushes and deals no damage."""
        return self.card is not None and self.damage == 0

    def effect_sum(self, do: str) -> int:
        """Return the sum of all effects of that name on the card."""
        effects = self.card.effects if self.card else ()
        return sum(effect.value or 1 for effect in effects if effect.do == do)

    def has(self, do: str) -> bool:
        return bool(self.effect_sum(do))


def weapon_of(pack: Pack, command: AttackResolve, skills: list[Skill]) -> Weapon:
    """Return the weapon with its printed values, before anything is added to them."""
    if (command.profile is None) == (not command.weapons):
        raise IllegalCommand("attack.weapon")
    if command.profile is not None:
        return _typed(command.profile)
    name = command.weapons[0]
    for vehicle in pack.vehicles:
        if vehicle.id == name:
            profile = _profile(vehicle.profiles, command.mode, vehicle.id)
            return _made(command.weapons, profile, uses_skills=False)
    for skill in skills:
        if skill.id == name and number_of(skill, "accuracy"):
            return _improvised(skill, command.mode)
    return _printed(pack, command, skills)


def _typed(profile: WeaponProfile) -> Weapon:
    return Weapon(
        names=(profile.name,),
        dice=profile.dice,
        accuracy=profile.accuracy,
        damage=profile.damage,
        all_out=profile.all_out,
        ammo_dice=profile.ammo_dice,
        noisy=profile.noisy,
        is_explosive=profile.explosive,
    )


def _improvised(skill: Skill, mode: Mode) -> Weapon:
    """Return the weapon of an attack without one, by a skill of that kind."""
    if skill.kind not in (None, mode):
        raise IllegalCommand("attack.no_profile", weapon=skill.id, mode=mode)
    return Weapon(
        skill=skill.id,
        names=(skill.id,),
        dice=number_of(skill, "dice"),
        accuracy=number_of(skill, "accuracy"),
        damage=number_of(skill, "damage"),
    )


def _printed(pack: Pack, command: AttackResolve, skills: list[Skill]) -> Weapon:
    cards = [named_card(pack, name) for name in command.weapons]
    first = cards[0]
    if len({card.id for card in cards}) > 1:
        raise IllegalCommand("attack.two_names")
    if len(cards) > 1 and not is_dual(first, command.mode, skills):
        raise IllegalCommand("attack.not_dual", weapon=first.id)
    profile = _profile(first.profiles, command.mode, first.id)
    weapon = _made(command.weapons, profile, card=first)
    return msgspec.structs.replace(
        weapon,
        dice=weapon.dice * len(cards),
        lent_dice=_each_other(cards),
        all_out=first.all_out * len(cards),
        ammo_dice=weapon.ammo_dice * len(cards),
    )


def is_dual(card: Equipment, mode: str, skills: list[Skill]) -> bool:
    """Return True if two of this weapon can be used at once."""
    return card.dual or any(mode in modes_of(skill.gives.get("dual")) for skill in skills)


def is_known(profile: Profile) -> bool:
    """Return True if all values of a profile are known."""
    return None not in (profile.dice, profile.accuracy, profile.damage)


def _profile(profiles: tuple[Profile, ...], mode: str, name: str) -> Profile:
    """Return the profile for this mode of attack; raise unless all its values are known."""
    for profile in profiles:
        if profile.mode == mode and is_known(profile):
            return profile
    raise IllegalCommand("attack.no_profile", weapon=name, mode=mode)


def _made(
    names: tuple[str, ...],
    profile: Profile,
    *,
    card: Equipment | None = None,
    uses_skills: bool = True,
) -> Weapon:
    assert profile.dice is not None
    assert profile.accuracy is not None
    assert profile.damage is not None
    return Weapon(
        names=names,
        dice=profile.dice,
        accuracy=profile.accuracy,
        damage=profile.damage,
        ammo_dice=profile.ammo_dice,
        noisy=bool(profile.noisy),
        is_explosive=card is not None and card.explosive,
        card=card,
        range=profile.range,
        uses_skills=uses_skills,
    )


def _each_other(cards: list[Equipment]) -> int:
    """Return the dice a pair gives itself; two daggers give each other one (BP, p. 32)."""
    if len(cards) == 1:
        return 0
    gifts = (effect for card in cards for effect in card.effects)
    return sum(effect.value or 1 for effect in gifts if effect.do == "bonus-die-other-weapon")


def counts(skill: Skill, weapon: Weapon, mode: Mode) -> bool:
    """Return True if a skill counts in this attack: of its kind, or about this very card."""
    if skill.family == ALL_OUT_SKILL or number_of(skill, "accuracy"):
        return False
    if skill.of and "hunts" not in skill.gives:
        return weapon.card is not None and weapon.card.id in skill.of
    kinds = {mode, *(("explosive",) if weapon.is_explosive else ())}
    if kinds & set(skill.never) or (skill.attacks and not kinds & set(skill.attacks)):
        return False
    return skill.kind in (None, "combat", mode)


def modes_of(value: object) -> tuple[object, ...]:
    """Return the kinds of attack a skill names."""
    return value if isinstance(value, tuple) else ()


def reach_of(weapon: Weapon, skills: list[Skill]) -> tuple[int, int] | None:
    """Return the shortest and longest range, or None; a skill may allow point-blank shots."""
    if weapon.range is None:
        return None
    nearest, furthest = weapon.range
    furthest += sum(number_of(skill, "max_range") for skill in skills)
    return 0 if has(skills, "ignores_min_range") else nearest, furthest


def check_range(weapon: Weapon, distance: int | None, skills: list[Skill]) -> None:
    reach = reach_of(weapon, skills)
    if distance is None or reach is None:
        return
    if not reach[0] <= distance <= reach[1]:
        raise IllegalCommand("attack.out_of_range", nearest=reach[0], furthest=reach[1])
