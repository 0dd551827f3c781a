"""Whoever comes with the names from before, as after the site's first hour of https, keeps seat and
session: what is in them is moved to the bound names by the next answer.

Another host of the same domain can lay a plain name, so only what was made for one is moved, and
only in a browser that has no bound name yet. Nothing of that kind is made over https: the move ends
with what is left from before, after 90 days for sessions and 400 for guests.
"""

from collections.abc import Callable

from django.conf import settings
from django.core import signing
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse

from companion.frame.cookies import SEALED, cookie_keep, cookie_name, unseal
from companion.people.sessions import COOKIE, SessionStore

SESSION, CSRF = "sessionid", "csrftoken"
AGES = {**SEALED, SESSION: settings.SESSION_COOKIE_AGE, CSRF: settings.CSRF_COOKIE_AGE}


class MovedCookies:
    """Reads a name from before once, and takes it away."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.COOKIE_PREFIX:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        is_bound = any(cookie_name(name) in request.COOKIES for name in AGES)
        plain = {name: request.COOKIES.pop(name) for name in AGES if name in request.COOKIES}
        moved = {} if is_bound else _from_before(plain)
        request.COOKIES |= {cookie_name(name): value for name, value in moved.items()}
        response = self.get_response(request)
        for name in plain:
            response.delete_cookie(name, samesite="Lax")
        for name, value in moved.items():
            if cookie_name(name) not in response.cookies:
                cookie_keep(response, name, value, AGES[name])
        return response


def _from_before(plain: dict[str, str]) -> dict[str, str]:
    """Return the cookies that were made for their plain name.

    The token against forged forms does not tell its age; it goes along with any other.
    """
    made = {name: value for name, value in plain.items() if _was_made_for(name, value)}
    return made | {CSRF: plain[CSRF]} if made and CSRF in plain else made


def _was_made_for(name: str, value: str) -> bool:
    if name == SESSION:
        session = SessionStore(value).load()
        return bool(session) and session.get(COOKIE, SESSION) == SESSION
    if name == CSRF:
        return False
    try:
        unseal(name, value, SEALED[name])
    except signing.BadSignature:
        return False
    return True
