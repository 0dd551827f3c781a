from collections.abc import Iterator

from rules.errors import IllegalCommand
from rules.fields import Choice, Field, Number, Reported, Several
from rules.mechanics.doors.play import rerolling
from rules.mechanics.looking import About, in_play
from rules.offers import Offer, offer
from rules.play import Play
from rules.systems.army_of_the_dead.sleepers.commands import (
    SleepersKill,
    SleepersLeave,
    SleepersWake,
)
from rules.systems.army_of_the_dead.sleepers.play import melee_weapons
from rules.systems.army_of_the_dead.specialties import STEALTHY, is_surely

ON_TOKEN = Number(least=1, most=4)


def wakings(look: Play, about: About) -> Iterator[Offer]:
    yield offer(SleepersWake, count=ON_TOKEN)


def kills(look: Play, about: About) -> Iterator[Offer]:
    for key, _survivor in in_play(look, about):
        held = melee_weapons(look, key)
        weapon = {"weapon": Choice(values=held, optional=True)} if held else {}
        yield offer(SleepersKill, survivor=key, count=ON_TOKEN, **weapon)


def leavings(look: Play, about: About) -> Iterator[Offer]:
    for key, survivor in in_play(look, about):
        fields: dict[str, Field] = {}
        if look.before.dice == "table":
            fields["dice"] = Reported(what="dice")
        if lucky := rerolling(look, key):
            fields["rerolls"] = Several(values=lucky, most=len(lucky))
        is_stealthy = is_surely(look, key, STEALTHY)
        why_not = IllegalCommand("sleepers.stealthy", survivor=survivor.name)
        yield offer(SleepersLeave, why_not if is_stealthy else None, survivor=key, **fields)
