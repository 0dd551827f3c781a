"""The decks: what is left by kind, never in its order, what lies discarded, who draws."""

from collections import Counter
from typing import Any, NamedTuple

from django.http import Http404
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from companion.selectors import Board
from companion.table.asking import SheetRequest, Shown
from companion.table.items import kinds
from companion.teller import Teller
from companion.words import card_line
from rules.packs.copies import deck_copies
from rules.packs.schema.base import Term
from rules.packs.schema.cards import Equipment, SpawnCard
from rules.state import Deck

ZOMBIES = "zombies"


class DeckRow(NamedTuple):
    id: str
    name: Term
    deck: Deck
    app_may_draw: bool
    """Not while the deck has a card nobody has described."""


class CardCount(NamedTuple):
    """Cards of one kind and their number; `card` names one copy if each of them is told apart."""

    words: str
    copies: int
    card: str = ""
    detail: str = ""


def row(board: Board, name: str) -> DeckRow:
    copies = deck_copies(board.pack, name).items()
    undescribed = any(
        card.sure == "unknown" and copy not in board.state.described for copy, card in copies
    )
    return DeckRow(name, board.pack.decks[name].name, board.state.decks[name], not undescribed)


def sheet(ask: SheetRequest) -> Shown:
    rows = [row(ask.board, name) for name in ask.board.state.decks]
    context = {"rows": rows}
    return Shown("companion/sheets/decks.html", context)


def one_deck(ask: SheetRequest) -> Shown:
    """Return one deck in full."""
    if ask.key not in ask.board.state.decks:
        raise Http404
    shown = row(ask.board, ask.key)
    context: dict[str, Any] = {
        "row": shown,
        "left": left_by_kind(ask.board, ask.key),
        "discard": [line(ask.board, ask.key, copy) for copy in reversed(shown.deck.discard)],
        "aside": [line(ask.board, ask.key, copy) for copy in sorted(shown.deck.aside)],
    }
    return Shown("companion/sheets/deck.html", context)


def left_by_kind(board: Board, name: str) -> list[CardCount]:
    """Return the cards that may still be drawn. The order of the deck stays on the server."""
    deck, pack = board.state.decks[name], board.pack
    if pack.decks[name].holds == "equipment":
        return [
            CardCount(kind.name, kind.copies, kind.copy, kind.values)
            for kind in kinds(pack, deck.draw)
        ]
    counted = Counter(line(board, name, copy).detail for copy in sorted(deck.draw))
    return [CardCount(words, count) for words, count in sorted(counted.items())]


def line(board: Board, name: str, copy: str) -> CardCount:
    """Return one card in words: its number or name, and what it says at this danger level."""
    teller = Teller(board.state, board.pack)
    card = deck_copies(board.pack, name)[copy]
    language = get_language() or "en"
    if isinstance(card, SpawnCard):
        return CardCount(teller.card(copy), 1, copy, spawn_words(board, copy))
    if isinstance(card, Equipment):
        return CardCount(card.name.in_language(language), 1, copy)
    words = card.name.in_language(language) if card.name else teller.card(copy)
    return CardCount(words, 1, copy, words)


def spawn_words(board: Board, copy: str, level: str | None = None) -> str:
    """Return the words of a zombie card at a danger level, by default the current one."""
    teller = Teller(board.state, board.pack)
    card = deck_copies(board.pack, "zombies")[copy]
    at = level or board.danger
    described = board.state.described.get(copy)
    if described:
        kind: str = described.kind
        zombies = described.levels.get(at, {})  # type: ignore[call-overload]
    elif isinstance(card, SpawnCard):
        kind = card.kind
        zombies = card.levels.at(at) if card.levels else {}  # type: ignore[arg-type]
    else:
        return ""
    if kind == "unknown":
        return _("not described yet")
    if kind == "double_spawn":
        return _("Double spawn")
    if not zombies:
        return _("nobody")
    if kind == "extra_activation":
        return card_line(kind, ", ".join(teller.zombie(zombie) for zombie in zombies), teller.game)
    return card_line(kind, teller.groups(zombies), teller.game)
