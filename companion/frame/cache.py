"""The cache of a site with Redis: while Redis is away, each process counts for itself."""

import logging
import time
from typing import Any

import redis
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

from companion.frame.outage import Outage

AWAY_SECONDS = 2.0
"""For so long nobody tries again: a request waits for Redis once, not at every question."""
_outage = Outage(logging.getLogger("safehouse.cache"), "cache in Redis")


def _either(name: str) -> Any:
    def method(self: "KeptCache", *args: Any, **kwargs: Any) -> Any:
        return self._ask(name, *args, **kwargs)

    return method


class KeptCache(RedisCache):
    """Limits go on counting, a little more generously: nobody adds the processes up."""

    away_until = 0.0

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        own = {**params, "OPTIONS": {"MAX_ENTRIES": 20_000}}
        self._own = LocMemCache("while-redis-is-away", own)

    def _ask(self, name: str, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() >= KeptCache.away_until:
            try:
                answer = getattr(RedisCache, name)(self, *args, **kwargs)
            except redis.RedisError as error:
                KeptCache.away_until = time.monotonic() + AWAY_SECONDS
                _outage.goes_on(error)
            else:
                _outage.is_over()
                return answer
        return getattr(self._own, name)(*args, **kwargs)

    add = _either("add")
    get = _either("get")
    set = _either("set")
    touch = _either("touch")
    delete = _either("delete")
    get_many = _either("get_many")
    has_key = _either("has_key")
    incr = _either("incr")
    set_many = _either("set_many")
    delete_many = _either("delete_many")
    clear = _either("clear")
