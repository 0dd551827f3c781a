from collections.abc import Iterator
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from rules.errors import RuleError
from rules.fields import Field, Flag, Number, Record, Text
from rules.mechanics.attacks.commands import AttackResolve, Mode, WeaponProfile
from rules.mechanics.attacks.play import Attack
from rules.mechanics.attacks.weapons import is_dual, is_known
from rules.mechanics.equipment.cards import card_of
from rules.mechanics.looking import About, in_play
from rules.mechanics.skills.known import known_skills, number_of
from rules.offers import Offer, offer
from rules.play import Play

TYPED = WeaponProfile(name="?", dice=1, accuracy=4, damage=1)
"""Stands for a weapon whose values the players read off the card."""
VARIED = ("all_out", "lit")
"""What the ways of one attack differ in."""


def attacks(look: Play, about: About) -> Iterator[Offer]:
    """With what a survivor has in hand, with any weapon of the box, or with typed values."""
    for key, _survivor in in_play(look, about):
        for mode, weapons in (*_carried(look, key), *_printed(look, key), *_without(look, key)):
            if about.get("weapons") in (None, weapons) and about.get("mode") in (None, mode):
                trial = AttackResolve(
                    id="00000000", seen=0, survivor=key, mode=mode, targets={}, weapons=weapons
                )
                yield from _offers(look, trial)
        if about.get("weapons") in (None, ()):
            yield from _typed(look, key)


def _offers(look: Play, trial: AttackResolve) -> Iterator[Offer]:
    for way in look.rules.attack.ways(look, trial):
        fixed = {"survivor": way.survivor, "mode": way.mode, "weapons": way.weapons}
        fixed |= {name: getattr(way, name) for name in VARIED}
        try:
            attack: Attack = look.rules.attack(look, way)
        except RuleError as error:
            yield offer(AttackResolve, error, **fixed)
            continue
        yield offer(AttackResolve, **fixed, **attack.fields())


def _carried(look: Play, key: str) -> Iterator[tuple[Mode, tuple[str, ...]]]:
    """Every way to attack with what lies in hands and on the body, alone or in pairs."""
    skills = known_skills(look.before, key, look.pack)
    copies = tuple(look.survivors[key].inventory.values())
    for copy in copies:
        for profile in card_of(look.pack, copy).profiles:
            if is_known(profile):
                yield profile.mode, (copy,)
    for pair in combinations(copies, 2):
        first, second = (card_of(look.pack, copy) for copy in pair)
        for profile in first.profiles if first.id == second.id else ():
            if is_known(profile) and is_dual(first, profile.mode, skills):
                yield profile.mode, pair


def _printed(look: Play, key: str) -> Iterator[tuple[Mode, tuple[str, ...]]]:
    """Every weapon of the box that they do not carry, alone or in pairs, for tables that keep their
    cards on paper."""
    skills = known_skills(look.before, key, look.pack)
    carried = {card_of(look.pack, copy).id for copy in look.survivors[key].inventory.values()}
    for card in look.pack.equipment:
        for profile in card.profiles if card.id not in carried else ():
            if is_known(profile):
                yield profile.mode, (card.id,)
                if is_dual(card, profile.mode, skills):
                    yield profile.mode, (card.id, card.id)
    for vehicle in look.pack.vehicles:
        yield from ((profile.mode, (vehicle.id,)) for profile in vehicle.profiles)


def _without(look: Play, key: str) -> Iterator[tuple[Mode, tuple[str, ...]]]:
    """Skills that need no weapon, in the kind of attack they name."""
    for skill in known_skills(look.before, key, look.pack):
        if number_of(skill, "accuracy"):
            yield "ranged" if skill.kind == "ranged" else "melee", (skill.id,)


def _typed(look: Play, key: str) -> Iterator[Offer]:
    modes = dict.fromkeys(
        profile.mode
        for card in look.pack.equipment
        for profile in card.profiles
        if profile.mode != "ram"
    )
    for mode in modes:
        trial = AttackResolve(
            id="00000000",
            seen=0,
            survivor=key,
            mode=mode,
            targets={},
            profile=replace(TYPED, all_out=1),
        )
        for way in look.rules.attack.ways(look, trial):
            fixed: dict[str, Any] = {"survivor": key, "mode": mode, "weapons": ()}
            fixed |= {name: getattr(way, name) for name in VARIED}
            try:
                attack = look.rules.attack(look, way)
            except RuleError as error:
                yield offer(AttackResolve, error, **fixed)
                continue
            profile = Record(fields=_profile(look, way))
            yield offer(AttackResolve, profile=profile, **fixed, **attack.fields())


def _profile(look: Play, way: AttackResolve) -> dict[str, Field]:
    """What a card prints in this box."""
    cards = look.pack.equipment
    fields: dict[str, Field] = {
        "name": Text(),
        "dice": Number(least=1, most=20),
        "accuracy": Number(least=1, most=6),
        "damage": Number(least=0, most=20),
        "noisy": Flag(),
        "explosive": Flag(),
    }
    if any(profile.ammo_dice for card in cards for profile in card.profiles):
        fields["ammo_dice"] = Number(least=0, most=20, optional=True)
    if way.all_out or any(card.all_out for card in cards):
        least = 1 if way.all_out else 0
        fields["all_out"] = Number(least=least, most=20, optional=not way.all_out)
    return fields
