"""Searching: which deck, and the card if it lies on the table or is handed out by name."""

from typing import NamedTuple

from django.http import Http404

from companion.table.asking import Ask, Shown
from companion.table.items import Kind, kinds
from rules.mechanics.equipment.cards import equipment_decks
from rules.mechanics.equipment.play import SEARCH, search_draws
from rules.packs.schema.base import Term
from rules.state import Deck

MOST_AT_ONCE = 3


class SearchDeck(NamedTuple):
    id: str
    name: Term
    deck: Deck
    kinds: list[Kind]
    """What may be named: what is left to draw, and what is handed out."""


def sheet(ask: Ask) -> Shown:
    card = ask.survivor()
    if not (ask.board.seat.may_play and card.is_in_play):
        raise Http404
    state, pack = ask.board.state, ask.board.pack
    decks = []
    for name in equipment_decks(pack):
        deck = state.decks[name]
        if deck.draw or deck.discard or deck.aside:
            named = deck.draw if deck.source == "table" else (*deck.draw, *deck.aside)
            decks.append(SearchDeck(name, pack.decks[name].name, deck, kinds(pack, named)))
    return Shown(
        "companion/sheets/search.html",
        {
            "card": card,
            "decks": decks,
            "usual": search_draws(state, card.key, pack),
            "has_searched": SEARCH in state.survivors[card.key].used,
            "counts": range(1, MOST_AT_ONCE + 1),
        },
    )
