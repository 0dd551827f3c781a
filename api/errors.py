"""One shape for every refusal: `{code, message, params}`, in the language asked for."""

import logging
import math
from http import HTTPStatus
from typing import Any

import msgspec
from django.core.exceptions import RequestDataTooBig
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler as drf_exception_handler

from api.refusals import MESSAGES, ApiRefusal, NoTable, NotMatched
from companion.frame.away import RETRY_SECONDS, is_away
from companion.frame.errors import ERRORS, TooManyRequests, status_of
from companion.words import error_message
from rules import RuleError

log = logging.getLogger("safehouse.errors")
OTHERS: dict[int, Promise] = {
    401: MESSAGES["credentials.missing"],
    403: _("That is not allowed from here."),
    405: _("That address does not take this method."),
}
# Refusals of the services that are about who asks, or what cannot be read, not about the rules.
STATUSES = {
    "seat.gone": 404,
    "member.gone": 404,
    "seat.reader": 403,
    "seat.not_keeper": 403,
    "member.reader": 403,
    "member.keeper_only": 403,
    "transfer.unreadable": 400,
}


class Error(msgspec.Struct, frozen=True):
    """The reason a request was refused. `code` is permanent, `message` is for people."""

    code: str
    message: str
    params: dict[str, Any]


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer refusals of the rules and of this room by their code, others by `http.<status>`."""
    if ours := _refused(error) or _try_later(error):
        return ours
    if isinstance(error, RequestDataTooBig):
        return _plain(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    response = drf_exception_handler(error, context)
    if response is not None:
        response.data = _plain(response.status_code).data
    return response


def _refused(error: Exception) -> Response | None:
    """Answer a refusal; that of a set-up by its first problem, with all of them in its `params`."""
    match error:
        case ApiRefusal():
            body = Error(error.code, str(MESSAGES[error.code]) % error.params, error.params)
            return Response(body, status=error.status)
        case NotMatched():
            return Response(_told(error.stale), status=HTTPStatus.PRECONDITION_FAILED)
        case RuleError():
            return Response(_told(error), status=STATUSES.get(error.code) or status_of(error))
        case NoTable():
            problems = [_told(problem) for problem in error.errors]
            body = replace(problems[0], params={**problems[0].params, "problems": problems})
            return Response(body, status=HTTPStatus.UNPROCESSABLE_ENTITY)
        case _:
            return None


def _told(error: RuleError) -> Error:
    """Return the error in the words of the pages, but where those speak of buttons and pages."""
    ours = MESSAGES.get(error.code)
    message = str(ours) % error.params if ours else error_message(error)
    return Error(error.code, message, error.params)


def _plain(status: int) -> Response:
    known = OTHERS.get(status) or ERRORS[status if status in ERRORS else 400].text
    return Response(Error(f"http.{status}", str(known), {}), status=status)


def _try_later(error: Exception) -> Response | None:
    """Return the answer to a request that may succeed later: a limit, or a service is away."""
    if is_away(error):
        log.warning("something is away", extra={"error": repr(error)})
        response, seconds = _plain(HTTPStatus.SERVICE_UNAVAILABLE), float(RETRY_SECONDS)
    elif isinstance(error, TooManyRequests | exceptions.Throttled):
        wait = error.seconds if isinstance(error, TooManyRequests) else error.wait  # type: ignore[attr-defined]
        response, seconds = _plain(HTTPStatus.TOO_MANY_REQUESTS), wait or 1
    else:
        return None
    response["Retry-After"] = str(max(1, math.ceil(seconds)))
    return response
