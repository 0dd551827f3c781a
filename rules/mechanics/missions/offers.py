from collections.abc import Iterator

from rules.fields import Choice
from rules.mechanics.looking import About, in_play, over
from rules.mechanics.missions.commands import TokenTake
from rules.mechanics.missions.play import still_there
from rules.offers import Offer, offer
from rules.play import Play


def tokens(look: Play, about: About) -> Iterator[Offer]:
    colours = still_there(look)
    if not colours:
        return
    for key, _survivor in in_play(look, about):
        yield offer(TokenTake, over(look), survivor=key, colour=Choice(values=colours))
