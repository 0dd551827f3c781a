from typing import ClassVar

from rules.commands import Amount, BaseCommand, Key


class PointsAward(BaseCommand, tag="points.award", frozen=True):
    """Adrenaline or experience points for one survivor; a negative amount takes back."""

    in_play_only: ClassVar[bool] = True
    additive: ClassVar[bool] = True

    survivor: Key
    amount: Amount


class SkillChoose(BaseCommand, tag="skill.choose", frozen=True):
    """The answer to a pending choice at orange or red."""

    survivor: Key
    skill: Key
