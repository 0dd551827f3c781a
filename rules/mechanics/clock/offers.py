from collections.abc import Iterator

from rules.fields import Number
from rules.mechanics.clock.commands import ClockSet
from rules.mechanics.clock.play import HOURS
from rules.mechanics.looking import About
from rules.offers import Offer, offer
from rules.play import Play


def hours(look: Play, about: About) -> Iterator[Offer]:
    yield offer(ClockSet, hour=Number(least=0, most=HOURS - 1))
