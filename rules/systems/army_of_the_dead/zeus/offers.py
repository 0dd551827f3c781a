from collections.abc import Iterator

from rules.errors import IllegalCommand
from rules.mechanics.looking import About
from rules.offers import Offer, offer
from rules.play import Play
from rules.systems.army_of_the_dead.objectives.play import spendable
from rules.systems.army_of_the_dead.state import ArmyState
from rules.systems.army_of_the_dead.zeus.commands import ZeusPlace
from rules.systems.army_of_the_dead.zeus.play import can_come, is_zeus


def arrivals(look: Play, about: About) -> Iterator[Offer]:
    """The one of the mission, or whichever the players say."""
    own = ArmyState.of(look.before).boss
    for zombie in (own, *(kind.id for kind in look.pack.zombies if is_zeus(kind.id))):
        if zombie is None or not is_zeus(zombie):
            continue
        why_not = None if can_come(look, zombie) else IllegalCommand("zeus.no_zone")
        yield offer(ZeusPlace, why_not, zombie=zombie)
    if own is not None and is_zeus(own):
        why_not = None if can_come(look, own) else IllegalCommand("zeus.no_zone")
        yield offer(ZeusPlace, why_not, zombie=None)
        for colour in spendable(look):
            yield offer(ZeusPlace, why_not, zombie=None, token=colour)
