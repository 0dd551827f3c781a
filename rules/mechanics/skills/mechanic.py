from typing import Annotated, Literal

import msgspec

from rules.errors import IllegalCommand, UnknownId
from rules.fields import Field, Several
from rules.mechanic import Ask, Correction, Mechanic
from rules.mechanics.skills import commands, events, offers, play
from rules.mechanics.skills.known import tree_of
from rules.packs.schema.base import Count
from rules.play import Play

Names = Annotated[
    tuple[Annotated[str, msgspec.Meta(min_length=1, max_length=60)], ...],
    msgspec.Meta(max_length=20),
]


def _skills(look: Play, path: str) -> Field:
    return Several(values=tuple(look.pack.skills), most=20)


def _check_skills(look: Play, path: str, skills: tuple[str, ...]) -> None:
    for skill in skills:
        if skill not in look.pack.skills:
            raise UnknownId("skill.unknown", skill=skill)
    tree = tree_of(look.before, look.pack, path.split(".")[1])
    printed = (*(tree.orange or ()), *(tree.red or ())) if path.endswith("skills") else ()
    if any(skills.count(skill) > max(1, printed.count(skill)) for skill in skills):
        raise IllegalCommand("correct.value", path=path)


SKILLS = Mechanic(
    name="skills",
    asks=(
        Ask(commands.SkillUse, play.use_skill, offers.uses),
        Ask(commands.SurvivorDescribe, play.describe_survivor, offers.descriptions),
    ),
    events=(events.SkillUsed, events.SurvivorDescribed),
    effects=("grant-skill",),
    gives={
        "heal_points": Count,
        "heals": Count,
        play.LENDS: Literal["now", "next"],
        # Moved by hand: what skills say of it is for the players and for programs.
        "extra_zones": Count,
        "not_stopped": bool,
        "zones": tuple[Count, Count],
        # For the campaign, when it lays out a mission.
        "points": Count,
    },
    corrections={
        "survivors.*.skills": Correction(Names, _skills, _check_skills),
        "survivors.*.gifts": Correction(Names, _skills, _check_skills),
    },
)
