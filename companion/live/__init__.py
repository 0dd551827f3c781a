"""Live updates: after a commit the other phones hear the new version number, nothing else."""

from django.db import transaction

from companion.frame.neighbours import neighbours
from companion.live.hub import hub
from companion.live.pokes import AROUND, RIGHTS
from companion.live.redis_bus import publish

POKE = "poke"


def announce(table_id: str, version: int) -> None:
    """Wake every phone that watches this table, in this process and in the others."""
    hub.poke(table_id, version)
    _tell_others(table_id, version)


def rights_changed(topic: str) -> None:
    """Somebody lost a seat, or a role: once that is written, every stream asks again whether it
    may go on, in this process and in the others."""

    def tell() -> None:
        hub.recheck(topic)
        _tell_others(topic, RIGHTS)

    transaction.on_commit(tell, robust=True)


def beside_changed(topic: str) -> None:
    """What another room shows beside a table is no longer the same: once that is written, every
    phone there asks for it, though the table itself has not moved."""

    def tell() -> None:
        hub.stir(topic)
        _tell_others(topic, AROUND)

    transaction.on_commit(tell, robust=True)


def _tell_others(topic: str, version: int) -> None:
    publish(topic, version)
    neighbours.tell(POKE, f"{topic} {version}")
