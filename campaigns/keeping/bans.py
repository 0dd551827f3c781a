"""Who is shut out right now, without asking the database with every request."""

import logging
import threading
import time
import uuid
from typing import NamedTuple

from django.db import DatabaseError, connection
from django.db.models import Q
from django.utils import timezone

from campaigns.keeping.models import Ban
from companion.frame.addresses import home_of

log = logging.getLogger("safehouse.keeping")
# Another process hears of a new ban so many seconds later.
LOOK_SECONDS = 10.0


class ShutOut(NamedTuple):
    homes: frozenset[str | None]
    people: frozenset[uuid.UUID]


class Bans:
    """The bans in force, read anew every few seconds, beside the requests.

    No page waits for that, and while the database is away those known last stay in force.
    """

    def __init__(self) -> None:
        self._known = ShutOut(frozenset(), frozenset())
        self._read_at: float | None = None

    def now(self) -> ShutOut:
        if self._read_at is None:
            self._look()
        elif time.monotonic() - self._read_at > LOOK_SECONDS:
            self._read_at = time.monotonic()
            threading.Thread(target=self._look_aside, daemon=True).start()
        return self._known

    def forget(self) -> None:
        """Something has changed: look again with the next request."""
        self._read_at = None

    def _look(self) -> None:
        self._read_at = time.monotonic()
        try:
            self._known = _in_force()
        except DatabaseError as error:
            log.warning("bans not read", extra={"error": repr(error)})

    def _look_aside(self) -> None:
        try:
            self._look()
        finally:
            connection.close()


def _in_force() -> ShutOut:
    rows = list(Ban.objects.filter(in_force()).values_list("address", "person_id"))
    return ShutOut(
        frozenset(home_of(address) for address, _person in rows if address),
        frozenset(person for _address, person in rows if person),
    )


def in_force() -> Q:
    """Neither lifted nor over."""
    return Q(lifted_at=None) & (Q(until=None) | Q(until__gt=timezone.now()))


bans = Bans()
