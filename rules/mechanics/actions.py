"""Actions of a turn, what may be done once a turn, and the extra actions of a campaign sheet."""

from rules.commands import ActionSpend, ExtraActionUse, SkillUse
from rules.errors import IllegalCommand, UnknownId
from rules.events import ActionsSpent, ExtraActionUsed, SkillUsed
from rules.mechanics.skills import has, known_skills, number_of, skills_of
from rules.packs.schema import Pack
from rules.play import Play
from rules.ruleset import Outcome
from rules.state import TableState

ACTIONS = 3  # at blue, in every game of the family
ANY_ACTION = "plus-1-action"
EXTRA = "extra-action"


def actions_of(state: TableState, survivor: str, pack: Pack) -> int:
    """Actions of this turn: three, one more for each skill that says so, and extra ones taken."""
    owned = known_skills(state, survivor, pack)
    more = sum(number_of(skill, "actions") for skill in owned if skill.family == ANY_ACTION)
    return ACTIONS + more + state.survivors[survivor].used.count(EXTRA)


def leaving_cost(state: TableState, survivor: str, zombies: int, pack: Pack) -> int:
    """One action to move, one more for each zombie in the zone left (Black Plague, p. 19)."""
    slips = has(known_skills(state, survivor, pack), "leaves_free")
    return 1 if slips else 1 + zombies


def spend_actions(state: TableState, command: ActionSpend, pack: Pack) -> Outcome:
    """Count actions down; free ones are not counted, so the players may overrule the limit."""
    play = Play(state, pack)
    survivor = play.in_play(command.survivor)
    cost = command.count
    if command.leaving:
        cost = leaving_cost(state, command.survivor, command.leaving, pack)
    used = survivor.actions_used + cost
    most = actions_of(state, command.survivor, pack)
    if used < 0 or cost == 0:
        raise IllegalCommand("action.unspent", survivor=survivor.name)
    if used > most and not command.overrule:
        raise IllegalCommand(
            "action.none",
            survivor=survivor.name,
            needed=cost,
            left=max(0, most - survivor.actions_used),
        )
    play.change_survivor(command.survivor, actions_used=used)
    play.emit(ActionsSpent(survivor=command.survivor, count=cost, left=max(0, most - used)))
    return play.outcome()


def use_extra_action(state: TableState, command: ExtraActionUse, pack: Pack) -> Outcome:
    """Each once a mission, several a turn allowed (Washington Z.C., p. 14)."""
    play = Play(state, pack)
    survivor = play.in_play(command.survivor)
    left = survivor.extra_actions - survivor.extra_actions_used
    if not left:
        raise IllegalCommand("extra_action.none", survivor=survivor.name)
    play.change_survivor(
        command.survivor,
        extra_actions_used=survivor.extra_actions_used + 1,
        used=(*survivor.used, EXTRA),
    )
    play.emit(ExtraActionUsed(survivor=command.survivor, left=left - 1))
    return play.outcome()


def use_skill(state: TableState, command: SkillUse, pack: Pack) -> Outcome:
    """Mark a skill as used in this turn; once a turn or round means once, unless overruled."""
    play = Play(state, pack)
    survivor = play.in_play(command.survivor)
    if command.skill not in skills_of(state, command.survivor, pack):
        raise UnknownId("skill.not_theirs", survivor=survivor.name, skill=command.skill)
    known = pack.skills.get(command.skill)
    once = known is not None and known.once in ("turn", "round")
    if once and command.skill in survivor.used and not command.overrule:
        raise IllegalCommand("skill.used", survivor=survivor.name, skill=command.skill)
    play.change_survivor(command.survivor, used=(*survivor.used, command.skill))
    play.emit(SkillUsed(survivor=command.survivor, skill=command.skill))
    return play.outcome()


def begin_turns(play: Play) -> None:
    """A new round: everybody has all actions again."""
    for key, survivor in play.survivors.items():
        if survivor.actions_used or survivor.used:
            play.change_survivor(key, actions_used=0, used=())
