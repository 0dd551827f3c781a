from collections.abc import Mapping
from typing import Any

from companion.rooms import Room
from companion.selectors import Board
from companion.table.next_step import table_draws
from rules.systems.rue_morgue.state import MorgueState


def _tents(board: Board) -> Mapping[str, Any]:
    """How many are left to open, which are open, and whether their cards are read out."""
    state = MorgueState.of(board.state)
    deck = state.decks.get("tents")
    by_hand = deck is not None and (deck.source == "table" or table_draws(board))
    left = len(deck.draw) if deck else 0
    return {"left": left, "by_hand": by_hand, "open": state.open_tents}


ROOM = Room(by_zones="mechanics/tents/zones.html", leads_to={"tent.open": "spawn"}, context=_tents)
