from collections.abc import Mapping
from typing import Any

from companion.rooms import Room
from companion.selectors import Board
from rules.systems.zombicide_2e.state import SecondEditionState


def _beams(board: Board) -> Mapping[str, Any]:
    """Whose lights may still be seen this round."""
    state = SecondEditionState.of(board.state)
    lit = [survivor.name for survivor in state.survivors.values() if survivor.light]
    return {"beams": lit if state.is_night and not state.light_seen else []}


ROOM = Room(on_board=("light.seen",), acting="mechanics/light/acting.html", context=_beams)
