from collections.abc import Mapping
from typing import Any

from companion.rooms import Room
from companion.selectors import Board
from rules.systems.black_plague.necromancers.play import NECROMANCER


def _tokens(board: Board) -> Mapping[str, Any]:
    """Where his tokens lie, while he is there."""
    his = [zone for zone in board.state.zones if zone.kind == NECROMANCER]
    return {"necromancers": his if board.state.board.get(NECROMANCER) else []}


ROOM = Room(
    on_board=(
        "necromancer.escape",
        "necromancer.kill",
        "necromancer.ritual",
    ),
    by_zones="mechanics/necromancers/zones.html",
    context=_tokens,
)
