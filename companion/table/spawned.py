"""The spawn step of this round as everybody is shown it: sheet, other phones, big screen."""

from typing import NamedTuple

from companion.mechanics.spawn.lines import Line, step_lines
from companion.models import LogEntry
from companion.selectors import Board, newest_standing
from companion.teller import Teller
from rules import decode_state
from rules.mechanics.spawn.events import SpawnResolved
from rules.mechanics.spawn.play import STEP

MOST_PARTS = 20
"""A step has as many parts as it stopped for answers, and one more."""


class SpawnStep(NamedTuple):
    """A spawn step, or an opened building, as everybody is shown it."""

    parts: list[LogEntry]
    """One that stopped for answers has an entry for each of its parts."""
    why: str
    lines: list[Line]

    @property
    def entry(self) -> LogEntry:
        """Its first part: the step has its number."""
        return self.parts[0]

    @property
    def newest(self) -> LogEntry:
        return self.parts[-1]

    @property
    def came(self) -> int:
        return sum(line.came for line in self.lines)

    @property
    def level(self) -> str:
        """The danger level its first card was read at."""
        return self.lines[0].draw.level

    @property
    def zones(self) -> int:
        return len({line.zone for line in self.lines})

    @property
    def to_place(self) -> int:
        """Lines that bring somebody."""
        return sum(bool(line.came) for line in self.lines)

    @property
    def is_many(self) -> bool:
        """More lines than one column of the big screen holds."""
        return len(self.lines) > ONE_COLUMN


ONE_COLUMN = 6


def last_spawn(board: Board) -> SpawnStep | None:
    """The newest spawn step or opened building of this round that nobody has taken back."""
    parts: list[LogEntry] = []
    for entry in newest_standing(board.table, '"spawn.resolved"', MOST_PARTS):
        steps = steps_of(entry)
        is_of_this_round = any(step.round == board.state.round for step in steps)
        if not is_of_this_round or (parts and steps[-1].waits is None):
            break
        parts.insert(0, entry)
    if not parts:
        return None
    return SpawnStep(parts, steps_of(parts[0])[0].why, _lines(parts, board))


def spawn_now(board: Board) -> SpawnStep | None:
    """The step whose zombies are being placed now: nothing else has been begun since."""
    step = last_spawn(board)
    if step is None or board.state.result is not None:
        return None
    is_step = board.state.phase == "zombies" and step.why == STEP
    return step if is_step or board.table.undo_seq == step.newest.seq else None


def steps_of(entry: LogEntry) -> list[SpawnResolved]:
    return [event for event in entry.events if isinstance(event, SpawnResolved)]


def _lines(parts: list[LogEntry], board: Board) -> list[Line]:
    """Every draw of a spawn step, as the table stood before it."""
    lines: list[Line] = []
    for entry in parts:
        teller = Teller(decode_state(entry.state_before_json), board.pack)
        for step in steps_of(entry):
            lines += step_lines(step, teller, first=len(lines) + 1)
    return lines
