"""Skills that are used up, what they do for others, and cards whose skills the group types."""

from rules.errors import IllegalCommand, RuleError, UnknownId
from rules.mechanics.actions.play import lend_action
from rules.mechanics.danger.play import gain_points
from rules.mechanics.skills.commands import SkillUse, SurvivorDescribe
from rules.mechanics.skills.events import SkillUsed, SurvivorDescribed
from rules.mechanics.skills.known import number_of, skills_of, tree_of
from rules.packs.schema.base import DangerId
from rules.packs.schema.people import Skill, SkillTree
from rules.play import Play

LEVELS: tuple[DangerId, ...] = ("blue", "yellow", "orange", "red")
LENDS = "lends_action"
KILLED = "killed"
"""How it is remembered until the turn ends that somebody has killed."""
NEXT_TURN = "next"
"""The given action counts in the next turn of whoever got it; else it is used at once."""


def use_skill(play: Play, command: SkillUse) -> None:
    """Mark a skill as used in this turn; once a turn or round means once, unless overruled."""
    survivor = play.in_play(command.survivor)
    if command.skill not in skills_of(play.before, command.survivor, play.pack):
        raise UnknownId("skill.not_theirs", survivor=survivor.name, skill=command.skill)
    if not command.overrule and (error := refusal(play, command.survivor, command.skill)):
        raise error
    play.change_survivor(command.survivor, used=(*survivor.used, command.skill))
    play.emit(SkillUsed(survivor=command.survivor, skill=command.skill, on=command.on))
    if command.on is not None:
        _help(play, command)


def _help(play: Play, command: SkillUse) -> None:
    """What a skill does for somebody: heal, or give an action."""
    skill, other = play.pack.skills.get(command.skill), command.on
    assert other is not None
    if skill is None or not (number_of(skill, "heals") or LENDS in skill.gives):
        raise IllegalCommand("skill.heals_nobody", skill=command.skill)
    if command.later and skill.gives.get(LENDS) != NEXT_TURN:
        raise IllegalCommand("skill.at_once", skill=command.skill)
    if LENDS in skill.gives:
        play.in_play(other)
        if other == command.survivor:
            raise IllegalCommand("skill.not_oneself", skill=command.skill)
        lend_action(play, other, later=command.later)
    play.join_in("skill_used_on", skill, other)
    if points := number_of(skill, "heal_points"):
        gain_points(play, command.survivor, points)


def refusal(play: Play, key: str, skill: str) -> RuleError | None:
    """Why a skill cannot be used now; the players may know better."""
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
    """Whether a skill works once a turn or round and has worked, as often as they have it."""
    known = play.pack.skills.get(skill)
    is_once = known is not None and known.once in ("turn", "round")
    owned = skills_of(play.before, key, play.pack).count(skill)
    return is_once and play.survivors[key].used.count(skill) >= owned


def describe_survivor(play: Play, command: SurvivorDescribe) -> None:
    """The skills of a card we do not know, typed by the group. Known levels stay as they are."""
    survivor = play.survivor(command.survivor)
    printed = printed_tree(play, command.survivor)
    before = tree_of(play.before, play.pack, command.survivor)
    levels: dict[str, tuple[str, ...] | None] = {}
    for level in LEVELS:
        known, typed = getattr(printed, level), getattr(command, level)
        for skill in typed:
            if skill not in play.pack.skills:
                raise UnknownId("skill.unknown", skill=skill)
        if known is not None and typed and typed != known:
            raise IllegalCommand("survivor.known", survivor=survivor.name)
        levels[level] = known if known is not None else typed or getattr(before, level)
    tree = SkillTree(**levels)
    if tree == before:
        raise IllegalCommand("survivor.known", survivor=survivor.name)
    play.set(trees={**play.before.trees, command.survivor: tree})
    play.emit(SurvivorDescribed(survivor=command.survivor))


def unknown_levels(play: Play, key: str) -> list[DangerId]:
    """Levels of a survivor's card that nobody has told us; the players copy them."""
    printed = printed_tree(play, key)
    return [level for level in LEVELS if getattr(printed, level) is None]


def printed_tree(play: Play, key: str) -> SkillTree:
    """What the box prints on a survivor's card, as far as we know it."""
    return next(
        (survivor.skills for survivor in play.pack.survivors if survivor.id == key), SkillTree()
    )
