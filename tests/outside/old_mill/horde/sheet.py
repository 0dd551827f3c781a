from collections.abc import Mapping
from typing import Any

from companion.rooms import Room
from companion.selectors import Board
from companion.teller import Teller
from lost_mill.state import MillState


def _waiting(board: Board) -> Mapping[str, Any]:
    teller = Teller(board.state, board.pack)
    return {"who": teller.groups(MillState.of(board.state).horde)}


ROOM = Room(on_board=("horde.release",), section="lost_mill/horde.html", context=_waiting)
