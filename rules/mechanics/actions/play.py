"""How many actions a turn has, and what was spent of them."""

from collections.abc import Iterable

from rules.errors import IllegalCommand
from rules.mechanics.actions.commands import ActionSpend, ExtraActionUse
from rules.mechanics.actions.events import ActionsSpent, ExtraActionUsed
from rules.mechanics.skills.known import has, known_skills, number_of
from rules.packs.schema import Pack
from rules.packs.schema.people import Skill
from rules.play import Play
from rules.state import TableState

ACTIONS = 3  # at blue, in every game of the family
ANY_ACTION = "plus-1-action"
EXTRA = "extra-action"
LENT, LENT_LATER = "lent-action", "lent-later"
"""How an action that somebody else gave is remembered, for this turn or for the next one."""
DID = "did-"
"""How an action of another kind than an attack is remembered until the turn ends."""


def actions_of(state: TableState, survivor: str, pack: Pack) -> int:
    """Actions of this turn: three, one more for each skill that says so, and extra ones taken."""
    owned = known_skills(state, survivor, pack)
    more = sum(number_of(skill, "actions") for skill in owned if skill.family == ANY_ACTION)
    used = state.survivors[survivor].used
    return ACTIONS + more + used.count(EXTRA) + used.count(LENT)


def leaving_cost(state: TableState, survivor: str, zombies: int, pack: Pack) -> int:
    """One action to move, one more for each zombie in the zone left (Black Plague, p. 19)."""
    slips = has(known_skills(state, survivor, pack), "leaves_free")
    return 1 if slips else 1 + zombies


def did(play: Play, key: str, what: str) -> None:
    """Remember that somebody did something else than attack."""
    play.change_survivor(key, used=(*play.survivors[key].used, f"{DID}{what}"))


def spend(play: Play, key: str, what: str, count: int = 1) -> None:
    """So many actions for something; whoever has too few may have free ones that nobody counts."""
    did(play, key, what)
    _count(play, key, count)


def act(play: Play, key: str, helping: Iterable[Skill]) -> str | None:
    """One action of the turn; one that a skill gives for just this is taken first: which skill.

    Nobody has a turn outside of the players' phase: what is done there costs no action.
    """
    if play.before.phase != "players":
        return None
    used, free = play.survivors[key].used, [skill.id for skill in helping if gives_action(skill)]
    for name in free:
        if used.count(name) < free.count(name):
            play.change_survivor(key, used=(*used, name))
            return name
    _count(play, key, 1)
    return None


def gives_action(skill: Skill) -> bool:
    """Whether it gives an action of one kind, once a turn; an improvised weapon is one itself."""
    is_free = number_of(skill, "actions") or skill.gives.get("free_search")
    return bool(is_free) and skill.once == "turn" and not number_of(skill, "accuracy")


def _count(play: Play, key: str, count: int) -> None:
    survivor = play.survivors[key]
    most = max(actions_of(play.now, key, play.pack), survivor.actions_used)
    play.change_survivor(key, actions_used=min(survivor.actions_used + count, most))


def lend_action(play: Play, key: str, *, later: bool) -> None:
    """Somebody has one action more, in this turn or, where they have had it, in the next one."""
    tag = LENT_LATER if later else LENT
    play.change_survivor(key, used=(*play.survivors[key].used, tag))


def spend_actions(play: Play, command: ActionSpend) -> None:
    """Count actions down; free ones are not counted, so the players may overrule the limit."""
    key, survivor = command.survivor, play.in_play(command.survivor)
    cost = command.count
    if command.leaving:
        cost = leaving_cost(play.before, key, command.leaving, play.pack)
    used = survivor.actions_used + cost
    most = actions_of(play.before, key, play.pack)
    if used < 0 or cost == 0:
        raise IllegalCommand("action.unspent", survivor=survivor.name)
    if cost > 0 and used > most and not command.overrule:
        left = max(0, most - survivor.actions_used)
        raise IllegalCommand("action.none", survivor=survivor.name, needed=cost, left=left)
    play.change_survivor(key, actions_used=used)
    if command.leaving:
        did(play, key, "move")
    play.emit(ActionsSpent(survivor=key, count=cost, left=max(0, most - used)))


def use_extra_action(play: Play, command: ExtraActionUse) -> None:
    """Each once a mission, several a turn allowed (Washington Z.C., p. 14)."""
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


def begin_turns(play: Play) -> None:
    """A new round: everybody has all actions again."""
    for key, survivor in play.survivors.items():
        if survivor.actions_used or survivor.used:
            begin_turn(play, key)


def begin_turn(play: Play, key: str) -> None:
    """All actions again, and what works once a turn; actions given for it count now."""
    lent = (LENT,) * play.survivors[key].used.count(LENT_LATER)
    play.change_survivor(key, actions_used=0, used=lent)
