from collections.abc import Iterator

from rules.errors import RuleError
from rules.fields import Counts, Flag
from rules.mechanics.looking import About, in_play, on_board
from rules.offers import Offer, offer
from rules.play import Play
from rules.systems.zombicide_2e.light.commands import LightOff, LightOn, LightSeen
from rules.systems.zombicide_2e.light.play import check_beams, is_lit, unlightable


def lights_on(look: Play, about: About) -> Iterator[Offer]:
    for key, survivor in in_play(look, about):
        if not is_lit(survivor):
            yield offer(LightOn, unlightable(look, key), survivor=key, free=Flag())


def lights_off(look: Play, about: About) -> Iterator[Offer]:
    for key, survivor in in_play(look, about):
        if is_lit(survivor):
            yield offer(LightOff, survivor=key)


def beams(look: Play, about: About) -> Iterator[Offer]:
    there = on_board(look)
    if not there:
        return
    why_not: RuleError | None = None
    try:
        check_beams(look)
    except RuleError as error:
        why_not = error
    yield offer(LightSeen, why_not, zombies=Counts(most=there, least=1))
