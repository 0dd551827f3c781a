"""Skills that are used up, and cards whose skills the group types."""

from rules.errors import IllegalCommand, UnknownId
from rules.mechanics.skills.commands import SkillUse, SurvivorDescribe
from rules.mechanics.skills.events import SkillUsed, SurvivorDescribed
from rules.mechanics.skills.known import skills_of, tree_of
from rules.packs.schema.people import SkillTree
from rules.play import Play

LEVELS = ("blue", "yellow", "orange", "red")


def use_skill(play: Play, command: SkillUse) -> None:
    """Mark a skill as used in this turn; once a turn or round means once, unless overruled."""
    survivor = play.in_play(command.survivor)
    if command.skill not in skills_of(play.before, command.survivor, play.pack):
        raise UnknownId("skill.not_theirs", survivor=survivor.name, skill=command.skill)
    if is_used_up(play, command.survivor, command.skill) and not command.overrule:
        raise IllegalCommand("skill.used", survivor=survivor.name, skill=command.skill)
    play.change_survivor(command.survivor, used=(*survivor.used, command.skill))
    play.emit(SkillUsed(survivor=command.survivor, skill=command.skill))
    if command.on is not None:
        play.join_in("skill_used_on", play.pack.skills[command.skill], command.on)


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


def printed_tree(play: Play, key: str) -> SkillTree:
    """What the box prints on a survivor's card, as far as we know it."""
    return next((each.skills for each in play.pack.survivors if each.id == key), SkillTree())
