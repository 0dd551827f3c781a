"""Live updates: after a commit the other phones hear the new version number, nothing else."""

from companion.live.hub import hub
from companion.live.redis_bus import publish


def announce(table_id: str, version: int) -> None:
    """Wake every phone that watches this table, in this process and in the others."""
    hub.poke(table_id, version)
    publish(table_id, version)
