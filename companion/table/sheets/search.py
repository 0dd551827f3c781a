"""Searching: one button, the right deck; other decks and handing out by name folded away."""

from typing import NamedTuple

from django.http import Http404
from django.utils.translation import get_language

from companion.selectors import Board
from companion.table.asking import SheetRequest, Shown
from companion.table.items import CardCopies, kinds
from rules import reminders_at
from rules.mechanics.cards import SEARCHED, equipment_decks
from rules.mechanics.equipment import SEARCH, STARTING, search_draws
from rules.mechanics.known_skills import known_skills
from rules.packs.schema.base import Term
from rules.state import Deck

MOST_AT_ONCE = 3


class SearchDeck(NamedTuple):
    id: str
    name: Term
    deck: Deck
    kinds: list[CardCopies]
    """Cards that may be named: those left to draw, and those handed out."""

    @property
    def left(self) -> int:
        """Cards until it is shuffled anew; a deck that is empty takes its discards back."""
        return len(self.deck.draw) or len(self.deck.discard)


def sheet(ask: SheetRequest) -> Shown:
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
            "searched": next((deck for deck in decks if deck.id == SEARCHED and deck.left), None),
            "others": [deck for deck in decks if deck.id not in (SEARCHED, STARTING) and deck.left],
            "decks": decks,
            "usual": search_draws(state, card.key, pack),
            "has_searched": SEARCH in state.survivors[card.key].used,
            "counts": range(1, MOST_AT_ONCE + 1),
            "skills": _skills(ask.board, card.key),
            "rules": reminders_at(state, "search"),
        },
    )


def _skills(board: Board, key: str) -> list[tuple[str, str]]:
    """Skills of this survivor that have a say in a search: name and what they do."""
    language = get_language() or "en"
    due = {
        skill.id: skill
        for skill in known_skills(board.state, key, board.pack)
        if skill.when == "search" or skill.tag == "search"
    }
    return [
        (skill.name.in_language(language), skill.effect.in_language(language))
        for skill in due.values()
    ]
