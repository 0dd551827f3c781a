"""What happens to one survivor."""

from typing import Literal

from rules.commands.base import Amount, BaseCommand, Key, Number


class PointsAward(BaseCommand, tag="points.award", frozen=True):
    """Adrenaline or experience points for one survivor; a negative amount takes back."""

    survivor: Key
    amount: Amount


class SkillChoose(BaseCommand, tag="skill.choose", frozen=True):
    """The answer to a pending choice at orange or red."""

    survivor: Key
    skill: Key


class WoundTake(BaseCommand, tag="wound.take", frozen=True):
    survivor: Key
    count: Number = 1
    source: Literal["zombies", "friendly_fire", "other"] = "zombies"


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
