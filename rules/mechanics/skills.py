"""Skills: their use, their effects on others, and cards whose skills the players copy."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
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
from rules.offers import Offer, closed, offer, overruled
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
        for key, survivor in in_play(look, about):
            theirs = skills_of(look.before, key, look.pack)
            for skill in dict.fromkeys(theirs):
                use = offer(cls, survivor=key, skill=skill, **_whom(look, key, skill)).otherwise(
                    on=partial(_not_helped, look, key, skill),
                    later=IllegalCommand("skill.at_once", skill=skill),
                )
                error = refusal(look, key, skill)
                yield overruled(use, error) if error else use
            if (skill := about.get("skill", "")) not in theirs:
                other = UnknownId("skill.not_theirs", survivor=survivor.name, skill=skill)
                yield closed(cls, other, survivor=key)

    def play(self, play: Play) -> None:
        """Mark a skill as used in this turn; once a turn or round means once, unless overruled."""
        used = play.survivors[self.survivor].used
        play.change_survivor(self.survivor, used=(*used, self.skill))
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
            error = IllegalCommand("survivor.known", survivor=survivor.name)
            if not unknown:
                yield offer(cls, error, survivor=key)
            elif not any(about.get(level) for level in LEVELS):
                yield closed(cls, error, survivor=key)
            untold = {level: _skills(look) for level in unknown if getattr(now, level) is None}
            anew = [
                {level: replace(_skills(look), now=getattr(now, level) or msgspec.UNSET)}
                for level in unknown
            ]
            for levels in (*([untold] if untold else []), *anew):
                yield offer(cls, survivor=key, **levels).otherwise(
                    **{level: partial(_not_described, look, key, level) for level in LEVELS}
                )

    def play(self, play: Play) -> None:
        """Store the skills that a group has typed from an unknown card. Known levels stay."""
        printed = printed_tree(play, self.survivor)
        before = tree_of(play.before, play.pack, self.survivor)
        levels: dict[str, tuple[str, ...] | None] = {}
        for level in LEVELS:
            known, typed = getattr(printed, level), getattr(self, level)
            levels[level] = known if known is not None else typed or getattr(before, level)
        play.set(trees={**play.before.trees, self.survivor: SkillTree(**levels)})
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
    assert skill is not None
    if LENDS in skill.gives:
        lend_action(play, other, later=command.later)
    play.tell(when_skill_used_on, skill, other)
    if points := number_of(skill, "heal_points"):
        gain_points(play, command.survivor, points)


def _not_helped(look: Play, key: str, name: str, on: str) -> RuleError | None:
    """Return why a skill does not help a survivor, or None."""
    if away := apart(look, key, on):
        return away
    skill = look.pack.skills.get(name)
    if skill is None or not (number_of(skill, "heals") or LENDS in skill.gives):
        return IllegalCommand("skill.heals_nobody", skill=name)
    if look.survivor(on).status != "in_play":
        return None
    if LENDS in skill.gives and on == key:
        return IllegalCommand("skill.not_oneself", skill=name)
    return IllegalCommand("wound.none", survivor=look.survivors[on].name)


def _not_described(look: Play, key: str, level: DangerId, typed: Sequence[str]) -> RuleError | None:
    """Return why the skills of a level are not entered so, or None."""
    for skill in typed:
        if skill not in look.pack.skills:
            return UnknownId("skill.unknown", skill=skill)
    is_new = tuple(typed) != getattr(tree_of(look.before, look.pack, key), level)
    if is_new and level in unknown_levels(look, key):
        return None
    return IllegalCommand("survivor.known", survivor=look.survivors[key].name)


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
