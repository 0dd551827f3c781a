from collections.abc import Iterator

from lost_mill.horde.commands import HordeRelease
from lost_mill.horde.play import refused
from rules.fields import Choice
from rules.mechanics.looking import About, over
from rules.offers import Offer, offer
from rules.play import Play


def releases(look: Play, about: About) -> Iterator[Offer]:
    zones = Choice(values=tuple(zone.id for zone in look.zones))
    if zones.values:
        yield offer(HordeRelease, over(look) or refused(look), zone=zones)
