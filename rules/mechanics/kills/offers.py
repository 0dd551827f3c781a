from collections.abc import Iterator

from rules.fields import Choice, Counts, Number
from rules.mechanics.kills.commands import ZombiesKill, ZombiesSplit
from rules.mechanics.kills.play import NEEDED, never_splits
from rules.mechanics.looking import About, keys_in_play, on_board
from rules.offers import Offer, offer
from rules.play import Play

MOST = 100
MOST_ROUTES = 6


def kills(look: Play, about: About) -> Iterator[Offer]:
    """What stands on the board, by what kills it; by anybody in play, or by nobody."""
    killers = Choice(values=keys_in_play(look), optional=True)
    for zombie, there in on_board(look).items():
        for means in NEEDED[look.zombie(zombie).killed_by]:
            count = Number(least=1, most=min(there, MOST), optional=True)
            yield offer(ZombiesKill, zombie=zombie, means=means, survivor=killers, count=count)


def splits(look: Play, about: About) -> Iterator[Offer]:
    """Those of the board that follow several routes at once."""
    there = {
        zombie: count
        for zombie, count in on_board(look).items()
        if not never_splits(look.zombie(zombie))
    }
    if there:
        yield offer(
            ZombiesSplit,
            zombies=Counts(most=there, least=1),
            routes=Number(least=2, most=MOST_ROUTES),
        )
