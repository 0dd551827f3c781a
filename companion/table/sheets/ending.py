"""Won, lost or left: asked once, because it leaves the table; then the result for everybody."""

from typing import Any

from companion.selectors import Board
from companion.shelf.moments import best_moments, evening_of, lost_because
from companion.table.asking import SheetRequest, Shown
from companion.teller import Teller
from rules import decode_state


def sheet(ask: SheetRequest) -> Shown:
    """Return the result, or the form that ends the mission; it asks again if goals are open."""
    board = ask.board
    if board.state.result is not None:
        end = {"ended_last": _ended_last(board)}
        return Shown("companion/sheets/result.html", result_context(board) | end)
    met = sum(goal.is_met for goal in board.goals)
    is_open = met < len(board.goals)
    context = {
        "goals_met": met,
        "goals_open": is_open,
        "asks": is_open and ask.query.get("ask") == "won",
    }
    return Shown("companion/sheets/ending.html", context)


def _ended_last(board: Board) -> bool:
    """Check if the last step ended the mission: one undo takes the end back."""
    last = board.undoable
    return last is not None and decode_state(last.state_before_json).result is None


def result_context(board: Board) -> dict[str, Any]:
    """Return the result of a game: its best moments, and the survivors by their points."""
    evening = evening_of(board.table)
    ranked = sorted(board.survivors, key=lambda card: -card.points)
    return {
        "moments": best_moments(board.table, evening),
        "killed": evening.killed,
        "lost_because": lost_because(evening, Teller(board.state, board.pack)),
        "dead": [card.name for card in board.survivors if card.status == "dead"],
        "ranking": [(card, evening.kills[card.key]) for card in ranked],
    }
