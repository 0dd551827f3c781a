from collections.abc import Mapping
from typing import Any

from companion.rooms import Room
from companion.selectors import Board
from rules.systems.zombicide_2e.state import SecondEditionState


def _lights(board: Board) -> Mapping[str, Any]:
    """Whose may still be seen this round; they matter at night, and where one is on already."""
    state = SecondEditionState.of(board.state)
    lit = [survivor.name for survivor in state.survivors.values() if survivor.light]
    seen = lit if state.is_night and not state.light_seen else []
    return {"beams": seen, "is_night": state.is_night}


ROOM = Room(
    on_board=("light.seen",),
    acting="mechanics/light/acting.html",
    deeds="mechanics/light/deeds.html",
    context=_lights,
)
