"""The transaction every service writes in, and what it locks there."""

import fcntl
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from django.db import connection, transaction
from django.db.models import QuerySet

from companion.flush import SharedFlush

if TYPE_CHECKING:
    from companion.models import Seat

FLAGS = os.O_CREAT | os.O_RDWR | os.O_CLOEXEC


class _Queue:
    """The writers of a SQLite database, one after the other: of this process by a lock, of all
    processes by a lock on a file beside the database.

    SQLite lets one writer in at a time and makes the others sleep and retry, unfairly. Queueing
    them here instead keeps the slowest tap fast (docs/adr/0003, 0023).
    """

    def __init__(self) -> None:
        self._of_process = threading.Lock()
        self._file: int | None = None

    def leave(self) -> None:
        """Forget the file, whose lock would last as long as any process has it open."""
        if self._file is not None:
            os.close(self._file)

    @contextmanager
    def turn(self, database: Path) -> Iterator[None]:
        with self._of_process:
            if self._file is None:
                # On a disk that takes nothing any more the database says so, in its own words.
                with suppress(OSError):
                    self._file = os.open(database.with_name(f"{database.name}-turn"), FLAGS, 0o600)
            if self._file is None:
                yield
                return
            fcntl.flock(self._file, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.flock(self._file, fcntl.LOCK_UN)


_queue = _Queue()
_flushes: dict[Path, SharedFlush] = {}


def _begin_anew() -> None:
    """Give a forked process a new queue and flush: others may have been writing during the fork."""
    global _queue  # noqa: PLW0603
    _queue.leave()
    _queue = _Queue()
    for flush in _flushes.values():
        flush.leave()
    _flushes.clear()


os.register_at_fork(after_in_child=_begin_anew)


@contextmanager
def write_transaction() -> Iterator[None]:
    """Begin a transaction; with SQLite, the writers of this machine queue and share their flush.

    What waits for the commit waits for the flush. Whoever is in a transaction already has had
    their turn: services nest.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic():
            yield
        return
    database = Path(connection.settings_dict["NAME"])
    with _queue.turn(database), _unflushed(), transaction.atomic():
        yield
        told, connection.run_on_commit = connection.run_on_commit, []
    _flushes.setdefault(database, SharedFlush(database)).wait()
    connection.run_on_commit = told
    connection.run_and_clear_commit_hooks()


@contextmanager
def _unflushed() -> Iterator[None]:
    """Let commits of this connection return before the disk has them."""
    connection.ensure_connection()
    raw = connection.connection
    with connection.wrap_database_errors:  # it reads the database, which may be away
        raw.execute("PRAGMA synchronous=NORMAL")
    try:
        yield
    finally:
        with suppress(sqlite3.Error):  # closed meanwhile: a new one begins with FULL
            raw.execute("PRAGMA synchronous=FULL")


def locked_seats(seats: "QuerySet[Seat]") -> "QuerySet[Seat]":
    """Return these seats, locked with their tables against other writers in this transaction.

    The table's row first, always: then two writers wait for one another in one order only. The
    seat's row, too: whoever waited for the table must not go on with the seat as it was before.
    """
    return seats.select_for_update(of=("table", "self"), no_key=True)
