"""Our own cookies: their names, how they are sealed, set and read.

Over https, those that say who somebody is have the prefix `__Host-`: a browser accepts such a
cookie from this very host only, by https, and no other host can set it. What we write into one is
sealed for its name: what was made for a bound name is worth nothing under a plain one.
"""

from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

_DAY = 60 * 60 * 24
_LONGEST = 400 * _DAY
SEALED = {"guest": _LONGEST, "known": _LONGEST, "browser": _DAY}
"""Cookies we seal, and the time a browser keeps each."""


def cookie_name(name: str) -> str:
    return f"{settings.COOKIE_PREFIX}{name}"


def seal(name: str, content: Any) -> str:
    """Return the content, sealed for a cookie of exactly that name."""
    return signing.dumps(content, salt=f"safehouse.{name}")


def unseal(name: str, value: str, max_age: int) -> Any:
    """Return the content if it was sealed for exactly that name; raise `BadSignature` if not."""
    return signing.loads(value, salt=f"safehouse.{name}", max_age=max_age)


def cookie_read(request: HttpRequest, name: str, *, max_age: int | None = None) -> Any:
    """Return a cookie's content; raise `KeyError` or `BadSignature` if there is none.

    A bound name may hold what was sealed for the plain one: nobody but us can have moved it.
    """
    value, age = request.COOKIES[cookie_name(name)], max_age or SEALED[name]
    try:
        return unseal(cookie_name(name), value, age)
    except signing.SignatureExpired:
        raise
    except signing.BadSignature:
        return unseal(name, value, age)


def cookie_lay(response: HttpResponse, name: str, content: Any) -> None:
    cookie_keep(response, name, seal(cookie_name(name), content), SEALED[name])


def cookie_keep(response: HttpResponse, name: str, value: str, max_age: int) -> None:
    """Have the browser keep that value, for us alone."""
    response.set_cookie(
        cookie_name(name),
        value,
        max_age=max_age,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )
