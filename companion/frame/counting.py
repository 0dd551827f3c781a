"""Counters for rate limits: a number for each name and hour, minute or day, never dropped early.

With `REDIS_URL` the numbers are shared by all processes; while Redis is away each process counts
for itself, a little more generously, and nobody waits for it. Without it the web processes of one
`serve` tell each other what they count, a moment later.
"""

import logging
import math
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import lru_cache
from typing import NamedTuple

from django.conf import settings

from companion.frame.away import Asker, open_redis
from companion.frame.neighbours import neighbours
from companion.frame.outage import Outage

AWAY_SECONDS = 2.0
"""Interval between two looks if Redis is back."""
TIMEOUT_SECONDS = 1.0
MOST_NAMES = 200_000
"""Limit of names: about 40 MB. Those beyond it are counted together."""
SWEEP_SECONDS = 60.0
PREFIX = "safehouse:count"
COUNTED = "counted"


class Window(NamedTuple):
    """The window of time that counts now."""

    number: int
    seconds: int
    left: float

    @classmethod
    def now(cls, seconds: int) -> "Window":
        number, passed = divmod(time.time(), seconds)
        return cls(int(number), seconds, seconds - passed)


class OwnCounts:
    """The numbers of this process. Those that are over go; the others stay, whatever comes."""

    def __init__(self, most: int = MOST_NAMES) -> None:
        self.most = most
        self._numbers: dict[str, tuple[float, int]] = {}
        self._lock = threading.Lock()
        self._swept_at = 0.0

    def add(self, name: str, window: Window) -> int:
        now = time.time()
        with self._lock:
            self._sweep(now)
            key = self._key(name, window)
            count = self._count(key, now + window.left)
        neighbours.tell(COUNTED, f"{now + window.left} {key}")
        return count

    def heard(self, words: str) -> None:
        """Count one that a neighbor has counted."""
        until, _space, key = words.partition(" ")
        with self._lock:
            if key in self._numbers or len(self._numbers) < self.most:
                self._count(key, float(until))

    def look(self, name: str, window: Window) -> int:
        with self._lock:
            return self._numbers.get(self._key(name, window), (0.0, 0))[1]

    def clear(self) -> None:
        with self._lock:
            self._numbers = {}

    def _count(self, key: str, until: float) -> int:
        count = self._numbers.get(key, (0.0, 0))[1] + 1
        self._numbers[key] = (until, count)
        return count

    def _key(self, name: str, window: Window) -> str:
        key = f"{name}:{window.number}"
        is_room = key in self._numbers or len(self._numbers) < self.most
        return key if is_room else f"others:{window.seconds}:{window.number}"

    def _sweep(self, now: float) -> None:
        if now - self._swept_at > SWEEP_SECONDS:
            self._swept_at = now
            self._numbers = {key: kept for key, kept in self._numbers.items() if kept[0] > now}


class SharedCounts:
    """The numbers of all processes, in Redis; each goes when its window is over."""

    def __init__(self, url: str) -> None:
        self._own = OwnCounts()
        self._outage = Outage(logging.getLogger("safehouse.limits"), "limits in Redis")
        self._client = open_redis(url, TIMEOUT_SECONDS)
        self._asker = Asker("limits", TIMEOUT_SECONDS)
        self._look: Future[bool] | None = None
        self._looked_at = 0.0

    def add(self, name: str, window: Window) -> int:
        key = f"{PREFIX}:{name}:{window.number}"

        def count() -> int:
            with self._client.pipeline(transaction=False) as pipeline:
                pipeline.incr(key)
                pipeline.expire(key, math.ceil(window.left) + 1)
                return int(pipeline.execute()[0])

        counted = self._ask(count)
        return self._own.add(name, window) if counted is None else counted

    def look(self, name: str, window: Window) -> int:
        key = f"{PREFIX}:{name}:{window.number}"
        counted = self._ask(lambda: int(self._client.get(key) or 0))
        return self._own.look(name, window) if counted is None else counted

    def forgets(self) -> bool:
        """Return True if this Redis drops numbers when it is full, which lifts limits early."""
        memory = self._asker.ask(lambda: self._client.info("memory"))
        assert isinstance(memory, dict)
        return bool(memory.get("maxmemory")) and memory.get("maxmemory_policy") != "noeviction"

    def clear(self) -> None:
        self._own.clear()
        for key in self._client.scan_iter(f"{PREFIX}:*"):
            self._client.unlink(key)

    def _ask(self, question: Callable[[], int]) -> int | None:
        """Return the answer of Redis; None while it is away."""
        if self._outage.is_on:
            self._look_if_it_is_back()
            return None
        try:
            return self._asker.ask(question)
        except Exception as error:  # whatever fails there, a limit is counted here
            self._outage.goes_on(error)
            return None

    def _look_if_it_is_back(self) -> None:
        """Look now and then, without waiting for what is seen."""
        now = time.monotonic()
        if (self._look is None or self._look.done()) and now - self._looked_at > AWAY_SECONDS:
            self._looked_at = now
            self._look = self._asker.begin(self._client.ping)
            self._look.add_done_callback(self._note_look)

    def _note_look(self, look: "Future[bool]") -> None:
        if error := look.exception():
            self._outage.goes_on(error)
        else:
            self._outage.is_over()


@lru_cache(maxsize=2)
def _counts(url: str) -> OwnCounts | SharedCounts:
    return SharedCounts(url) if url else OwnCounts()


def counts() -> OwnCounts | SharedCounts:
    """Return the counters of this site."""
    return _counts(settings.REDIS_URL)


def _heard(words: str) -> None:
    numbers = counts()
    if isinstance(numbers, OwnCounts):
        numbers.heard(words)


neighbours.hear(COUNTED, _heard)
