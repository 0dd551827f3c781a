"""Rate limits, of a person and of a household. The rates are settings.

A person is counted wherever they are, a household whoever is there: `scope` is the rate of a
person, `scope-network` that of an address where it differs. An IPv6 /64 is one household.
"""

import secrets
import uuid
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from rest_framework.throttling import BaseThrottle, SimpleRateThrottle

from companion.frame.addresses import home_of
from companion.frame.cookies import cookie_lay, cookie_read
from companion.frame.counting import Window, counts
from companion.frame.errors import TooManyRequests

BROWSER_COOKIE = "browser"


class Rate(NamedTuple):
    """A rate limit: `most` in so many `seconds`."""

    most: int
    seconds: int


def rate_of(scope: str) -> Rate | None:
    """Return the rate of a scope; None where there is no limit."""
    rates = SimpleRateThrottle.THROTTLE_RATES
    most, seconds = SimpleRateThrottle.parse_rate(None, rates.get(scope))  # type: ignore[arg-type]
    return Rate(most, seconds) if most is not None and seconds is not None else None


def client_address(request: HttpRequest) -> str | None:
    """Return the address the request comes from, past as many proxies as `PROXIES` says.

    None when that is no address at all, as a proxy that is not ours may claim.
    """
    try:
        address = ip_address(str(BaseThrottle().get_ident(request)))  # type: ignore[arg-type]
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return str(address)


def client_home(request: HttpRequest) -> str | None:
    """Return the client's network: the IPv4 address, or the first one of its IPv6 /64.

    Failed sign-ins are limited by it: one network is one client.
    """
    home = home_of(client_address(request))
    return home.partition("/")[0] if home else None


def limit(request: HttpRequest, scope: str, *, person: uuid.UUID | None = None) -> None:
    """Count this request against `scope`; raise `TooManyRequests` past its rate.

    `person` is given by callers that know them by another way than the browser's cookies. A person
    over their own rate does not use up that of the others in their household.
    """
    for name, rate in _counted(request, scope, person):
        window = Window.now(rate.seconds)
        if counts().add(name, window) > rate.most:
            raise TooManyRequests(window.left)


def check_limit(request: HttpRequest, scope: str, *, person: uuid.UUID | None = None) -> None:
    """Raise `TooManyRequests` if `scope` is used up, without counting this request."""
    for name, rate in _counted(request, scope, person):
        window = Window.now(rate.seconds)
        if counts().look(name, window) >= rate.most:
            raise TooManyRequests(window.left)


def limit_name(scope: str, name: str) -> None:
    """Count what is done to `name`, whoever does it; raise past the rate of `scope`."""
    if rate := rate_of(scope):
        window = Window.now(rate.seconds)
        if counts().add(f"{scope}:{name}", window) > rate.most:
            raise TooManyRequests(window.left)


def check_name(scope: str, name: str, *, text: str | Promise = "") -> None:
    """Raise `TooManyRequests` in those words if `name` has used up `scope`, without counting."""
    if rate := rate_of(scope):
        window = Window.now(rate.seconds)
        if counts().look(f"{scope}:{name}", window) >= rate.most:
            raise TooManyRequests(window.left, text)


def left(request: HttpRequest, scope: str) -> int | None:
    """Return how often this sender may still do it in this window; None without a limit."""
    counted = _counted(request, scope, None)
    if not counted:
        return None
    return min(
        max(0, rate.most - counts().look(name, Window.now(rate.seconds))) for name, rate in counted
    )


def _counted(request: HttpRequest, scope: str, person: uuid.UUID | None) -> list[tuple[str, Rate]]:
    """Return the names this request is counted by, the person's first, with their rates."""
    own, shared = rate_of(scope), rate_of(f"{scope}-network") or rate_of(scope)
    who = person or person_key(request) or _browser(request)
    names = [(f"{scope}:{who}", own)] if who else []
    names.append((f"{scope}:{home_of(client_address(request))}", shared))
    return [(name, rate) for name, rate in names if rate]


def person_key(request: HttpRequest) -> uuid.UUID | None:
    """Return the key of the request's person, from session or guest cookie alone."""
    from companion.people.identity import key_of  # not above: it imports this module

    return key_of(request)


def _browser(request: HttpRequest) -> str | None:
    """Return the key of a browser that has done something wrong before and is nobody yet."""
    try:
        return str(cookie_read(request, BROWSER_COOKIE))
    except (KeyError, signing.BadSignature):
        return None


def mark_browser(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Mark this browser: what it does wrong counts for itself, not for the table next to it."""
    if person_key(request) is None and _browser(request) is None:
        cookie_lay(response, BROWSER_COOKIE, secrets.token_hex(8))
    return response
