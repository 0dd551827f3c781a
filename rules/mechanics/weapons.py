"""What an attack is made with: the printed values, and what skills add to them."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from rules.commands import AttackResolve, WeaponProfile
from rules.errors import IllegalCommand, UnknownId
from rules.packs.schema import Pack
from rules.packs.schema.cards import Equipment
from rules.packs.schema.people import Skill

Mode = Literal["melee", "ranged", "magic"]


class Weapon(msgspec.Struct, frozen=True, kw_only=True):
    """What is attacked with: one card, two of one name, or a profile the players typed."""

    names: tuple[str, ...]
    dice: int
    accuracy: int
    damage: int
    all_out: int
    ammo_dice: int
    effects: frozenset[str] = frozenset()


def weapon_of(pack: Pack, command: AttackResolve, skills: Iterable[Skill]) -> Weapon:
    """The printed values, with what skills add to them."""
    if (command.profile is None) == (not command.weapons):
        raise IllegalCommand("attack.weapon")
    if command.profile is not None:
        base = _typed(command.profile)
    else:
        base = _printed(pack, command, skills)
    dice, damage = base.dice, base.damage
    count = max(1, len(command.weapons))
    for skill in skills:
        if not helps(skill, command.mode):
            continue
        dice += count * number_of(skill, "dice")
        damage += number_of(skill, "damage")
        damage = max(damage, number_of(skill, "damage_at_least"))
        if command.mode == "melee":
            damage = max(damage, number_of(skill, "melee_damage"))
        if skill.gives.get("dice_from") == "zombies":
            dice = max(dice, count * sum(command.targets.values()))
    return msgspec.structs.replace(base, dice=dice, damage=damage)


def number_of(skill: Skill, name: str) -> int:
    """A number the skill gives; 0 when it does not."""
    value = skill.gives.get(name, 0)
    return value if isinstance(value, int) else 0


def helps(skill: Skill, mode: Mode) -> bool:
    """A skill for this kind of attack; those about one card or only for all-out are not."""
    if skill.of or skill.family.startswith("all-out"):
        return False
    return skill.kind in (None, "combat", mode)


def _typed(profile: WeaponProfile) -> Weapon:
    return Weapon(
        names=(profile.name,),
        dice=profile.dice,
        accuracy=profile.accuracy,
        damage=profile.damage,
        all_out=profile.all_out,
        ammo_dice=profile.ammo_dice,
    )


def _printed(pack: Pack, command: AttackResolve, skills: Iterable[Skill]) -> Weapon:
    cards = [equipment(pack, name) for name in command.weapons]
    first = cards[0]
    if len({card.id for card in cards}) > 1:
        raise IllegalCommand("attack.two_names")
    granted = any(command.mode in modes_of(skill.gives.get("dual")) for skill in skills)
    if len(cards) > 1 and not first.dual and not granted:
        raise IllegalCommand("attack.not_dual", weapon=first.id)
    for profile in first.profiles:
        if profile.mode == command.mode and None not in (
            profile.dice,
            profile.accuracy,
            profile.damage,
        ):
            assert profile.dice is not None
            assert profile.accuracy is not None
            assert profile.damage is not None
            return Weapon(
                names=command.weapons,
                dice=profile.dice * len(cards) + _each_other(cards),
                accuracy=profile.accuracy,
                damage=profile.damage,
                all_out=first.all_out * len(cards),
                ammo_dice=profile.ammo_dice * len(cards),
                effects=frozenset(effect.do for effect in first.effects),
            )
    raise IllegalCommand("attack.no_profile", weapon=first.id, mode=command.mode)


def _each_other(cards: list[Equipment]) -> int:
    """A dagger gives the weapon in the other hand a die; two give each other one (BP, p. 32)."""
    if len(cards) == 1:
        return 0
    gifts = (effect for card in cards for effect in card.effects)
    return sum(effect.value or 1 for effect in gifts if effect.do == "bonus-die-other-weapon")


def modes_of(value: object) -> tuple[object, ...]:
    """The kinds of attack a skill names."""
    return value if isinstance(value, tuple) else ()


def equipment(pack: Pack, name: str) -> Equipment:
    """The card a card id or copy id names."""
    for card in pack.equipment:
        if card.id in (name, name.rpartition("-")[0]):
            return card
    raise UnknownId("weapon.unknown", weapon=name)
