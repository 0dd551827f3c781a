"""What happens to one survivor."""

from typing import Annotated, Literal

import msgspec

from rules.commands.base import Amount, BaseCommand, Faces, Key, Number

Skills = Annotated[tuple[Key, ...], msgspec.Meta(max_length=4)]


class PointsAward(BaseCommand, tag="points.award", frozen=True):
    """Adrenaline or experience points for one survivor; a negative amount takes back."""

    survivor: Key
    amount: Amount


class SkillChoose(BaseCommand, tag="skill.choose", frozen=True):
    """The answer to a pending choice at orange or red."""

    survivor: Key
    skill: Key


class SkillUse(BaseCommand, tag="skill.use", frozen=True):
    """A skill that works once a turn or round has been used; `overrule` uses it again."""

    survivor: Key
    skill: Key
    overrule: bool = False


class SurvivorDescribe(BaseCommand, tag="survivor.describe", frozen=True):
    """The skills printed on a survivor's card, where we do not know them."""

    survivor: Key
    blue: Skills = ()
    yellow: Skills = ()
    orange: Skills = ()
    red: Skills = ()


class ActionSpend(BaseCommand, tag="action.spend", frozen=True):
    """Actions of this turn are spent; a negative count gives some back.

    `leaving` is the number of zombies in the zone that is left: each costs one action more.
    """

    survivor: Key
    count: Annotated[int, msgspec.Meta(ge=-10, le=10)] = 1
    leaving: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    overrule: bool = False


class ExtraActionUse(BaseCommand, tag="extra_action.use", frozen=True):
    """One of the extra actions of the campaign sheet, once a mission each."""

    survivor: Key


class WoundTake(BaseCommand, tag="wound.take", frozen=True):
    survivor: Key
    count: Number = 1
    source: Literal["zombies", "friendly_fire", "other"] = "zombies"
    zombie: Key | None = None
    """Of which type: against some there is no armour."""
    armour: bool = False
    """Whether to roll for armour."""
    lend_shield: bool = False
    """Use the shield's value in place of the armour's; then it gives no reroll."""
    rerolls: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0
    """How often the whole armour roll is repeated, by shield or luck."""
    dice: Faces = ()


class WoundPlace(BaseCommand, tag="wound.place", frozen=True):
    """Where a wound takes the place of a card: which one."""

    survivor: Key
    card: Key


class WoundHeal(BaseCommand, tag="wound.heal", frozen=True):
    survivor: Key
    count: Number = 1


class SurvivorRescue(BaseCommand, tag="survivor.rescue", frozen=True):
    """Somebody picks an out-of-action survivor up."""

    survivor: Key
    by: Key | None = None


class SurvivorEscape(BaseCommand, tag="survivor.escape", frozen=True):
    """Left by the exit: safe, and no longer counted for the danger level."""

    survivor: Key
