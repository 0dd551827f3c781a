"""Actions of a turn, and the extra actions of a campaign sheet."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Annotated, Any, ClassVar

import msgspec

from rules.commands import BaseCommand, Key
from rules.errors import IllegalCommand
from rules.events import BaseEvent
from rules.fields import Number
from rules.mechanic import mechanic
from rules.mechanics.known_skills import has, known_skills, number_of
from rules.mechanics.looking import About, in_play, out_of_reach
from rules.mechanics.rounds import when_round_ends
from rules.offers import Offer, closed, offer, overruled
from rules.packs.schema import Pack
from rules.packs.schema.base import Count
from rules.packs.schema.people import Skill
from rules.play import Play
from rules.state import Survivor, TableState


class ActionsSpent(BaseEvent, tag="actions.spent", frozen=True, kw_only=True):
    survivor: str
    count: int
    left: int


class ExtraActionUsed(BaseEvent, tag="extra_action.used", frozen=True, kw_only=True):
    survivor: str
    left: int


class ActionSpend(BaseCommand, tag="action.spend", frozen=True):
    """Actions of this turn are spent; a negative count gives some back.

    `leaving` is the number of zombies in the zone that is left: each costs one action more.
    """

    in_play_only: ClassVar[bool] = True
    additive: ClassVar[bool] = True

    survivor: Key
    count: Annotated[int, msgspec.Meta(ge=-10, le=10)] = 1
    leaving: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    overrule: bool = False

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield the actions that can be spent, those that can be given back, and ways to leave.

        More than what is left is offered only with `overrule`, for example for a free action.
        """
        for key, survivor in in_play(look, about):
            left = actions_of(look.before, key, look.pack) - survivor.actions_used
            if left > 0:
                count = Number(least=1, most=min(left, MOST), optional=True)
                yield offer(cls, survivor=key, count=count)
            else:
                yield overruled(offer(cls, survivor=key, count=1), _none_left(survivor, left, 1))
            back = Number(least=-min(survivor.actions_used, MOST), most=-1)
            yield offer(cls, survivor=key, count=back).otherwise(
                count=partial(_not_so_many, survivor, left)
            )
            yield from _leavings(look, key, left, about.get("leaving"))

    def play(self, play: Play) -> None:
        """Spend or give back actions.

        Free actions are not counted, so the players may overrule the limit.
        """
        key, cost = self.survivor, self.count
        if self.leaving:
            cost = leaving_cost(play.before, key, self.leaving, play.pack)
        used = play.survivors[key].actions_used + cost
        most = actions_of(play.before, key, play.pack)
        play.change_survivor(key, actions_used=used)
        if self.leaving:
            did(play, key, "move")
        play.emit(ActionsSpent(survivor=key, count=cost, left=max(0, most - used)))


class ExtraActionUse(BaseCommand, tag="extra_action.use", frozen=True):
    """One of the extra actions of the campaign sheet, once a mission each."""

    in_play_only: ClassVar[bool] = True

    survivor: Key

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for key, survivor in in_play(look, about):
            if survivor.extra_actions > survivor.extra_actions_used:
                yield offer(cls, survivor=key)
            else:
                none = IllegalCommand("extra_action.none", survivor=survivor.name)
                yield closed(cls, none, survivor=key)

    def play(self, play: Play) -> None:
        """Use an extra action.

        Each works once a mission, several a turn allowed (Washington Z.C., p. 14).
        """
        survivor = play.survivors[self.survivor]
        left = survivor.extra_actions - survivor.extra_actions_used
        play.change_survivor(
            self.survivor,
            extra_actions_used=survivor.extra_actions_used + 1,
            used=(*survivor.used, EXTRA),
        )
        play.emit(ExtraActionUsed(survivor=self.survivor, left=left - 1))


ACTIONS_AT_BLUE = 3  # at blue, in every game of the family


ANY_ACTION = "plus-1-action"


EXTRA = "extra-action"


LENT, LENT_LATER = "lent-action", "lent-later"
"""Tags for an action that another survivor gave, for this turn or for the next one."""


DID = "did-"
"""Prefix of the tags for actions other than attacks, kept until the turn ends."""


def actions_of(state: TableState, survivor: str, pack: Pack) -> int:
    """Return the actions of this turn: three, one for each such skill, and extra or lent ones."""
    owned = known_skills(state, survivor, pack)
    more = sum(number_of(skill, "actions") for skill in owned if skill.family == ANY_ACTION)
    used = state.survivors[survivor].used
    return ACTIONS_AT_BLUE + more + used.count(EXTRA) + used.count(LENT)


def leaving_cost(state: TableState, survivor: str, zombies: int, pack: Pack) -> int:
    """Return one action, and one more for each zombie in the zone left (Black Plague, p. 19)."""
    slips = has(known_skills(state, survivor, pack), "leaves_free")
    return 1 if slips else 1 + zombies


def did(play: Play, key: str, what: str) -> None:
    """Remember that a survivor did something other than attack."""
    play.change_survivor(key, used=(*play.survivors[key].used, f"{DID}{what}"))


def spend(play: Play, key: str, what: str, count: int = 1) -> None:
    """Count `count` actions for something, at most those left: the rest may be free ones."""
    did(play, key, what)
    _count(play, key, count)


def act(play: Play, key: str, helping: Iterable[Skill]) -> str | None:
    """Spend one action, first one that a skill gives for just this; return that skill or None.

    Survivors have no turn outside of the players' phase: their actions then are free.
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
    """Return True if the skill gives an action of one kind, once a turn.

    An improvised weapon is an attack itself, so it gives none.
    """
    is_free = number_of(skill, "actions") or skill.gives.get("free_search")
    return bool(is_free) and skill.once == "turn" and not number_of(skill, "accuracy")


def _count(play: Play, key: str, count: int) -> None:
    survivor = play.survivors[key]
    most = max(actions_of(play.now, key, play.pack), survivor.actions_used)
    play.change_survivor(key, actions_used=min(survivor.actions_used + count, most))


def lend_action(play: Play, key: str, *, later: bool) -> None:
    """Give a survivor one action more, in this turn or, if it is over, in the next one."""
    tag = LENT_LATER if later else LENT
    play.change_survivor(key, used=(*play.survivors[key].used, tag))


def begin_turns(play: Play) -> None:
    """Give everybody all actions again, for a new round."""
    for key, survivor in play.survivors.items():
        if survivor.actions_used or survivor.used:
            begin_turn(play, key)


def begin_turn(play: Play, key: str) -> None:
    """Give back all actions and skills used this turn; actions lent for this turn count now."""
    lent = (LENT,) * play.survivors[key].used.count(LENT_LATER)
    play.change_survivor(key, actions_used=0, used=lent)


MOST = 10


MOST_ZOMBIES = 100


def _none_left(survivor: Survivor, left: int, needed: int) -> IllegalCommand:
    return IllegalCommand("action.none", survivor=survivor.name, needed=needed, left=max(0, left))


def _not_so_many(survivor: Survivor, left: int, count: int) -> IllegalCommand:
    """Return why so many actions are not spent or given back."""
    if count > 0:
        return _none_left(survivor, left, count)
    return IllegalCommand("action.unspent", survivor=survivor.name)


def _leavings(look: Play, key: str, left: int, zombies: Any) -> Iterator[Offer]:
    """Yield leaving a zone, by the number of zombies in it; a flying survivor leaves no zone.

    `zombies` is that number, if it is known already.
    """
    if error := out_of_reach(look, key):
        yield offer(ActionSpend, error, survivor=key, leaving=Number(least=1, most=MOST_ZOMBIES))
        return
    slips = leaving_cost(look.before, key, MOST_ZOMBIES, look.pack) == 1
    payable = 0 if left < 1 else MOST_ZOMBIES if slips else left - 1
    if payable:
        yield offer(ActionSpend, survivor=key, leaving=Number(least=1, most=payable))
    if payable < MOST_ZOMBIES:
        least = max(payable + 1, zombies if isinstance(zombies, int) else 0)
        error = _none_left(
            look.survivors[key], left, leaving_cost(look.before, key, least, look.pack)
        )
        more = Number(least=payable + 1, most=MOST_ZOMBIES)
        yield overruled(offer(ActionSpend, survivor=key, leaving=more), error)


Pool = Annotated[int, msgspec.Meta(ge=0, le=7)]


ACTIONS = mechanic(
    __name__,
    corrections={
        "survivors.*.actions_used": Annotated[int, msgspec.Meta(ge=0, le=999)],
        "survivors.*.extra_actions": Pool,
        "survivors.*.extra_actions_used": Pool,
    },
    gives={"actions": Count, "free_search": bool, "leaves_free": bool},
    joins=(when_round_ends.by(begin_turns),),
)
