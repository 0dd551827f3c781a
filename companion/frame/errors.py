"""Errors in words: one table of texts, one page, one fragment for our scripts."""

import logging
import secrets
import sys
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from companion.frame.away import RETRY_SECONDS, is_away
from companion.frame.in_place import RefusalWords, page_again
from companion.frame.request_id import current_request_id
from companion.words import error_message
from rules.errors import NoSuchGame, RuleError, StaleCommand, UnreadableCommand

log = logging.getLogger("safehouse.errors")
CSRF_FIELD = "csrfmiddlewaretoken"


class ErrorText(NamedTuple):
    """The title and text of an error: what happened, and what to do next."""

    title: Promise
    text: Promise


ERRORS: dict[int, ErrorText] = {
    400: ErrorText(
        _("That request cannot be read"),
        _("Nothing has changed. Go back and try once more."),
    ),
    403: ErrorText(
        _("This page has expired"),
        _("Nothing has changed. Load the page again and repeat the last step."),
    ),
    404: ErrorText(
        _("Nothing here"),
        _("The page does not exist, or it belongs to another group."),
    ),
    405: ErrorText(
        _("Not from here"),
        _("This address only answers the buttons of its page."),
    ),
    408: ErrorText(
        _("That took too long"),
        _("The connection was too slow and nothing has changed. Try once more."),
    ),
    409: ErrorText(
        _("Another phone was faster"),
        _("The table has moved on. Nothing is lost: look at it and decide again."),
    ),
    413: ErrorText(
        _("Too large"),
        _("Nothing has changed. Send less at once."),
    ),
    422: ErrorText(
        _("The rules do not allow that"),
        _("Nothing has changed."),
    ),
    429: ErrorText(
        _("Too many attempts"),
        _("Wait a while, then try again."),
    ),
    500: ErrorText(
        _("Something failed on our side"),
        _("What was acknowledged is saved. Load the page again; if it fails again, pass on the "
          "reference number."),
    ),
    503: ErrorText(
        _("Back in a moment"),
        _("The site cannot reach its data just now. What was acknowledged is saved; try again in "
          "a few seconds."),
    ),
}  # fmt: skip


IN_PLACE: dict[str, RefusalWords] = {
    "table.moved": RefusalWords(
        _("Another phone was faster. What you entered is still here: look at it, then send it."),
        _("Another phone was faster. This is how things stand now."),
    ),
    "command.unreadable": RefusalWords(
        _("Something entered here cannot be read. Correct it, then send it again."),
        _("What was entered cannot be read. Nothing has changed."),
    ),
}
"""Refusals told on the page itself, with what was typed, instead of an error page."""


class TooManyRequests(Exception):
    """A rate limit: the sender must wait `seconds`; `text` says what else they can do."""

    def __init__(self, seconds: float | None, text: str | Promise = "") -> None:
        super().__init__(seconds)
        self.seconds, self.text = seconds, text


def error_response(
    request: HttpRequest,
    status: int,
    *,
    text: str = "",
    title: str | Promise = "",
    along: int | None = None,
    headers: dict[str, str] | None = None,
) -> HttpResponse:
    """Return a friendly answer: a fragment for scripts, JSON for /api/, else a page.

    With `along` what was sent can be sent again, now that it is known what goes with it.
    """
    known = ERRORS[status]
    reference = current_request_id()
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers = {"Retry-After": str(RETRY_SECONDS), **(headers or {})}
        vars(request).pop("_messages", None)  # reading them may need what is away
    if request.path.startswith("/api/"):
        body = {"code": f"http.{status}", "message": str(text or known.text), "params": {}}
        return JsonResponse(body, status=status, headers=headers)
    context: dict[str, Any] = {
        "status": status,
        "title": title or known.title,
        "text": text or known.text,
        "reference": reference,
        "back": back_link(request),
        "again": _again(request, along) if along is not None else None,
        "is_our_fault": status >= HTTPStatus.INTERNAL_SERVER_ERROR,
    }
    is_fragment = request.headers.get("HX-Request") == "true"
    template = "errors/_notice.html" if is_fragment else "errors/page.html"
    response = render(request, template, context, status=status)
    for name, value in (headers or {}).items():
        response[name] = value
    return response


class Again(NamedTuple):
    """A form with what was sent, under a new id, and the knowledge of what goes with it."""

    url: str
    fields: list[tuple[str, str]]


def _again(request: HttpRequest, along: int) -> Again:
    new = {"id": secrets.token_urlsafe(16), "along": str(along)}
    sent = request.POST.items()
    kept = [(name, str(value)) for name, value in sent if name not in (CSRF_FIELD, *new)]
    return Again(request.get_full_path(), [*kept, *new.items()])


def back_link(request: HttpRequest) -> str:
    """Return the page of ours this request came from, to go back to; else an empty string.

    A form may be sent to its own page.
    """
    came_from = urlsplit(request.headers.get("Referer", ""))
    is_ours = came_from.netloc == request.headers.get("Host", "")
    is_here = came_from.path == request.path and request.method != "POST"
    return came_from._replace(scheme="", netloc="").geturl() if is_ours and not is_here else ""


def response_for(request: HttpRequest, error: Exception) -> HttpResponse | None:
    """Return the answer to an exception a client may cause; None for faults of ours."""
    if isinstance(error, TooManyRequests):
        wait = {"Retry-After": str(int(error.seconds))} if error.seconds else {}
        text = str(error.text or ERRORS[429].text)
        answer = page_again(request, 429, RefusalWords(text, text), came_from=back_link(request))
        if answer is None:
            return error_response(request, 429, text=text, headers=wait)
        for name, value in wait.items():
            answer[name] = value
        return answer
    if isinstance(error, RuleError):
        return _refusal(request, error)
    if is_away(error):
        log.warning("something is away", extra={"path": request.path, "error": repr(error)})
        return error_response(request, 503)
    return None


def _refusal(request: HttpRequest, error: RuleError) -> HttpResponse:
    """Return the refusal in the form that was sent, or on a page of its own.

    The latter where no form is known.
    """
    status, text = status_of(error), error_message(error)
    asked = error.params.get("along")
    along = asked if isinstance(asked, int) else None
    said = IN_PLACE.get(error.code, RefusalWords(text, text))
    came_from = back_link(request)
    if again := page_again(request, status, said, came_from=came_from, along=along):
        return again
    title: str | Promise = _("This game is not here") if isinstance(error, NoSuchGame) else ""
    if along is not None:
        title = _("That takes more with it")
    return error_response(request, status, title=title, text=text, along=along)


def status_of(error: RuleError) -> int:
    """Return 400 for unreadable, 409 for stale, 422 for against the rules."""
    if isinstance(error, UnreadableCommand):
        return 400
    return 409 if isinstance(error, StaleCommand) else 422


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return error_response(request, 413 if isinstance(exception, RequestDataTooBig) else 400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return error_response(request, 403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return error_response(request, 404)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    log.warning("csrf refused", extra={"reason": reason, "path": request.path})
    return error_response(request, 403)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 500, or 503, in words; if even that page fails, in plain text."""
    status = 503 if is_away(sys.exception()) else 500
    try:
        return error_response(request, status)
    except Exception:  # the page that reports a failure must not fail itself
        log.exception("the error page failed")
        return HttpResponse(
            f"Safehouse: {status}, {current_request_id()}",
            status=status,
            content_type="text/plain",
            headers={"Retry-After": str(RETRY_SECONDS)},
        )
