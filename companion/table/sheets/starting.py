"""Starting equipment: who takes which card, or chance for all who have nothing."""

from collections import Counter
from typing import NamedTuple

from companion.selectors import Board, SurvivorCard
from companion.table.asking import SheetRequest, Shown
from companion.teller import Teller
from rules import look
from rules.mechanics.cards import card_of, equipment_decks
from rules.mechanics.equipment import STARTING, starting_sets, unarmed


class StartingCard(NamedTuple):
    """A card that may be given, and how many copies are left."""

    deck: str
    id: str
    name: str
    left: int


class Set(NamedTuple):
    """One of the sets printed on a survivor's card."""

    number: int
    names: str


class UnarmedSurvivor(NamedTuple):
    """Somebody with empty hands, and the sets on their card."""

    card: SurvivorCard
    sets: list[Set]


def sheet(ask: SheetRequest) -> Shown:
    board = ask.board
    waiting = unarmed(look(board.state, board.pack))
    rows = [
        UnarmedSurvivor(card, _sets(board, card.key))
        for card in board.survivors
        if card.key in waiting
    ]
    context = {
        "rows": rows,
        "given": given(board),
        "cards": cards_left(board),
        "deals": board.offered.has_open("equipment.deal"),
        "chooses_sets": any(row.sets for row in rows),
    }
    return Shown("companion/sheets/starting.html", context)


def given(board: Board) -> list[tuple[str, str]]:
    """Return the cards to hand out: names of survivors and of their cards."""
    teller = Teller(board.state, board.pack)
    return [
        (survivor.name, ", ".join(teller.weapon(copy) for copy in survivor.inventory.values()))
        for survivor in board.state.survivors.values()
        if survivor.inventory
    ]


def cards_left(board: Board) -> list[StartingCard]:
    """Return the cards that the box deals at the start and nobody has yet."""
    teller = Teller(board.state, board.pack)
    cards: list[StartingCard] = []
    for deck in equipment_decks(board.pack):
        piles = board.state.decks[deck]
        copies = piles.draw if deck == STARTING else piles.aside
        ids = [
            card_of(board.pack, copy).id
            for copy in sorted(copies)
            if deck == STARTING or card_of(board.pack, copy).dealt
        ]
        cards += [
            StartingCard(deck, card_id, teller.weapon(card_id), left)
            for card_id, left in Counter(ids).items()
        ]
    return cards


def _sets(board: Board, key: str) -> list[Set]:
    teller = Teller(board.state, board.pack)
    return [
        Set(number, ", ".join(teller.weapon(card) for card in cards))
        for number, cards in enumerate(starting_sets(board.pack, key))
    ]
