from collections.abc import Iterator

from rules.fields import Choice, Number
from rules.mechanics.looking import About
from rules.mechanics.missions.set_up import lasting_noise
from rules.mechanics.noise.commands import NoiseMake
from rules.offers import Offer, offer
from rules.play import Play

MOST = 20


def noises(look: Play, about: About) -> Iterator[Offer]:
    who = Choice(values=tuple(look.survivors), optional=True)
    yield offer(NoiseMake, survivor=who, count=Number(least=1, most=MOST, optional=True))
    if (there := look.before.noise - lasting_noise(look.mission)) > 0:
        away = Number(least=-min(there, MOST), most=-1)
        yield offer(NoiseMake, survivor=who, count=away)
