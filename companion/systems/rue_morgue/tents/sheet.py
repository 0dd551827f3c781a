from collections.abc import Mapping
from typing import Any

from companion.rooms import Room
from companion.selectors import Board
from companion.table.next_step import table_draws


def _tents(board: Board) -> Mapping[str, Any]:
    """How many are left to open, and whether their cards are read out."""
    deck = board.state.decks.get("tents")
    by_hand = deck is not None and (deck.source == "table" or table_draws(board))
    return {"left": len(deck.draw) if deck else 0, "by_hand": by_hand}


ROOM = Room(by_zones="mechanics/tents/zones.html", leads_to={"tent.open": "spawn"}, context=_tents)
