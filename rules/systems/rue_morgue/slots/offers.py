from collections.abc import Iterator

from rules.fields import Choice
from rules.mechanics.equipment.offers import carried
from rules.mechanics.looking import About, survivors
from rules.offers import Offer, offer
from rules.play import Play
from rules.systems.rue_morgue.slots.commands import WoundPlace
from rules.systems.rue_morgue.slots.play import wounds_asked


def wounds(look: Play, about: About) -> Iterator[Offer]:
    for key, survivor in survivors(look, about):
        things = carried(survivor)
        if things and wounds_asked(look, key):
            yield offer(WoundPlace, survivor=key, card=Choice(values=things))
