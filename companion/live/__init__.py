"""Live updates: after a commit the other phones hear the new version number, nothing else."""

from django.db import transaction

from companion.frame.neighbours import neighbours
from companion.live.hub import QuietMessage, hub
from companion.live.pokes import AROUND, RIGHTS
from companion.live.redis_bus import publish, publish_quiet

POKE, QUIET = "poke", "quiet"
"""Names of messages between processes; one that does not know a name ignores it."""


def announce(table_id: str, version: int) -> None:
    """Wake every phone that watches this table, in this process and in the others."""
    hub.poke(table_id, version)
    _tell_others(table_id, version)


def announce_quiet(table_id: str, seen: int, version: int, message: str) -> None:
    """Tell every phone that watches this table of a quiet step; `announce` follows, for the rest.

    Called before it: a stream that already knows the version has sent its phone to fetch the page.
    """
    hub.tell(table_id, seen, QuietMessage(version, message))
    words = f"{table_id} {seen} {version} {message}"
    publish_quiet(words)
    neighbours.tell(QUIET, words)


def rights_changed(topic: str) -> None:
    """Somebody lost a seat, or a role: once that is written, every stream asks again whether it
    may go on, in this process and in the others."""

    def tell() -> None:
        hub.recheck(topic)
        _tell_others(topic, RIGHTS)

    transaction.on_commit(tell, robust=True)


def beside_changed(topic: str) -> None:
    """Announce, once written, that what another room shows beside a table has changed.

    Every phone there fetches it, though the table itself has the same version.
    """

    def tell() -> None:
        hub.stir(topic)
        _tell_others(topic, AROUND)

    transaction.on_commit(tell, robust=True)


def _tell_others(topic: str, version: int) -> None:
    publish(topic, version)
    neighbours.tell(POKE, f"{topic} {version}")
