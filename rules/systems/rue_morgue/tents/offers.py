from collections.abc import Iterator

from rules.errors import IllegalCommand, RuleError
from rules.fields import Flag, Reported, Text
from rules.mechanics.looking import About
from rules.mechanics.spawn.offers import table_draws
from rules.offers import Offer, offer
from rules.play import Play
from rules.systems.rue_morgue.tents.commands import TentOpen
from rules.systems.rue_morgue.tents.play import DECK, is_open


def openings(look: Play, about: About) -> Iterator[Offer]:
    deck = look.decks.get(DECK)
    if deck is None:
        return
    why_not: RuleError | None = is_open(look, about["zone"]) if "zone" in about else None
    if why_not is None and not deck.draw:
        why_not = IllegalCommand("deck.empty", deck=DECK)
    elif why_not is None and look.before.spawning is not None:
        why_not = IllegalCommand("spawn.waits")
    draws = deck.source == "table" or table_draws(look)
    reported = {"cards": Reported(what="cards")} if draws else {}
    closed = Text(taken=look.get("open_tents"))
    yield offer(TentOpen, why_not, zone=closed, empty=Flag(), **reported)
