"""Rate limits for pages, by DRF's own throttle and the rates in the settings."""

from ipaddress import ip_address

from django.http import HttpRequest
from rest_framework.throttling import BaseThrottle, SimpleRateThrottle

from companion.frame.errors import TooManyRequests


class _PerAddress(SimpleRateThrottle):
    def __init__(self, scope: str) -> None:
        self.scope = scope
        super().__init__()

    def get_cache_key(self, request: HttpRequest, view: object) -> str:
        return f"throttle:{self.scope}:{client_address(request)}"


def client_address(request: HttpRequest) -> str | None:
    """Where the request comes from, seen past as many proxies as `PROXIES` says are ours.

    None when that is no address at all, as a proxy that is not ours may claim.
    """
    try:
        return str(ip_address(str(BaseThrottle().get_ident(request))))  # type: ignore[arg-type]
    except ValueError:
        return None


def limit(request: HttpRequest, scope: str) -> None:
    """Count this request against `scope`; raise `TooManyRequests` past its rate."""
    throttle = _PerAddress(scope)
    if not throttle.allow_request(request, None):  # type: ignore[arg-type]
        raise TooManyRequests(throttle.wait())


def check_limit(request: HttpRequest, scope: str) -> None:
    """Raise `TooManyRequests` if `scope` is used up, without counting this request."""
    throttle = _PerAddress(scope)
    allowed, seconds = throttle.parse_rate(throttle.get_rate())
    if allowed is None or seconds is None:
        return
    since = throttle.timer() - seconds
    moments = throttle.cache.get(throttle.get_cache_key(request, None), [])
    recent = [moment for moment in moments if moment > since]
    if len(recent) >= allowed:
        raise TooManyRequests(max(1, recent[-1] - since))
