from collections.abc import Iterator

from rules.errors import IllegalCommand
from rules.fields import Number
from rules.mechanics.actions.commands import ActionSpend, ExtraActionUse
from rules.mechanics.actions.play import actions_of, leaving_cost
from rules.mechanics.looking import About, in_play
from rules.offers import Offer, offer, overruled
from rules.play import Play

MOST = 10
MOST_ZOMBIES = 100


def spendings(look: Play, about: About) -> Iterator[Offer]:
    """What is left; more only by insisting, as for a free action; and what was spent, back."""
    for key, survivor in in_play(look, about):
        left = actions_of(look.before, key, look.pack) - survivor.actions_used
        none = IllegalCommand("action.none", survivor=survivor.name, needed=1, left=max(0, left))
        if left > 0:
            count = Number(least=1, most=min(left, MOST), optional=True)
            yield offer(ActionSpend, survivor=key, count=count)
        else:
            yield overruled(offer(ActionSpend, survivor=key, count=1), none)
        if survivor.actions_used:
            back = Number(least=-min(survivor.actions_used, MOST), most=-1)
            yield offer(ActionSpend, survivor=key, count=back)
        yield from _leavings(look, key, left)


def _leavings(look: Play, key: str, left: int) -> Iterator[Offer]:
    """Out of a zone with so many zombies."""
    slips = leaving_cost(look.before, key, MOST_ZOMBIES, look.pack) == 1
    payable = 0 if left < 1 else MOST_ZOMBIES if slips else left - 1
    if payable:
        yield offer(ActionSpend, survivor=key, leaving=Number(least=1, most=payable))
    if payable < MOST_ZOMBIES:
        name, needed = look.survivors[key].name, payable + 2
        error = IllegalCommand("action.none", survivor=name, needed=needed, left=max(0, left))
        more = Number(least=payable + 1, most=MOST_ZOMBIES)
        yield overruled(offer(ActionSpend, survivor=key, leaving=more), error)


def extra_actions(look: Play, about: About) -> Iterator[Offer]:
    for key, survivor in in_play(look, about):
        if survivor.extra_actions > survivor.extra_actions_used:
            yield offer(ExtraActionUse, survivor=key)
