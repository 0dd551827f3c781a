"""Wakes the streams of this process. It holds no truth: the log does, the hub only pokes.

A stream keeps no queue, only the newest version, so a slow phone can never fall behind. Of each
table the last quiet steps are kept, for streams that have seen all before them.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

AT_ONCE = 50
"""Number of streams to wake before others have their turn: a tap does not wait for all of them."""


STEPS_KEPT = 16


class QuietMessage(NamedTuple):
    """A quiet step: a phone that has seen the version before needs only its message."""

    version: int
    message: str


class Topic:
    """One table that somebody watches."""

    def __init__(self, version: int, rights: int) -> None:
        self.version = version
        self.rights = rights
        """The number of the last change of rights here; `Hub.rights` counts them."""
        self.around = 0
        """How often what other rooms show beside it has changed."""
        self.listeners: set[asyncio.Event] = set()
        self.steps: dict[int, QuietMessage] = {}
        """The last quiet steps, by the version before each."""

    def keep(self, seen: int, step: QuietMessage) -> None:
        """Keep a quiet step, and no more than the newest of them."""
        self.steps[seen] = step
        while len(self.steps) > STEPS_KEPT:
            del self.steps[min(self.steps)]

    def steps_after(self, seen: int) -> list[QuietMessage]:
        """Return the steps that lead from a version to the newest; none if one is missing."""
        steps: list[QuietMessage] = []
        while seen < self.version:
            step = self.steps.get(seen)
            if step is None:
                return []
            steps.append(step)
            seen = step.version
        return steps


class Hub:
    """All topics of this process; what does not say "from any thread" runs in the event loop."""

    def __init__(self) -> None:
        self.topics: dict[str, Topic] = {}
        # Whose right and newest version are about to be read, by topic and person.
        self.asked: dict[tuple[str, str], asyncio.Future[int | None]] = {}
        # All changes of rights: what was read of somebody's before the last one may be old.
        self.rights = 0
        self.reader: asyncio.Task[None] | None = None
        self.is_closing = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop, self.is_closing, self.reader = loop, False, None
        self.topics, self.asked = {}, {}

    def poke(self, table_id: str, version: int) -> None:
        """From any thread: this table has moved. Without a running loop nobody is listening."""
        self._call(self._moved, table_id, version)

    def tell(self, table_id: str, seen: int, step: QuietMessage) -> None:
        """From any thread: this table has moved by a quiet step."""
        self._call(self._told, table_id, seen, step)

    def recheck(self, table_id: str) -> None:
        """From any thread: somebody may have no right to watch this table any more."""
        self._call(self._rights_changed, table_id)

    def stir(self, table_id: str) -> None:
        """From any thread: what other rooms show beside this table has changed."""
        self._call(self._stirred, table_id)

    def close(self) -> None:
        """From any thread: let every stream end now, so that the server can stop."""
        self.is_closing = True
        self._call(self._wake_all)

    def _call(self, function, *args) -> None:  # type: ignore[no-untyped-def]
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(function, *args)

    def _moved(self, table_id: str, version: int) -> None:
        topic = self.topics.get(table_id)
        if topic is not None and version > topic.version:
            topic.version = version
            self._wake(list(topic.listeners))

    def _told(self, table_id: str, seen: int, step: QuietMessage) -> None:
        if topic := self.topics.get(table_id):
            topic.keep(seen, step)
            self._moved(table_id, step.version)

    def _rights_changed(self, table_id: str) -> None:
        self.rights += 1
        if topic := self.topics.get(table_id):
            topic.rights = self.rights
            self._wake(list(topic.listeners))

    def _stirred(self, table_id: str) -> None:
        if topic := self.topics.get(table_id):
            topic.around += 1
            self._wake(list(topic.listeners))

    def _wake(self, listeners: list[asyncio.Event]) -> None:
        for listener in listeners[:AT_ONCE]:
            listener.set()
        if left := listeners[AT_ONCE:]:
            self._call(self._wake, left)

    def _wake_all(self) -> None:
        for topic in self.topics.values():
            for listener in topic.listeners:
                listener.set()

    @contextmanager
    def listening(self, table_id: str, version: int) -> Iterator[tuple[Topic, asyncio.Event]]:
        """Watch a table whose newest version, as just read, is `version`."""
        topic = self.topics.setdefault(table_id, Topic(version, self.rights))
        topic.version = max(topic.version, version)
        listener = asyncio.Event()
        topic.listeners.add(listener)
        try:
            yield topic, listener
        finally:
            topic.listeners.discard(listener)
            if not topic.listeners:
                self.topics.pop(table_id, None)


hub = Hub()
