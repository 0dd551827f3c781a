"""Skills: their use, their effects on others, and cards whose skills the players copy."""

from collections.abc import Callable, Iterator
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from rules.commands import BaseCommand, Key
from rules.errors import IllegalCommand, RuleError, UnknownId
from rules.events import BaseEvent
from rules.fields import Choice, Field, Flag, Several
from rules.mechanic import Correction, Hook, mechanic
from rules.mechanics.actions import lend_action
from rules.mechanics.danger import gain_points
from rules.mechanics.known_skills import number_of, skills_of, tree_of
from rules.mechanics.looking import About, apart, in_play, in_reach_of, others_in_reach, survivors
from rules.offers import Offer, offer, overruled
from rules.packs.schema.base import Count, DangerId
from rules.packs.schema.people import Skill, SkillTree
from rules.play import Play

when_skill_used_on = Hook[Callable[[Play, Skill, str], None]]()
"""Hook called when a skill was used for a survivor: `join(play, skill, survivor)`."""


class SkillUsed(BaseEvent, tag="skill.used", frozen=True, kw_only=True):
    survivor: str
    skill: str
    on: str | None = None
    """The survivor it helped."""


class SurvivorDescribed(BaseEvent, tag="survivor.described", frozen=True, kw_only=True):
    survivor: str


Skills = Annotated[tuple[Key, ...], msgspec.Meta(max_length=4)]


class SkillUse(BaseCommand, tag="skill.use", frozen=True):
    """A skill that works once a turn or round has been used; `overrule` uses it again."""

    survivor: Key
    skill: Key
    on: Key | None = None
    """The survivor it helps, if any: the one who is healed, or gets an action."""
    later: bool = False
    """True if that survivor has had their turn: the action counts in the next."""
    overrule: bool = False

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for key, _survivor in in_play(look, about):
            for skill in dict.fromkeys(skills_of(look.before, key, look.pack)):
                use = offer(cls, survivor=key, skill=skill, **_whom(look, key, skill))
                error = refusal(look, key, skill)
                yield overruled(use, error) if error else use

    def play(self, play: Play) -> None:
        """Mark a skill as used in this turn; once a turn or round means once, unless overruled."""
        survivor = play.in_play(self.survivor)
        if self.skill not in skills_of(play.before, self.survivor, play.pack):
            raise UnknownId("skill.not_theirs", survivor=survivor.name, skill=self.skill)
        if not self.overrule and (error := refusal(play, self.survivor, self.skill)):
            raise error
        play.change_survivor(self.survivor, used=(*survivor.used, self.skill))
        play.emit(SkillUsed(survivor=self.survivor, skill=self.skill, on=self.on))
        if self.on is not None:
            _help(play, self)


class SurvivorDescribe(BaseCommand, tag="survivor.describe", frozen=True):
    """The skills printed on a survivor's card are entered, where the app does not know them."""

    survivor: Key
    blue: Skills = ()
    yellow: Skills = ()
    orange: Skills = ()
    red: Skills = ()

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield the unknown levels of a card: all at once if not yet entered, or one anew."""
        for key, survivor in survivors(look, about):
            now = tree_of(look.before, look.pack, key)
            unknown = unknown_levels(look, key)
            if not unknown:
                error = IllegalCommand("survivor.known", survivor=survivor.name)
                yield offer(cls, error, survivor=key)
            untold = {level: _skills(look) for level in unknown if getattr(now, level) is None}
            if untold:
                yield offer(cls, survivor=key, **untold)
            for level in unknown:
                other = replace(_skills(look), now=getattr(now, level) or msgspec.UNSET)
                yield offer(cls, survivor=key, **{level: other})

    def play(self, play: Play) -> None:
        """Store the skills that a group has typed from an unknown card. Known levels stay."""
        survivor = play.survivor(self.survivor)
        printed = printed_tree(play, self.survivor)
        before = tree_of(play.before, play.pack, self.survivor)
        levels: dict[str, tuple[str, ...] | None] = {}
        for level in LEVELS:
            known, typed = getattr(printed, level), getattr(self, level)
            for skill in typed:
                if skill not in play.pack.skills:
                    raise UnknownId("skill.unknown", skill=skill)
            if known is not None and typed and typed != known:
                raise IllegalCommand("survivor.known", survivor=survivor.name)
            levels[level] = known if known is not None else typed or getattr(before, level)
        tree = SkillTree(**levels)
        if tree == before:
            raise IllegalCommand("survivor.known", survivor=survivor.name)
        play.set(trees={**play.before.trees, self.survivor: tree})
        play.emit(SurvivorDescribed(survivor=self.survivor))


LEVELS: tuple[DangerId, ...] = ("blue", "yellow", "orange", "red")


LENDS = "lends_action"


KILLED = "killed"
"""The tag of a survivor who has killed, until the turn ends."""


NEXT_TURN = "next"
"""The value for an action given for the next turn; otherwise it is used at once."""


def _help(play: Play, command: SkillUse) -> None:
    """Apply the effect of a skill on a survivor: heal, or give an action."""
    skill, other = play.pack.skills.get(command.skill), command.on
    assert other is not None
    if error := apart(play, command.survivor, other):
        raise error
    if skill is None or not (number_of(skill, "heals") or LENDS in skill.gives):
        raise IllegalCommand("skill.heals_nobody", skill=command.skill)
    if command.later and skill.gives.get(LENDS) != NEXT_TURN:
        raise IllegalCommand("skill.at_once", skill=command.skill)
    if LENDS in skill.gives:
        play.in_play(other)
        if other == command.survivor:
            raise IllegalCommand("skill.not_oneself", skill=command.skill)
        lend_action(play, other, later=command.later)
    play.tell(when_skill_used_on, skill, other)
    if points := number_of(skill, "heal_points"):
        gain_points(play, command.survivor, points)


def refusal(play: Play, key: str, skill: str) -> RuleError | None:
    """Return the reason why a skill cannot be used now, or None; the players may overrule it."""
    name = play.survivors[key].name
    if is_used_up(play, key, skill):
        return IllegalCommand("skill.used", survivor=name, skill=skill)
    known = play.pack.skills.get(skill)
    if known is not None and _is_early(play, key, known):
        return IllegalCommand("skill.no_kill", survivor=name, skill=skill)
    return None


def _is_early(play: Play, key: str, skill: Skill) -> bool:
    return skill.needs == "kill" and KILLED not in play.survivors[key].used


def is_used_up(play: Play, key: str, skill: str) -> bool:
    """Return True if a skill works once a turn or round and has been used as often as owned."""
    known = play.pack.skills.get(skill)
    is_once = known is not None and known.once in ("turn", "round")
    owned = skills_of(play.before, key, play.pack).count(skill)
    return is_once and play.survivors[key].used.count(skill) >= owned


def unknown_levels(play: Play, key: str) -> list[DangerId]:
    """Return levels of a survivor's card that the box does not know; the players copy them."""
    printed = printed_tree(play, key)
    return [level for level in LEVELS if getattr(printed, level) is None]


def printed_tree(play: Play, key: str) -> SkillTree:
    """Return the skills the box prints on a survivor's card, as far as they are known."""
    return next(
        (survivor.skills for survivor in play.pack.survivors if survivor.id == key), SkillTree()
    )


MOST_AT_A_LEVEL = 4


def _whom(look: Play, key: str, skill: str) -> dict[str, Field]:
    """Return the fields for survivors whom a skill can heal or give an action."""
    known = look.pack.skills.get(skill)
    if known is None:
        return {}
    whom: tuple[str, ...] = ()
    if number_of(known, "heals"):
        whom = tuple(other for other in in_reach_of(look, key) if look.survivors[other].wounds)
    elif LENDS in known.gives:
        whom = others_in_reach(look, key)
    fields: dict[str, Field] = {"on": Choice(values=whom, optional=True)} if whom else {}
    if whom and known.gives.get(LENDS) == NEXT_TURN:
        fields["later"] = Flag()
    return fields


def _skills(look: Play) -> Several:
    return Several(values=tuple(look.pack.skills), least=1, most=MOST_AT_A_LEVEL)


Names = Annotated[
    tuple[Annotated[str, msgspec.Meta(min_length=1, max_length=60)], ...],
    msgspec.Meta(max_length=20),
]


def _skills_field(look: Play, path: str) -> Field:
    return Several(values=tuple(look.pack.skills), most=20)


def _check_skills(look: Play, path: str, skills: tuple[str, ...]) -> None:
    for skill in skills:
        if skill not in look.pack.skills:
            raise UnknownId("skill.unknown", skill=skill)
    tree = tree_of(look.before, look.pack, path.split(".")[1])
    printed = (*(tree.orange or ()), *(tree.red or ())) if path.endswith("skills") else ()
    if any(skills.count(skill) > max(1, printed.count(skill)) for skill in skills):
        raise IllegalCommand("correct.value", path=path)


SKILLS = mechanic(
    __name__,
    effects=("grant-skill",),
    gives={
        "heal_points": Count,
        "heals": Count,
        LENDS: Literal["now", "next"],
        # For the campaign, when it sets up a mission.
        "points": Count,
    },
    corrections={
        "survivors.*.skills": Correction(Names, _skills_field, _check_skills),
        "survivors.*.gifts": Correction(Names, _skills_field, _check_skills),
    },
)
