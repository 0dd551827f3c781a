from typing import Annotated

import msgspec

from rules.commands import BaseCommand, Key

Skills = Annotated[tuple[Key, ...], msgspec.Meta(max_length=4)]


class SkillUse(BaseCommand, tag="skill.use", frozen=True):
    """A skill that works once a turn or round has been used; `overrule` uses it again."""

    survivor: Key
    skill: Key
    on: Key | None = None
    """Whom it helps, where it helps somebody: who is healed, or gets an action."""
    later: bool = False
    """That one has had their turn: the action counts in the next."""
    overrule: bool = False


class SurvivorDescribe(BaseCommand, tag="survivor.describe", frozen=True):
    """The skills printed on a survivor's card, where we do not know them."""

    survivor: Key
    blue: Skills = ()
    yellow: Skills = ()
    orange: Skills = ()
    red: Skills = ()
