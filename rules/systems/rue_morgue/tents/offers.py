from collections.abc import Iterator

from rules.errors import IllegalCommand
from rules.fields import Reported, Text
from rules.mechanics.looking import About
from rules.offers import Offer, offer
from rules.play import Play
from rules.systems.rue_morgue.tents.commands import TentOpen
from rules.systems.rue_morgue.tents.play import DECK


def openings(look: Play, about: About) -> Iterator[Offer]:
    deck = look.decks.get(DECK)
    if deck is None:
        return
    told = {"cards": Reported(what="cards")} if deck.source == "table" else {}
    empty = None if deck.draw else IllegalCommand("deck.empty", deck=DECK)
    yield offer(TentOpen, empty, zone=Text(), **told)
