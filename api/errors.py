"""One shape for every refusal: `{code, message, params}`, in the language asked for."""

import logging
import math
from http import HTTPStatus
from typing import Any

import msgspec
from django.core.exceptions import RequestDataTooBig
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler as drf_exception_handler

from companion.frame.away import RETRY_SECONDS, is_away
from companion.frame.errors import ERRORS, TooManyRequests, status_of
from companion.words import error_message
from rules import RuleError, StaleCommand

log = logging.getLogger("safehouse.errors")
MESSAGES: dict[str, Promise] = {
    "body.encoding": _("The body must be JSON: send Content-Type: application/json."),
    "body.length": _("Say how long the body is: send Content-Length."),
    "body.unreadable": _("The body cannot be read: %(detail)s"),
    "command.unreadable": _("The command cannot be read: %(detail)s"),
    "credentials.missing": _("Say who you are: sign in, or send a token."),
    "piece.moved": _("Somebody has written there since. Read it again. Nothing has changed."),
    "piece.id": _("The id in the body is not the one in the address."),
    "cursor.unreadable": _("That cursor is not one of ours. Start at the first page."),
    "header.unreadable": _("The header %(header)s cannot be read."),
    "house.card": _("That is not how such a card looks: %(detail)s"),
    "house.printed": _("Those skills are known already, or there are too many at one level."),
    "idempotency.no_credentials": _("An Idempotency-Key needs credentials beside it."),
    "idempotency.other_request": _("That Idempotency-Key was used for another request."),
    "mission.no_table": _("No mission is being played at a table."),
    "odds.hidden": _("This table plays without odds."),
    "odds.seen": _("A spawn was taken back: everybody has seen the next cards."),
    "player.unknown": _("%(player)s is not among the players."),
    "print.kind": _("This cannot be printed here: %(kind)s."),
    "print.not_measured": _("No evenings of this set-up have been played yet: ask for some first."),
    "print.mission": _("There is no mission %(mission)s to print here."),
    "print.sheet": _("There is no sheet %(sheet)s in this campaign."),
    "query.unreadable": _("The address cannot be read: %(detail)s"),
    "scope.missing": _("This token may not do that: it lacks the scope %(scope)s."),
    "session.only": _("Only a signed-in browser may do that, not a token."),
    "password.again": _("Enter your password again first, on the page of the tokens."),
    "token.too_many": _("%(most)s tokens are enough. Revoke one first."),
    "token.unknown": _("That token opens nothing: it is unknown or revoked."),
    "usual.team": _("A usual table has no teams: name them when the table is opened."),
    "usual.name": _("%(name)s cannot be part of a usual table: leave out , ~ and full stops."),
    "usual.other_game": _("That is a table of another game."),
    "usual.problem": _("That table cannot be opened: %(detail)s"),
}
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
    """Why a request was refused. `code` is permanent, `message` is for people."""

    code: str
    message: str
    params: dict[str, Any]


class NotMatched(Exception):
    """The version is not the one `If-Match` names: 412, where `seen` alone would give 409."""

    def __init__(self, stale: StaleCommand) -> None:
        super().__init__(stale.code)
        self.stale = stale


class Refusal(Exception):
    """A refusal of this room: a status, a code of `MESSAGES` and what its sentence names."""

    def __init__(self, status: int, code: str, **params: object) -> None:
        super().__init__(code)
        self.status, self.code, self.params = status, code, params


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Refusals of the rules and of this room by their own code, DRF's by `http.<status>`."""
    if isinstance(error, Refusal):
        body = Error(error.code, str(MESSAGES[error.code]) % error.params, error.params)
        return Response(body, status=error.status)
    if isinstance(error, NotMatched):
        return _by_rule(error.stale, HTTPStatus.PRECONDITION_FAILED)
    if isinstance(error, RuleError):
        return _by_rule(error, STATUSES.get(error.code) or status_of(error))
    if later := _try_later(error):
        return later
    if isinstance(error, RequestDataTooBig):
        return _plain(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    response = drf_exception_handler(error, context)
    if response is not None:
        response.data = _plain(response.status_code).data
    return response


def _by_rule(error: RuleError, status: int) -> Response:
    """In the words of the pages, but where those speak of buttons and pages."""
    ours = MESSAGES.get(error.code)
    message = str(ours) % error.params if ours else error_message(error)
    return Response(Error(error.code, message, error.params), status=status)


def _plain(status: int) -> Response:
    known = OTHERS.get(status) or ERRORS[status if status in ERRORS else 400].text
    return Response(Error(f"http.{status}", str(known), {}), status=status)


def _try_later(error: Exception) -> Response | None:
    """The same request may succeed after a while: too many for now, or something is away."""
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
