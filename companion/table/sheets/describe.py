"""A card nobody has told us of, typed once from the printed one, and back to where it was drawn.

Most cards bring one type of zombie, so many at each danger level: a tap and four digits say it.
Everything typed so far stands in the address.
"""

from typing import Any, NamedTuple

from companion.selectors import Board
from companion.table.asking import SheetRequest, Shown
from companion.table.sheets.decks import ZOMBIES
from companion.teller import Teller
from rules import rulesets
from rules.packs.copies import deck_copies

BACK = ("card", "dice", "rooms")
"""Parameters that go back to the spawn step: input it has received already."""
SIMPLE = "spawn"


class Unknown(NamedTuple):
    """A card to describe: its copy, and the number or name printed on it."""

    copy: str
    words: str


def unknown_cards(board: Board, deck: str) -> list[Unknown]:
    teller = Teller(board.state, board.pack)
    return [
        Unknown(copy, teller.card(copy))
        for copy, card in deck_copies(board.pack, deck).items()
        if card.sure == "unknown" and copy not in board.state.described
    ]


def sheet(ask: SheetRequest) -> Shown:
    """Return the card of the address, or the first that is unknown."""
    board = ask.board
    other = _of_another_deck(board, ask.key)
    if other is not None:
        return Shown("companion/sheets/order.html", {**_way_back(ask), "asked": other[1]})
    unknown = unknown_cards(board, ZOMBIES)
    asked = next((card for card in unknown if _is(card, ask.key)), None)
    zombie = next(
        (supply.zombie for supply in board.supply if supply.zombie.id == ask.query.get("zombie")),
        None,
    )
    counts = _counts(board, ask.query.get("counts", ""))
    context: dict[str, Any] = {
        **_way_back(ask),
        "undescribed": unknown,
        "asked": asked or (unknown[0] if unknown else None),
        "zombie": zombie,
        "counts": counts if zombie else [],
        "typed": ask.query.get("counts", ""),
        "is_long": "long" in ask.query,
        "kinds": tuple(rulesets[board.state.game].card_resolvers),
        "left": len(unknown),
    }
    return Shown("companion/sheets/card.html", context)


def _is(card: Unknown, typed: str) -> bool:
    """By its copy or its number, with or without the zeros before it."""
    return typed == card.copy or (bool(typed) and typed.lstrip("0") == card.words.lstrip("0"))


def _counts(board: Board, typed: str) -> list[tuple[str, int]]:
    """`2244`: a digit for each danger level, the lowest first."""
    levels = [level.id for level in board.pack.danger]
    if len(typed) != len(levels) or not (typed.isascii() and typed.isdecimal()):
        return []
    return [(level, int(digit)) for level, digit in zip(levels, typed, strict=True)]


def _of_another_deck(board: Board, copy: str) -> tuple[str, Unknown] | None:
    for own in rulesets[board.state.game].zone_decks.values():
        for card in unknown_cards(board, own.deck) if own.deck in board.pack.decks else ():
            if card.copy == copy:
                return own.card, card
    return None


def _way_back(ask: SheetRequest) -> dict[str, Any]:
    """To the spawn step with everything that was read out, this card too; else to the deck."""
    read_out = ask.query.copy()
    for name in list(read_out):
        if name not in BACK:
            read_out.pop(name)
    kept = [(name, value) for name, values in read_out.lists() for value in values]
    return {"kept": kept, "after": f"spawn?{read_out.urlencode()}" if kept else f"deck/{ZOMBIES}"}
