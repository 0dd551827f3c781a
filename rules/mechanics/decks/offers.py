from collections.abc import Iterator

from rules.errors import IllegalCommand
from rules.fields import Choice
from rules.mechanics.decks.commands import DeckReshuffle, DeckSetAside, DeckSource
from rules.mechanics.decks.play import DICE, has_unknown
from rules.mechanics.looking import About
from rules.offers import Offer, offer
from rules.play import Play

OTHER = {"app": "table", "table": "app"}


def reshuffles(look: Play, about: About) -> Iterator[Offer]:
    yield offer(DeckReshuffle, deck=Choice(values=tuple(look.decks)))


def sources(look: Play, about: About) -> Iterator[Offer]:
    """The other side of who draws, or rolls."""
    yield offer(DeckSource, deck=DICE, source=OTHER[look.before.dice])
    for key, deck in look.decks.items():
        is_refused = deck.source == "table" and has_unknown(look, key)
        why_not = IllegalCommand("deck.unknown_cards", deck=key) if is_refused else None
        yield offer(DeckSource, why_not, deck=key, source=OTHER[deck.source])


def cards_aside(look: Play, about: About) -> Iterator[Offer]:
    for key, deck in look.decks.items():
        inside = tuple(sorted((*deck.draw, *deck.discard)))
        if len(inside) > 1:
            yield offer(DeckSetAside, deck=key, card=Choice(values=inside))
        if deck.aside:
            aside = Choice(values=tuple(sorted(deck.aside)))
            yield offer(DeckSetAside, deck=key, card=aside, back=True)
