"""The transaction every service writes in, and what it locks there."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.db import connection, transaction
from django.db.models import QuerySet

if TYPE_CHECKING:
    from companion.models import Seat

# SQLite lets one writer in at a time and makes the others sleep and retry, unfairly. Queueing
# them here instead keeps the slowest tap fast (docs/adr/0003). Re-entrant: services nest.
_sqlite_writer = threading.RLock()


def _let_go() -> None:
    """A process that was forked while another thread was writing begins with a free lock."""
    global _sqlite_writer  # noqa: PLW0603
    _sqlite_writer = threading.RLock()


os.register_at_fork(after_in_child=_let_go)


@contextmanager
def write_transaction() -> Iterator[None]:
    """`atomic()`, with writers of this process queueing in front of SQLite."""
    if connection.vendor == "sqlite":
        with _sqlite_writer, transaction.atomic():
            yield
    else:
        with transaction.atomic():
            yield


def locked_seats(seats: "QuerySet[Seat]") -> "QuerySet[Seat]":
    """Nobody else writes to their table, nor takes them away, until this transaction is over.

    The table's row first, always: then two writers wait for one another in one order only. The
    seat's row, too: whoever waited for the table must not go on with the seat as it was before.
    """
    return seats.select_for_update(of=("table", "self"), no_key=True)
