"""Remembers what failed on our side: where and what, never what was sent."""

import logging
import secrets
import traceback
from pathlib import Path
from types import TracebackType

from django.conf import settings
from django.http import HttpRequest

from campaigns.keeping.services import fault_note
from companion.frame.request_id import current_request_id
from companion.people.models import Person

log = logging.getLogger("safehouse.keeping")
LINES = 6
# Whoever answers a request with 500 says so to Django's logger; workers to ours.
LISTENED_TO = ("django.request", "safehouse")


class FaultBook(logging.Handler):
    """Stores every error that is logged with its exception; if that fails, the log has it."""

    def __init__(self) -> None:
        super().__init__(level=logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return
        kind = type(error)
        request = getattr(record, "request", None)
        try:
            fault_note(
                reference=current_request_id() or secrets.token_hex(5),
                where=_where(request) if request else f"{record.name}: {record.msg}",
                error=f"{kind.__module__}.{kind.__qualname__}".removeprefix("builtins."),
                lines="\n".join(_lines(error.__traceback__)),
                person=_person(request) if request else None,
            )
        except Exception as other:  # the database may be what failed
            log.warning("fault not stored", extra={"error": repr(other)})


def connect() -> None:
    for name in LISTENED_TO:
        logger = logging.getLogger(name)
        if not any(isinstance(handler, FaultBook) for handler in logger.handlers):
            logger.addHandler(FaultBook())


def _where(request: HttpRequest) -> str:
    """Return the pattern of the address: the address itself may hold an invitation or a code."""
    match = request.resolver_match
    return f"{request.method} /{match.route}" if match else str(request.method)


def _person(request: HttpRequest) -> Person | None:
    """Return the person of a request if they have been read; no database query."""
    known = getattr(request, "_person", None)
    return known if isinstance(known, Person) and known.pk else None


def _lines(trace: TracebackType | None) -> list[str]:
    """Return the innermost lines, ours by their place in the house, others by their package."""
    frames = traceback.extract_tb(trace)[-LINES:]
    return [f"{_place(Path(frame.filename))}:{frame.lineno} {frame.name}" for frame in frames]


def _place(path: Path) -> str:
    if "site-packages" in path.parts:
        return "/".join(path.parts[path.parts.index("site-packages") + 1 :])
    if path.is_relative_to(settings.BASE_DIR):
        return path.relative_to(settings.BASE_DIR).as_posix()
    return path.name
