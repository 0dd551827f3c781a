"""Quiet steps: commands after which a page shows other numbers and nothing else.

The sender is answered with these numbers and the other phones are told them, so that nobody asks
for a page and no template is rendered (docs/adr/0025). Whether a step is quiet is decided on the
states before and after it: they differ in named numbers alone, and what a page makes of them
(danger, goals, buttons that may be pressed, chances) is the same.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override
from msgspec.structs import replace

from companion.models import LogEntry, Seat
from companion.narration import change_words, for_the_bar, headline
from companion.odds.outlook import chances_line
from companion.screens.selectors import is_untouched
from companion.selectors import Board, board_of, touched
from companion.table.next_step import next_step
from companion.terms import called
from rules import State, TableState, games, refusal

MOST_BYTES = 2048
"""Longest message; where one would be longer, the phones fetch their page."""
BUTTONS: dict[str, tuple[tuple[str, dict[str, Any]], ...]] = {
    "points": (("points.award", {"amount": 1}), ("points.award", {"amount": -1})),
    "wounds": (("wound.take", {}),),
    "actions_used": (("action.spend", {}),),
}
"""Commands of the buttons that stand beside each number of a survivor."""


class QuietWords(msgspec.Struct, frozen=True):
    """Texts about a quiet step in one language."""

    who: str
    """The author."""
    undo: str
    """The text of the undo bar: the step it would undo."""
    by: str
    """The author and when, beside it."""
    done: str
    """The step in the words of the log, for the other phones."""
    line: str
    """A line of the television's log."""


class QuietStep(msgspec.Struct, frozen=True):
    """The message about a quiet step. Everybody at the table may know what it says."""

    seen: int
    """Version before it."""
    version: int
    seat: int
    """Key of the author's seat, whose phones need no glow."""
    numbers: dict[str, int]
    """New numbers, by the name under which a page shows them (`data-count`)."""
    touched: dict[str, int]
    """Points gained, by survivor."""
    words: dict[str, QuietWords]
    """Texts by language."""


class _Changed(NamedTuple):
    """The differences between two states that differ in numbers alone."""

    survivors: dict[str, list[str]]
    """Fields by survivor."""
    zombies: list[str]


def quiet_step(seat: Seat, before: State, after: State) -> str | None:
    """Return the message about the step just written at a table; None if it is not quiet."""
    entry: LogEntry = seat.table.written
    if not (isinstance(before, TableState) and isinstance(after, TableState)):
        return None
    changed = _changed(before, after)
    if changed is None or not _is_undone_alone(entry):
        return None
    old, new = board_of(seat, before), board_of(seat, after)
    if any(glance(old, changed) != glance(new, changed) for glance in GLANCES):
        return None
    was = dict(_numbers(old, changed))
    step = QuietStep(
        seen=entry.seq - 1,
        version=entry.seq,
        seat=seat.pk,
        numbers={name: n for name, n in _numbers(new, changed) if was.get(name) != n},
        touched=dict(touched(entry)),
        words={language: _words(entry, new, language) for language, _name in settings.LANGUAGES},
    )
    message = msgspec.json.encode(step)
    return message.decode() if len(message) <= MOST_BYTES else None


def _is_undone_alone(entry: LogEntry) -> bool:
    """Check if the undo bar only changes its words: there was something to undo before, too."""
    return entry.kind == LogEntry.Kind.DO and entry.group is None and entry.below_seq is not None


# --- what differs ---


def _changed(before: TableState, after: TableState) -> _Changed | None:
    """Return whose numbers differ; None if anything else differs."""
    if before.survivors.keys() != after.survivors.keys():
        return None
    if replace(before, survivors=after.survivors, board=after.board) != after:
        return None
    survivors: dict[str, list[str]] = {}
    for key, now in after.survivors.items():
        was = before.survivors[key]
        if was is now or was == now:
            continue
        numbers = {field: getattr(now, field) for field in BUTTONS}
        if replace(was, **numbers) != now:
            return None
        survivors[key] = [field for field in numbers if getattr(was, field) != numbers[field]]
    zombies = before.board.keys() | after.board.keys()
    return _Changed(
        survivors, sorted(key for key in zombies if before.board.get(key) != after.board.get(key))
    )


# --- what a page makes of it ---


def _danger(board: Board, changed: _Changed) -> object:
    levels = [card.danger for card in board.survivors if card.key in changed.survivors]
    return board.danger, board.danger_by, levels


def _mission(board: Board, _changed: _Changed) -> object:
    return board.goals, board.meters, board.reminders, is_untouched(board)


def _next(board: Board, _changed: _Changed) -> object:
    return next_step(board)


def _box(board: Board, changed: _Changed) -> object:
    if not changed.zombies:
        return None
    stocks = [(each.is_low, each.board > 0, each.box > 0) for each in board.supply]
    return stocks, chances_line(board)


def _buttons(board: Board, changed: _Changed) -> object:
    return [list(_answers(board, key, fields)) for key, fields in changed.survivors.items()]


def _answers(board: Board, key: str, fields: list[str]) -> Iterator[object]:
    """Yield why each button beside the numbers of a survivor cannot be pressed, or None."""
    card = board.survivor(key)
    assert card is not None
    if "wounds" in fields:
        yield card.is_last_hope
    if "actions_used" in fields:
        yield card.actions_left > 0
    commands = games[board.state.game].commands
    for kind, said in (button for field in fields for button in BUTTONS[field]):
        if command := commands.get(kind):
            tap: Any = command(**{"id": "", "seen": 0, "survivor": key, **said})
            refused = refusal(board.state, tap, board.pack)
            yield refused and (refused.code, refused.params)


GLANCES: tuple[Callable[[Board, _Changed], object], ...] = (
    _danger,
    _mission,
    _next,
    _box,
    _buttons,
)
"""All that pages derive from the numbers; the cheapest first."""


def _numbers(board: Board, changed: _Changed) -> Iterator[tuple[str, int]]:
    """Yield the numbers of a page that may have changed, by name."""
    yield "danger", board.danger_points
    yield "zombies", board.zombies
    for card in board.survivors:
        if card.key in changed.survivors:
            yield f"points-{card.key}", card.points
            yield f"health-{card.key}", card.health_left
            yield f"actions-{card.key}", card.actions_left
            if card.to_next:
                yield f"next-{card.key}", card.to_next[0]
    for each in board.supply if changed.zombies else ():
        yield f"board-{each.zombie.id}", each.board
        yield f"box-{each.zombie.id}", each.box


def _words(entry: LogEntry, board: Board, language: str) -> QuietWords:
    with override(language):
        return QuietWords(
            who=called(entry.who),
            undo=for_the_bar(entry, board.state, board.pack),
            by=f"{called(entry.who)}, {_('now')}",
            done=f"{called(entry.who)}: {change_words(entry, board.state, board.pack)}",
            line=headline(entry, board.state, board.pack),
        )
