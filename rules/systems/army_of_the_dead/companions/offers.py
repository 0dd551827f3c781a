from collections.abc import Iterator

from rules.fields import Choice, Flag
from rules.mechanics.looking import About, keys_in_play, over
from rules.offers import Offer, offer
from rules.play import Play
from rules.systems.army_of_the_dead.companions.commands import (
    CompanionDie,
    CompanionJoin,
    CompanionPass,
)
from rules.systems.army_of_the_dead.companions.play import along, who_may_join


def joinings(look: Play, about: About) -> Iterator[Offer]:
    free, leaders = who_may_join(look), keys_in_play(look)
    if free and leaders:
        who, whom = Choice(values=free), Choice(values=leaders)
        yield offer(CompanionJoin, over(look), companion=who, leader=whom)


def passings(look: Play, about: About) -> Iterator[Offer]:
    for companion, leader in along(look).items():
        others = tuple(key for key in keys_in_play(look) if key != leader)
        if others:
            to = Choice(values=others)
            yield offer(CompanionPass, over(look), companion=companion, to=to)


def deaths(look: Play, about: About) -> Iterator[Offer]:
    for companion in along(look):
        yield offer(CompanionDie, over(look), companion=companion, spared=Flag())
