"""Won, lost or left: asked once, because it leaves the table; then the result for everybody."""

from typing import Any

from companion.selectors import Board
from companion.shelf.moments import best_moments, evening_of
from companion.table.asking import Ask, Shown


def sheet(ask: Ask) -> Shown:
    if ask.board.state.result is None:
        return Shown("companion/sheets/ending.html", {})
    return Shown("companion/sheets/result.html", result_context(ask.board))


def result_context(board: Board) -> dict[str, Any]:
    """What a game came to: its best moments, and everybody by their points."""
    evening = evening_of(board.table)
    ranked = sorted(board.survivors, key=lambda card: -card.points)
    return {
        "moments": best_moments(board.table, evening),
        "killed": evening.killed,
        "dead": [card.name for card in board.survivors if card.status == "dead"],
        "ranking": [(card, evening.kills[card.key]) for card in ranked],
    }
