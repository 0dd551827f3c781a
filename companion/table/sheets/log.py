"""The log: by round, newest first, each entry open to its reason, and undo back to it."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from companion.models import LogEntry, Table
from companion.narration import narrate
from companion.selectors import Board, touched
from companion.table.asking import Ask, Shown
from companion.table.reasons import Reason, reasons
from rules import TableState, decode_state, events

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
    """How many undos lead back to before it; 0 when it is undone already."""


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
        asked = asked.filter(events_json__contains='"card.drawn"')
    elif who == "hand":
        asked = asked.filter(events_json__contains="corrected")
    elif who:
        asked = asked.filter(events_json__contains=f'"{who}"')
    rows = list(asked[: PAGE + 1])
    return rows[:PAGE], rows[PAGE - 1].seq if len(rows) > PAGE else 0


def steps_back(table: Table, lowest: int) -> dict[int, int]:
    """How many undos lead back to before each entry that still stands."""
    below = dict(
        table.entries.filter(seq__gte=lowest, kind=LogEntry.Kind.DO).values_list("seq", "below_seq")
    )
    steps: dict[int, int] = {}
    seq = table.undo_seq
    while seq is not None and seq in below:
        steps[seq] = len(steps) + 1
        seq = below[seq]
    return steps


def undone_by(table: Table, rows: list[LogEntry]) -> dict[int, str]:
    """Who took which entry back."""
    if not rows:
        return {}
    undos = table.entries.filter(
        kind=LogEntry.Kind.UNDO, target_seq__gte=rows[-1].seq, target_seq__lte=rows[0].seq
    )
    told = undos.order_by("seq").values_list("target_seq", "seat_name")
    return {target: name for target, name in told if target is not None}


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
        icon=_icon(entry),
        lines=[narrate(event, state, board.pack) for event in entry.events],
        reasons=reasons(entry, state, board.pack),
        undone_by="" if is_standing else undone.get(entry.seq, ""),
        steps=steps.get(entry.seq, 0),
    )


_ICONS: tuple[tuple[type, str], ...] = (
    (events.AttackRolled, "aim"),
    (events.CardDrawn, "grave"),
    (events.ZombiesKilled, "walker"),
    (events.Died, "tomb"),
    (events.KnockedOut, "bandage"),
    (events.Wounded, "wound"),
    (events.Healed, "heart"),
    (events.ItemFound, "search"),
    (events.ItemMoved, "swap"),
    (events.ItemDiscarded, "del"),
    (events.LightSwitched, "flashlight"),
    (events.SkillGained, "star"),
    (events.DangerRaised, "up"),
    (events.PointsGained, "plus"),
    (events.ClockAdvanced, "clock"),
    (events.PhaseBegan, "next"),
    (events.ZombiesCorrected, "pencil"),
    (events.ZoneAdded, "map"),
)


def _icon(entry: LogEntry) -> str:
    kinds = {type(event) for event in entry.events}
    return next((icon for kind, icon in _ICONS if kind in kinds), "list")
