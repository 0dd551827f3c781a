"""The spawn step of this round as everybody is shown it: sheet, other phones, big screen."""

from collections.abc import Mapping
from itertools import takewhile
from typing import NamedTuple

from django.utils.text import capfirst
from msgspec.structs import replace

from companion.mechanics.spawn import Band, CardLine, step_lines
from companion.models import LogEntry
from companion.narration import narrate_all
from companion.selectors import LOOK_BACK, Board, newest_standing
from companion.teller import Teller
from companion.words import occasion_of
from rules import decode_state
from rules.mechanics.questions import BoardAnswered
from rules.mechanics.spawn.drawing import Draw, SpawnResolved
from rules.mechanics.spawn.step import STEP

MARKERS = ('"spawn.resolved"', '"board.answered"')
MOST_PARTS = 20
"""A step has as many parts as it stopped for answers, and one more."""


class SpawnStep(NamedTuple):
    """A spawn step, or an opened building, as everybody is shown it."""

    parts: list[LogEntry]
    """One that stopped for answers has an entry for each of its parts."""
    why: str
    round: int
    game: str
    lines: list[CardLine]
    before: list[Band]
    """Events before its first card, such as a tent turned over."""

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
        return len({line.mark for line in self.lines})

    @property
    def title(self) -> str:
        return str(occasion_of(self.why, self.game).title)

    @property
    def places(self) -> str:
        """The number of spawn zones, rooms or other places that drew, in words."""
        return occasion_of(self.why, self.game).places(self.zones)

    @property
    def to_place(self) -> int:
        """Lines that bring somebody."""
        return sum(bool(line.came) for line in self.lines)

    @property
    def is_many(self) -> bool:
        """More lines than one column of the big screen holds."""
        return len(self.lines) > ONE_COLUMN


ONE_COLUMN = 6


def last_spawn(board: Board, *, of_any_round: bool = False) -> SpawnStep | None:
    """The newest spawn step or opened building that nobody has taken back: of this round, or
    however long ago it was."""
    parts: list[LogEntry] = []
    begun: list[SpawnResolved] = []
    looks_back = None if of_any_round else LOOK_BACK
    newest = newest_standing(board.table, *MARKERS, most=MOST_PARTS, look_back=looks_back)
    for entry in newest:
        steps = steps_of(entry)
        is_other = not of_any_round and any(step.round != board.state.round for step in steps)
        if is_other or (begun and steps and steps[-1].waits is None):
            break
        parts.insert(0, entry)
        begun = steps or begun
    while parts and not steps_of(parts[0]):
        parts.pop(0)  # an answer to something else
    if not parts:
        return None
    lines, before = _lines(parts, board), _before(parts[0], board)
    return SpawnStep(parts, begun[0].why, begun[0].round, board.state.game, lines, before)


def _before(entry: LogEntry, board: Board) -> list[Band]:
    events = takewhile(lambda event: not isinstance(event, SpawnResolved), entry.events)
    sentences = narrate_all(events, board.state, board.pack)
    return [Band("note", "info", capfirst(words)) for words in sentences]


def spawn_now(board: Board) -> SpawnStep | None:
    """Return the step whose zombies are being placed now: nothing else has been begun since."""
    step = last_spawn(board)
    if step is None or board.state.result is not None:
        return None
    is_step = board.state.phase == "zombies" and step.why == STEP
    return step if is_step or board.table.undo_seq == step.newest.seq else None


def steps_of(entry: LogEntry) -> list[SpawnResolved]:
    return [event for event in entry.events if isinstance(event, SpawnResolved)]


def _lines(parts: list[LogEntry], board: Board) -> list[CardLine]:
    """Every draw of a spawn step, as the table stood before it, with what was answered to it."""
    answers = {
        event.question: event
        for entry in parts
        for event in entry.events
        if isinstance(event, BoardAnswered)
    }
    lines: list[CardLine] = []
    for entry in parts:
        teller = Teller(decode_state(entry.state_before_json), board.pack)
        for step in steps_of(entry):
            draws = tuple(_with_answer(draw, answers) for draw in step.draws)
            lines += step_lines(replace(step, draws=draws), teller, first=len(lines) + 1)
    return lines


def _with_answer(draw: Draw, answers: Mapping[str, BoardAnswered]) -> Draw:
    """Whoever came because of an answer came with the card that asked."""
    answer = answers.get(draw.asked.question) if draw.asked else None
    if answer is None:
        return draw
    arrivals = (answer.arrival,) if answer.arrival else ()
    return replace(draw, asked=None, arrivals=(*draw.arrivals, *arrivals))
