from collections.abc import Mapping
from typing import Any

from companion.rooms import Room
from companion.selectors import Board
from rules import look
from rules.systems.black_plague.necromancers.play import (
    NECROMANCER,
    TOKEN,
    token_limit,
    tokens_on_board,
)


def _tokens(board: Board) -> Mapping[str, Any]:
    """Where his tokens lie, while he is there."""
    his = [zone for zone in board.state.zones if zone.kind == NECROMANCER]
    return {
        "necromancers": his if board.state.board.get(NECROMANCER) else [],
        "tokens": tokens_on_board(look(board.state, board.pack)),
        "limit": token_limit(board.state, board.pack),
    }


ROOM = Room(
    on_board=(
        "necromancer.escape",
        "necromancer.kill",
        "necromancer.ritual",
    ),
    questions={TOKEN: "mechanics/necromancers/question.html"},
    acting="mechanics/necromancers/acting.html",
    by_zones="mechanics/necromancers/zones.html",
    context=_tokens,
)
