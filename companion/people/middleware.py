"""Hands a new guest their cookie and renews it; notes an account's visits and its browsers."""

import logging
import uuid
from collections.abc import Callable

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from companion.frame.cookies import cookie_name
from companion.people.acquainted import acquaint, is_acquainted
from companion.people.entering import has_passed
from companion.people.identity import (
    GUEST_COOKIE,
    account_key,
    cookie_needs_renewal,
    guest_of,
    set_guest_cookie,
)
from companion.people.services import session_note_visit
from companion.people.sessions import is_seen_long_ago

log = logging.getLogger("safehouse.people")


class PersonMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        person = getattr(request, "_person", None)
        is_new = getattr(request, "_new_guest", None) is not None
        guest_cookie = cookie_name(GUEST_COOKIE)
        if owner := _owner(request):
            acquaint(request, response, owner, has_passed=has_passed(request))
        if person is None or guest_cookie in response.cookies:
            return response
        if person.has_account:
            _note_visit(request)
            # A guest who lives has not become this account: the session may be somebody else's.
            if guest_cookie in request.COOKIES and guest_of(request) is None:
                response.delete_cookie(guest_cookie, samesite="Lax")
        # A tap does not wait for that: whoever keeps coming asks for pages, too.
        elif is_new or (request.method == "GET" and cookie_needs_renewal(request)):
            set_guest_cookie(response, person)
        return response


def _owner(request: HttpRequest) -> uuid.UUID | None:
    """Return whose browser this has turned out to be, if it does not say so yet.

    No tap asks that.
    """
    if shown := getattr(request, "_owner", None):
        return shown  # type: ignore[no-any-return]
    owner = account_key(request) if request.method == "GET" else None
    if owner is None or is_acquainted(request, owner, has_passed=has_passed(request)):
        return None
    return owner


def _note_visit(request: HttpRequest) -> None:
    """Note when this browser was last seen, to within minutes. No tap waits for it."""
    if request.method != "GET" or not is_seen_long_ago(request.session):
        return
    try:
        session_note_visit(request.session.session_key or "")
    except DatabaseError as error:
        log.warning("visit not noted", extra={"error": repr(error)})
