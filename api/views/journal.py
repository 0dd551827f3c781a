"""What tables and campaigns share of their logs: undo, redo, and a page of what happened."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from rest_framework.request import Request
from rest_framework.response import Response

from api.answers import LinesPage
from api.bodies import LogQuery, StepBody, UndoBody
from api.http import read_body, version_to_match
from api.views.base import matching, no_query, seen_by
from companion.journal.models import Entry
from companion.journal.services import Answer

Page = TypeVar("Page", bound=LinesPage)


def undone(
    undo: Callable[..., Answer],
    undo_to: Callable[..., Answer],
    request: Request,
    tell: Callable[[Answer], Response],
    **whose: Any,
) -> Response:
    """Take the last step back, or all of them down to one."""
    no_query(request)
    body, matched = read_body(request, UndoBody), version_to_match(request)
    step = {
        **whose,
        "command_id": body.id,
        "seen": seen_by(body, matched),
        "along": body.along,
    }
    with matching(matched):
        answer = undo(**step) if body.to is None else undo_to(**step, seq=body.to)
    return tell(answer)


def redone(
    redo: Callable[..., Answer],
    request: Request,
    tell: Callable[[Answer], Response],
    **whose: Any,
) -> Response:
    """Bring back what the last undo took."""
    no_query(request)
    body, matched = read_body(request, StepBody), version_to_match(request)
    with matching(matched):
        answer = redo(**whose, command_id=body.id, seen=seen_by(body, matched))
    return tell(answer)


def log_page(
    page: type[Page], query: LogQuery, entries: list[Any], tell: Callable[[Any], Any]
) -> Page:
    """Return a page of the entries asked for, and whether more follow: one more was looked for."""
    shown = entries[: query.limit]
    return page(
        results=tuple(tell(entry) for entry in shown),
        last=shown[-1].seq if shown else query.after,
        more=len(entries) > query.limit,
    )


def line_of(entry: Entry) -> dict[str, Any]:
    """Return the fields that an entry of every log has."""
    return {
        "seq": entry.seq,
        "kind": entry.kind,
        "at": entry.made_at,
        "target": entry.target_seq,
        "down_to": entry.down_to_seq,
    }


def targets_of(entries: Iterable[Entry]) -> set[int]:
    """Return the entries that undos and redos among these are about."""
    return {entry.target_seq for entry in entries if entry.target_seq is not None}
