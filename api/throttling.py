"""How often one client and one key may ask. Counted as all limits are."""

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from api.access import access_of
from companion.frame.addresses import home_of
from companion.frame.counting import Window, counts
from companion.frame.throttle import client_address


class InWindows(SimpleRateThrottle):
    """A rate limit by window; `wait` is the time until the next one begins."""

    num_requests: int
    duration: int
    left: float = 0

    def allow_request(self, request: Request, view: Any) -> bool:
        name = self.get_cache_key(request, view)
        if name is None or self.rate is None:
            return True
        window = Window.now(self.duration)
        self.left = window.left
        return counts().add(name, window) <= self.num_requests

    def wait(self) -> float:
        return self.left


class ByClient(InWindows):
    """Everything from one address, before anybody looks at its keys."""

    scope = "api-client"

    def get_cache_key(self, request: Request, view: Any) -> str:
        return f"{self.scope}:{home_of(client_address(request._request))}"


class ByKey(InWindows):
    """Everything done with one token, or by one person's browser."""

    scope = "api-key"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        access = access_of(request)
        if access is None:
            return None
        who = f"token:{access.key.token_id}" if access.key else f"person:{access.person_id}"
        return f"{self.scope}:{who}"
