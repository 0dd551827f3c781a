"""How often one client and one key may ask. Counted in windows: one number each, no lists."""

import time
from typing import Any

from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from api.access import access_of
from companion.frame.throttle import client_address


class Window(SimpleRateThrottle):
    """So many requests a window; `wait` says when the next one begins."""

    num_requests: int
    duration: int
    left: float = 0

    def allow_request(self, request: Request, view: Any) -> bool:
        name = self.get_cache_key(request, view)
        if name is None or self.rate is None:
            return True
        window, passed = divmod(time.time(), self.duration)
        self.left = self.duration - passed
        key = f"{name}:{int(window)}"
        if cache.add(key, 1, timeout=self.duration):
            return True
        try:
            return int(cache.incr(key)) <= self.num_requests
        except ValueError:  # the window ended between the two
            return True

    def wait(self) -> float:
        return self.left


class ByClient(Window):
    """Everything from one address, before anybody looks at its keys."""

    scope = "api-client"

    def get_cache_key(self, request: Request, view: Any) -> str:
        return f"throttle:{self.scope}:{client_address(request._request)}"


class ByKey(Window):
    """Everything done with one token, or by one person's browser."""

    scope = "api-key"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        access = access_of(request)
        if access is None:
            return None
        who = f"token:{access.key.token_id}" if access.key else f"person:{access.person_id}"
        return f"throttle:{self.scope}:{who}"
