"""Armor and shields (Black Plague, p. 23)."""

import msgspec

from rules.chance import DIE
from rules.events import BaseEvent, EventPart
from rules.mechanic import mechanic
from rules.mechanics.cards import card_of
from rules.mechanics.inventory import in_hand
from rules.mechanics.known_skills import known_skills, number_of
from rules.packs.schema import Pack
from rules.packs.schema.base import Count, Face
from rules.play import Play


class ArmourRolled(BaseEvent, tag="armour.rolled", frozen=True, kw_only=True):
    survivor: str
    value: int
    faces: tuple[int, ...]
    rerolled: tuple[tuple[int, ...], ...]
    saved: int


class ArmourRoll(EventPart, frozen=True, kw_only=True):
    """An armor roll as part of a step."""

    value: int
    faces: tuple[int, ...]
    rerolled: tuple[tuple[int, ...], ...] = ()
    """Rolls that were given up."""
    saved: int


class Armour(msgspec.Struct, frozen=True, kw_only=True):
    """The values of an armor roll: the face needed, the bonus to each die, and the rerolls."""

    value: int
    bonus: int = 0
    rerolls: int = 0

    def saves(self, face: int) -> bool:
        return min(face + self.bonus, DIE) >= self.value


def is_in_box(pack: Pack) -> bool:
    """Return True if cards or skills of the box stop wounds with a roll."""
    by_skill = (skill.gives.get("armour") for skill in pack.skills.values())
    return any(card.armour for card in pack.equipment) or any(by_skill)


def armour_of(play: Play, key: str, *, lend_shield: bool = False) -> Armour | None:
    """Return the armor a survivor rolls: body armor, else a shield alone, else an iron hide.

    A shield beside body armor gives a reroll instead. With `lend_shield` the shield's value is used
    in place of the armor's, without that reroll.
    """
    worn = {slot: card_of(play.pack, copy) for slot, copy in play.survivors[key].inventory.items()}
    body = next(
        (card.armour for slot, card in worn.items() if card.kind == "armour" and "body" in slot),
        None,
    )
    held = (card_of(play.pack, copy) for copy in in_hand(play.before, key, play.pack))
    shield = next((card.armour for card in held if card.kind == "shield"), None)
    skills = known_skills(play.before, key, play.pack)
    hide = max((number_of(skill, "armour") for skill in skills), default=0)
    luck = sum(number_of(skill, "rerolls") for skill in skills if skill.once is None)
    bonus = max((number_of(skill, "armour_roll") for skill in skills), default=0)
    if body is not None and not (lend_shield and shield):
        return Armour(value=body, bonus=bonus, rerolls=luck + (shield is not None))
    if shield is not None:
        return Armour(value=shield, bonus=bonus if body else 0, rerolls=luck)
    if hide:
        return Armour(value=hide, rerolls=luck)
    return None


def save(
    play: Play, key: str, count: int, *, lend_shield: bool = False, rerolls: int = 0
) -> ArmourRoll | None:
    """Roll a die for each wound or hit; the last roll stands. Return None without armor."""
    armour = armour_of(play, key, lend_shield=lend_shield)
    if armour is None:
        return None
    rolls = [play.chance.roll(count) for _ in range(rerolls + 1)]
    stopped = sum(map(armour.saves, rolls[-1]))
    return ArmourRoll(
        value=armour.value, faces=rolls[-1], rerolled=tuple(rolls[:-1]), saved=stopped
    )


ARMOUR = mechanic(
    __name__,
    effects=("reroll-armour",),
    gives={"armour": Face, "armour_roll": Count},
)
