"""What others are shown alone on the whole screen: a fact that changes what hands do."""

from collections.abc import Iterable
from typing import NamedTuple

from companion.models import LogEntry
from companion.selectors import Board
from companion.table.spawned import SpawnStep, spawn_now, steps_of
from rules import decode_state, facts_of, table_danger
from rules.mechanics.danger import DangerRaised
from rules.mechanics.skill_reminders import SkillReminder, reminders


class SpawnMoment(NamedTuple):
    """A spawn step that somebody else has made, and what one's own survivors may do now."""

    step: SpawnStep
    own: list[SkillReminder]

    @property
    def template(self) -> str:
        return "companion/spawn/_moment.html"


class RiseMoment(NamedTuple):
    """The danger level of the table has gone up."""

    entry: LogEntry

    @property
    def template(self) -> str:
        return "companion/moments/_rise.html"


Moment = SpawnMoment | RiseMoment


def moment_of(board: Board) -> Moment | None:
    """Return the steps of others since this phone looked, if they stand and still matter."""
    if board.state.result is not None:
        return None  # the result is shown instead
    return _spawn(board) or _rise([change.entry for change in board.changes], board)


def rise_on_screen(board: Board) -> RiseMoment | None:
    """Return the rise of the danger level a television shows until the next step begins."""
    last = board.undoable
    return _rise([last], board) if last is not None and board.state.result is None else None


def _spawn(board: Board) -> SpawnMoment | None:
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
    return SpawnMoment(step, own)


def _rise(entries: Iterable[LogEntry], board: Board) -> RiseMoment | None:
    """Return the newest step that has raised the danger to what it is now."""
    order: list[str] = [level.id for level in board.pack.danger]
    for entry in sorted(entries, key=lambda each: -each.seq):
        if not any(isinstance(fact, DangerRaised) for fact in facts_of(entry.events)):
            continue
        before, _who = table_danger(decode_state(entry.state_before_json), board.pack)
        if order.index(before) < order.index(board.danger):
            return RiseMoment(entry)
    return None
