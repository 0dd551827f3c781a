from collections.abc import Iterator

from rules.fields import Number
from rules.mechanics.looking import About, on_board
from rules.mechanics.supply.commands import SupplyAdd, ZombiesAdd, ZombiesRemove
from rules.mechanics.supply.play import reserve
from rules.offers import Offer, offer
from rules.play import Play

MOST = 100


def additions(look: Play, about: About) -> Iterator[Offer]:
    for kind in look.pack.zombies:
        if left := reserve(look, kind.id):
            count = Number(least=1, most=min(left, MOST), optional=True)
            yield offer(ZombiesAdd, zombie=kind.id, count=count)


def removals(look: Play, about: About) -> Iterator[Offer]:
    for zombie, there in on_board(look).items():
        count = Number(least=1, most=min(there, MOST), optional=True)
        yield offer(ZombiesRemove, zombie=zombie, count=count)


def other_boxes(look: Play, about: About) -> Iterator[Offer]:
    """More of them, or fewer of those that came from elsewhere and are not on the board."""
    for kind in look.pack.zombies:
        yield offer(SupplyAdd, zombie=kind.id, count=Number(least=1, most=MOST))
        spare = min(look.before.more.get(kind.id, 0), reserve(look, kind.id))
        if spare > 0:
            yield offer(SupplyAdd, zombie=kind.id, count=Number(least=-min(spare, MOST), most=-1))
