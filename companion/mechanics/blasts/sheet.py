from collections.abc import Mapping
from typing import Any

from companion.narration import narrate
from companion.rooms import Room
from companion.selectors import Board, newest_standing
from rules.mechanics.blasts.events import BlastWentOff


def _blast(board: Board) -> Mapping[str, Any]:
    """What has just gone off, until something else is done."""
    newest = newest_standing(board.table, '"blast.went_off"', most=1)
    if not newest or newest[0].seq != board.table.undo_seq:
        return {}
    blasts = [event for event in newest[0].events if isinstance(event, BlastWentOff)]
    return {"told": [line for blast in blasts for line in narrate(blast, board.state, board.pack)]}


ROOM = Room(on_board=("blast.resolve",), section="mechanics/blasts/section.html", context=_blast)
