from collections.abc import Iterator

from rules.errors import IllegalCommand
from rules.fields import Reported, Several
from rules.mechanics.buildings.commands import BuildingOpen
from rules.mechanics.looking import About
from rules.mechanics.spawn.offers import table_draws
from rules.offers import Offer, offer
from rules.play import Play

MOST_ROOMS = 20
ROOMS = tuple(str(number) for number in range(1, MOST_ROOMS + 1))


def openings(look: Play, about: About) -> Iterator[Offer]:
    """So many zones, by number: which is which, the players say on the board."""
    reported = {"cards": Reported(what="cards")} if table_draws(look) else {}
    waits = IllegalCommand("spawn.waits") if look.before.spawning is not None else None
    yield offer(BuildingOpen, waits, zones=Several(values=ROOMS, least=1), **reported)
