from collections.abc import Mapping
from typing import Any

from lost_mill.state import MillState

from companion.rooms import Room
from companion.selectors import Board
from companion.teller import Teller


def _waiting(board: Board) -> Mapping[str, Any]:
    teller = Teller(board.state, board.pack)
    return {"who": teller.groups(MillState.of(board.state).horde)}


ROOM = Room(on_board=("horde.release",), section="lost_mill/horde.html", context=_waiting)
