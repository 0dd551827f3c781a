"""The log: by round, newest first, each entry open to its reason, and undo back to it."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _

from companion.journal.standing import undo_stack
from companion.models import LogEntry, Table
from companion.narration import icon, narrate_all
from companion.pages import is_secret
from companion.reasoning import reasons
from companion.selectors import touched
from companion.table.asking import SheetAddress, SheetRequest, Shown
from companion.words import Reason
from rules import decode_any_state, games

PAGE = 40
FILTERS = ("spawn", "hand")


class LogLine(NamedTuple):
    """An entry in words."""

    entry: LogEntry
    icon: str
    lines: list[str]
    reasons: list[Reason]
    undone_by: str
    """Name of whoever took it back; empty while it stands."""
    steps: int
    """Number of undos that lead back to before it; 0 when it is undone already."""
    again: str
    """Sheet that shows once more what everybody was shown of it."""


class LoggedRound(NamedTuple):
    """Entries of a round; the hour where there is a clock."""

    number: int
    hour: int | None
    is_night: bool
    told: list[LogLine]


def sheet(ask: SheetRequest) -> Shown:
    """Return the log of a table of the Zombicide family."""
    survivors = [(card.key, card.name) for card in ask.board.survivors]
    return shown(ask, [*survivors, ("spawn", _("Spawns")), ("hand", _("By hand"))], _is_about)


def _is_about(entry: LogEntry, who: str) -> bool:
    return who in dict(touched(entry))


def shown(
    asked: SheetAddress[Any],
    filters: Sequence[tuple[str, str]],
    is_about: Callable[[LogEntry, str], bool] = lambda entry, who: True,
    again: Callable[[LogEntry], str] = lambda entry: "",
) -> Shown:
    """Return the log of any game, told from what an onlooker may see.

    `is_about` says more exactly than its text whether an entry is about somebody; `again` names the
    sheet that shows an entry once more.
    """
    table, pack = asked.board.table, asked.board.pack
    who = asked.query.get("who", "")
    before = asked.number("before", table.version + 1)
    rows, older = page(table, who, before)
    if who and who not in FILTERS:
        rows = [entry for entry in rows if is_about(entry, who)] or rows
    steps = steps_back(table, rows[-1].seq if rows else 0)
    undone = undone_by(table, rows)
    rounds: list[LoggedRound] = []
    for entry in rows:
        state = games[table.game].view(decode_any_state(entry.state_before_json), None, pack)
        if not rounds or rounds[-1].number != state.round:
            hour, is_night = getattr(state, "hour", None), getattr(state, "is_night", False)
            rounds.append(LoggedRound(state.round, hour, is_night, []))
        stands = entry.seq in steps
        rounds[-1].told.append(
            LogLine(
                entry=entry,
                icon=icon(entry, table.game),
                lines=narrate_all(entry.events, state, pack),
                reasons=reasons(entry.events, state, pack),
                undone_by="" if stands else undone.get(entry.seq, ""),
                steps=steps.get(entry.seq, 0),
                again=again(entry) if stands else "",
            )
        )
    context = {
        "rounds": rounds,
        "who": who,
        "filters": filters,
        "older": older,
        "is_first_page": before > table.version,
        "is_secret": is_secret(table.any_state),
    }
    return Shown("companion/sheets/log.html", context)


def page(table: Table, who: str, before: int) -> tuple[list[LogEntry], int]:
    """Return a page of what was done, newest first, and where the next one begins (0: nowhere)."""
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
    """Return the number of undos that lead back to before each entry that still stands."""
    return {seq: number for number, seq in enumerate(undo_stack(table, down_to=lowest), 1)}


def undone_by(table: Table, rows: list[LogEntry]) -> dict[int, str]:
    """Return who took each undone entry back."""
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
