from collections.abc import Iterator

from rules.fields import Number
from rules.mechanics.looking import About, in_play
from rules.offers import Offer, offer
from rules.play import Play
from rules.systems.army_of_the_dead.sleepers.commands import SleepersKill, SleepersWake

ON_TOKEN = Number(least=1, most=4)


def wakings(look: Play, about: About) -> Iterator[Offer]:
    yield offer(SleepersWake, count=ON_TOKEN)


def kills(look: Play, about: About) -> Iterator[Offer]:
    for key, _survivor in in_play(look, about):
        yield offer(SleepersKill, survivor=key, count=ON_TOKEN)
