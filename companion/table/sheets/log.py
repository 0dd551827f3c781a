"""The log: by round, newest first, each entry open to its reason, and undo back to it."""

from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _

from companion.journal.standing import undo_stack
from companion.models import LogEntry, Table
from companion.narration import icon, narrate_all
from companion.reasoning import reasons
from companion.selectors import Board, touched
from companion.table.asking import Ask, Shown
from companion.words import Reason
from rules import TableState, decode_state

PAGE = 40
FILTERS = ("spawn", "hand")


class Told(NamedTuple):
    """An entry in words."""

    entry: LogEntry
    icon: str
    lines: list[str]
    reasons: list[Reason]
    undone_by: str
    """Who took it back, if somebody did."""
    steps: int
    """Number of undos that lead back to before it; 0 when it is undone already."""
    again: str = ""
    """Sheet that shows once more what everybody was shown of it."""


class Round(NamedTuple):
    """What was done in a round; the hour where there is a clock."""

    number: int
    hour: int | None
    is_night: bool
    told: list[Told]


def sheet(ask: Ask) -> Shown:
    board = ask.board
    who = ask.query.get("who", "")
    before = ask.number("before", board.table.version + 1)
    rows, older = page(board.table, who, before)
    if who and who not in FILTERS:
        rows = [entry for entry in rows if who in dict(touched(entry))] or rows
    steps = steps_back(board.table, rows[-1].seq if rows else 0)
    undone = undone_by(board.table, rows)
    rounds: list[Round] = []
    for entry in rows:
        state = decode_state(entry.state_before_json)
        if not rounds or rounds[-1].number != state.round:
            rounds.append(Round(state.round, state.hour, state.is_night, []))
        rounds[-1].told.append(_told(board, entry, state, steps, undone))
    return Shown(
        "companion/sheets/log.html",
        {
            "rounds": rounds,
            "who": who,
            "filters": [
                *((card.key, card.name) for card in board.survivors),
                ("spawn", _("Spawns")),
                ("hand", _("By hand")),
            ],
            "older": older,
            "is_first_page": before > board.table.version,
        },
    )


def page(table: Table, who: str, before: int) -> tuple[list[LogEntry], int]:
    """A page of what was done, newest first, and where the next one begins (0: nowhere)."""
    asked = table.entries.filter(kind=LogEntry.Kind.DO, seq__lt=before).order_by("-seq")
    if who == "spawn":
        asked = asked.filter(
            Q(events_json__contains='"spawn.resolved"') | Q(events_json__contains='"card.drawn"')
        )
    elif who == "hand":
        asked = asked.filter(events_json__contains="corrected")
    elif who:
        asked = asked.filter(events_json__contains=f'"{who}"')
    rows = list(asked[: PAGE + 1])
    return rows[:PAGE], rows[PAGE - 1].seq if len(rows) > PAGE else 0


def steps_back(table: Table, lowest: int) -> dict[int, int]:
    """How many undos lead back to before each entry that still stands."""
    return {seq: number for number, seq in enumerate(undo_stack(table, down_to=lowest), 1)}


def undone_by(table: Table, rows: list[LogEntry]) -> dict[int, str]:
    """Who took which entry back."""
    if not rows:
        return {}
    last, first = rows[0].seq, rows[-1].seq
    reaches = Q(down_to_seq=None, target_seq__lte=last) | Q(down_to_seq__lte=last)
    steps = table.entries.exclude(kind=LogEntry.Kind.DO).filter(reaches, target_seq__gte=first)
    taken_back = steps.order_by("seq").values_list("kind", "target_seq", "down_to_seq", "who")
    undone: dict[int, tuple[object, str]] = {}
    for kind, newest, oldest, name in taken_back:
        for entry in rows:
            if not (oldest or newest or 0) <= entry.seq <= (newest or 0):
                continue
            if kind == LogEntry.Kind.UNDO:
                undone.setdefault(entry.seq, ((newest, oldest), name))
            elif undone.get(entry.seq, ("", ""))[0] == (newest, oldest):
                del undone[entry.seq]
    return {seq: name for seq, (_steps, name) in undone.items()}


def _told(
    board: Board,
    entry: LogEntry,
    state: TableState,
    steps: dict[int, int],
    undone: dict[int, str],
) -> Told:
    is_standing = entry.seq in steps
    return Told(
        entry=entry,
        icon=icon(entry, board.state.game),
        lines=narrate_all(entry.events, state, board.pack),
        reasons=reasons(entry.events, state, board.pack),
        undone_by="" if is_standing else undone.get(entry.seq, ""),
        steps=steps.get(entry.seq, 0),
    )
