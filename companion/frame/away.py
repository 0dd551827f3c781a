"""Outages that end by themselves, unlike faults of ours: database, Redis, room on the disk."""

import errno
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, TypeVar

import redis
from django.db import InterfaceError, InternalError, OperationalError
from kombu.exceptions import OperationalError as BrokerAway
from redis.backoff import NoBackoff
from redis.retry import Retry

Answer = TypeVar("Answer")
RETRY_SECONDS = 5
_READ_ONLY = "25006"  # PostgreSQL's own code for a server that takes no writes now
_DISK = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO}
_AWAY = (
    OperationalError,
    InterfaceError,
    BrokerAway,
    redis.ConnectionError,
    redis.TimeoutError,
    TimeoutError,
)


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


class Asker:
    """A thread that asks what may be away, one question at a time; nobody waits for it for long.

    The timeouts of a library do not cover the lookup of a host name, which a network that is cut
    holds for half a minute. Whoever asks here is told after `seconds` that there is no answer, and
    from then on at once, until the question that hangs has ended.
    """

    def __init__(self, name: str, seconds: float) -> None:
        self.name, self.seconds = name, seconds
        self._asked: SimpleQueue[tuple[Callable[[], Any], Future[Any]]] = SimpleQueue()
        self._hanging: Future[Any] | None = None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def ask(self, question: Callable[[], Answer]) -> Answer:
        """Return the answer, or raise what it raises; `TimeoutError` if that takes too long."""
        if self._hanging:
            raise TimeoutError(f"{self.name}: still no answer")
        answer = self.begin(question)
        try:
            return answer.result(self.seconds)
        except TimeoutError:
            with self._lock:
                if not answer.cancel() and not answer.done():
                    self._hanging = answer
            raise

    def begin(self, question: Callable[[], Answer]) -> "Future[Answer]":
        """Ask without waiting for the answer."""
        answer: Future[Answer] = Future()
        self._asked.put((question, answer))
        with self._lock:
            if self._thread is None or not self._thread.is_alive():  # as after a fork
                self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
                self._thread.start()
        return answer

    def _run(self) -> None:
        while True:
            question, answer = self._asked.get()
            if not answer.set_running_or_notify_cancel():
                continue
            try:
                told, error = question(), None
            except Exception as raised:  # it is told to whoever asked
                told, error = None, raised
            with self._lock:
                self._hanging = None
                if error is None:
                    answer.set_result(told)
                else:
                    answer.set_exception(error)
