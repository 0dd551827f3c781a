"""The danger bar: points raise a survivor, the highest survivor sets the table's level."""

from rules.commands import PointsAward, SkillChoose
from rules.errors import IllegalCommand, UnknownId
from rules.events import ChoiceDue, DangerRaised, PointsGained, SkillGained
from rules.levels import danger_of
from rules.packs.schema import Pack
from rules.packs.schema.base import DangerId
from rules.packs.schema.people import SkillTree
from rules.play import Play
from rules.ruleset import Outcome
from rules.state import Pending, TableState

CHOSEN: tuple[DangerId, ...] = ("orange", "red")


def tree_of(pack: Pack, survivor: str) -> SkillTree:
    """The skills on a survivor's card; empty for one of the group's own."""
    for one in pack.survivors:
        if one.id == survivor:
            return one.skills
    return SkillTree()


def skills_of(state: TableState, survivor: str, pack: Pack) -> tuple[str, ...]:
    """What a survivor can do now: the level's own skills and the chosen ones."""
    one, tree = state.survivors[survivor], tree_of(pack, survivor)
    reached = {level.id for level in pack.danger if one.points >= level.points}
    own = tree.blue or ()
    if "yellow" in reached:
        own += tree.yellow or ()
    return own + one.skills


def gain_points(play: Play, key: str, amount: int) -> None:
    """Give points, raise the level, and ask for the skill that comes with it."""
    survivor = play.in_play(key) if amount > 0 else play.survivor(key)
    after = survivor.points + amount
    if after < 0:
        raise IllegalCommand("points.below_zero", survivor=survivor.name, points=survivor.points)
    if amount == 0:
        return
    play.change_survivor(key, points=after)
    play.emit(PointsGained(survivor=key, before=survivor.points, after=after))
    before_level, after_level = danger_of(survivor.points, play.pack), danger_of(after, play.pack)
    if amount < 0 or before_level == after_level:
        return
    play.emit(DangerRaised(survivor=key, before=before_level, after=after_level))
    for level in play.pack.danger:
        if level.id in CHOSEN and survivor.points < level.points <= after:
            ask_for_skill(play, key, level.id)


def ask_for_skill(play: Play, key: str, level: DangerId) -> None:
    """At orange one of two, at red one of three; asked once a level (Black Plague, p. 16)."""
    taken = play.survivors[key].skills
    options = skill_options(play.pack, key, level)
    if any(skill in taken for skill in options):
        return
    question = Pending(id=f"skill-{key}-{level}", what="skill", survivor=key, level=level)
    play.ask(question)
    play.emit(ChoiceDue(question=question.id, survivor=key))


def skill_options(pack: Pack, survivor: str, level: DangerId) -> tuple[str, ...]:
    """What the card offers at a level; empty when we do not know the card."""
    return getattr(tree_of(pack, survivor), level) or ()


def award_points(state: TableState, command: PointsAward, pack: Pack) -> Outcome:
    """Give points to one survivor; a bar never goes below zero."""
    if command.amount == 0:
        raise IllegalCommand("points.nothing")
    play = Play(state, pack)
    gain_points(play, command.survivor, command.amount)
    return play.outcome()


def choose_skill(state: TableState, command: SkillChoose, pack: Pack) -> Outcome:
    """Answer the oldest open choice of that survivor. A card we do not know offers any skill."""
    play = Play(state, pack)
    survivor = play.survivor(command.survivor)
    asked = [one for one in play.pending if one.survivor == command.survivor]
    if not asked:
        raise IllegalCommand("skill.not_due", survivor=survivor.name)
    if command.skill not in pack.skills:
        raise UnknownId("skill.unknown", skill=command.skill)
    if command.skill in survivor.skills:
        raise IllegalCommand("skill.twice", skill=command.skill)
    for question in asked:
        assert question.level is not None
        options = skill_options(pack, command.survivor, question.level)
        if not options or command.skill in options:
            play.answered(question.id)
            play.change_survivor(command.survivor, skills=(*survivor.skills, command.skill))
            play.emit(SkillGained(survivor=command.survivor, skill=command.skill))
            return play.outcome()
    raise IllegalCommand("skill.not_offered", skill=command.skill)
