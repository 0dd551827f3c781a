"""What other phones are shown alone on the whole screen: a fact that changes what hands do."""

from typing import NamedTuple

from companion.selectors import Board
from companion.table.spawned import SpawnStep, spawn_now, steps_of
from rules.mechanics.skills.reminders import Reminder, reminders


class Moment(NamedTuple):
    """A spawn step that somebody else has made, and what one's own survivors may do now."""

    step: SpawnStep
    own: list[Reminder]


def moment_of(board: Board) -> Moment | None:
    """What others did since this phone looked, if it stands and is still being placed."""
    news = {change.seq for change in board.changes if steps_of(change.entry)}
    step = spawn_now(board) if news else None
    if step is None or step.newest.seq not in news:
        return None
    survivors = board.state.survivors
    own = [
        each
        for each in reminders(board.state, board.pack, "spawn")
        if survivors[each.survivor].player == board.seat.player
    ]
    return Moment(step, own)
