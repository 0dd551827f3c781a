"""Log lines written by a thread of their own: nobody else waits for whoever reads the log.

A terminal that was stopped, or a full pipe that nobody empties, takes no line any more. Whoever
wrote to it then would stand still: the event loop of a web process, a tap, a worker.
"""

import contextlib
import logging
import os
import threading
from logging.handlers import QueueHandler, QueueListener
from queue import Full, Queue
from typing import Any

MOST_LINES = 10_000
"""Lines that wait; those beyond are dropped and counted."""
LAST_SECONDS = 1.0
"""Time at the end of a process for lines that wait."""


class Writer(QueueListener):
    """The thread: writes to a descriptor, past Python's own locks of it."""

    def __init__(self, lines: "Queue[Any]", descriptor: int) -> None:
        super().__init__(lines)
        self.descriptor = descriptor

    def handle(self, record: logging.LogRecord) -> None:
        left = f"{record.getMessage()}\n".encode(errors="backslashreplace")
        with contextlib.suppress(OSError):  # nobody will ever read it
            while left:
                left = left[os.write(self.descriptor, left) :]


class LinesBeside(QueueHandler):
    """Stands in for a handler that writes to the console, with its form and filters."""

    def __init__(self, console: "logging.StreamHandler[Any]", most: int = MOST_LINES) -> None:
        self.lines: Queue[Any] = Queue(most)
        super().__init__(self.lines)
        self.most, self.dropped = most, 0
        self.descriptor = console.stream.fileno()
        self.setLevel(console.level)
        self.setFormatter(console.formatter)
        self.filters = console.filters
        self.writer: Writer | None = None
        os.register_at_fork(after_in_child=self._begin_anew)

    def _begin_anew(self) -> None:
        """Forget the parent's thread and its lines, which the parent writes itself."""
        self.queue = self.lines = Queue(self.most)
        self.writer = None

    def enqueue(self, record: logging.LogRecord) -> None:
        if self.writer is None:
            self.writer = Writer(self.lines, self.descriptor)
            self.writer.start()
        try:
            if self.dropped:
                self.lines.put_nowait(self._told())
                self.dropped = 0
            self.lines.put_nowait(record)
        except Full:
            self.dropped += 1

    def _told(self) -> logging.LogRecord:
        text = f"{self.dropped} log lines were dropped: nobody reads them"
        record = logging.makeLogRecord(
            {"name": __name__, "levelno": logging.WARNING, "levelname": "WARNING", "msg": text}
        )
        return self.prepare(record)  # type: ignore[no-any-return]

    def flush(self) -> None:
        """Wait for the lines that are left, but not for long."""
        lines = self.lines
        with lines.all_tasks_done:
            lines.all_tasks_done.wait_for(lambda: not lines.unfinished_tasks, LAST_SECONDS)


_lock = threading.Lock()


def write_beside() -> None:
    """Have a thread write what this process logs to the console."""
    root = logging.getLogger()
    with _lock:
        root.handlers = [
            LinesBeside(handler) if type(handler) is logging.StreamHandler else handler
            for handler in root.handlers
        ]
