"""Outages that end by themselves, unlike faults of ours: database, Redis, room on the disk."""

import errno

import redis
from django.db import InterfaceError, InternalError, OperationalError
from kombu.exceptions import OperationalError as BrokerAway
from redis.backoff import NoBackoff
from redis.retry import Retry

RETRY_SECONDS = 5
_READ_ONLY = "25006"  # PostgreSQL's own code for a server that takes no writes now
_DISK = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO}
_AWAY = (OperationalError, InterfaceError, BrokerAway, redis.ConnectionError, redis.TimeoutError)


def is_away(error: BaseException | None) -> bool:
    """Return True if the same request may succeed later, with nothing changed in our code."""
    if isinstance(error, InternalError):
        return getattr(error.__cause__, "sqlstate", None) == _READ_ONLY
    if isinstance(error, OSError) and error.errno in _DISK:
        return True
    return isinstance(error, _AWAY)


def open_redis(url: str, seconds: float) -> redis.Redis:
    """Return a client with a timeout of `seconds`, which does not ask twice.

    Only a connection that turns out to be closed, for example after a restart of Redis, is made
    again at once. One that is silent is not: redis-py by itself would try for half a minute.
    """
    return redis.Redis.from_url(
        url,
        socket_timeout=seconds,
        socket_connect_timeout=seconds,
        retry=Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,)),
    )
