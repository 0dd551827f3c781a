"""What our cookies are called. Over https `__Host-` stands before those that say who somebody is:
a browser takes such a one from this very host only, by https, and no other host can lay it there.

Whoever comes with a name from before, as after the site's first hour of https, keeps what is in
it: it is moved to its new name by the next answer.
"""

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse

_DAY = 60 * 60 * 24
MOVED = {
    "sessionid": settings.SESSION_COOKIE_AGE,
    "csrftoken": settings.CSRF_COOKIE_AGE,
    "guest": 400 * _DAY,
    "known": 400 * _DAY,
    "browser": _DAY,
}
"""Names from before, and for how long a browser keeps them anew."""


def cookie_name(name: str) -> str:
    return f"{settings.COOKIE_PREFIX}{name}"


class MovedCookies:
    """Reads a name from before once, and takes it away."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.COOKIE_PREFIX:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        before = {name: request.COOKIES.pop(name) for name in MOVED if name in request.COOKIES}
        moved = {
            name: value
            for name, value in before.items()
            if cookie_name(name) not in request.COOKIES
        }
        request.COOKIES |= {cookie_name(name): value for name, value in moved.items()}
        response = self.get_response(request)
        for name in before:
            response.delete_cookie(name, samesite="Lax")
        for name, value in moved.items():
            if cookie_name(name) not in response.cookies:
                response.set_cookie(
                    cookie_name(name),
                    value,
                    max_age=MOVED[name],
                    secure=True,
                    httponly=True,
                    samesite="Lax",
                )
        return response
