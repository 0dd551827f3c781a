"""How the newest version of whatever can be watched is read. Rooms above register their own."""

import asyncio
from collections.abc import Callable, Iterable

from django.db import connection

from companion.live.hub import hub

Reader = Callable[[Iterable[str]], dict[str, int]]


def _tables(ids: Iterable[str]) -> dict[str, int]:
    from companion.models import Table

    rows = Table.objects.filter(pk__in=list(ids)).values_list("pk", "version")
    return {str(pk): version for pk, version in rows}


_readers: dict[str, Reader] = {"tables": _tables}


def watch(room: str, reader: Reader) -> None:
    """`reader(ids)` gives the newest versions of those that belong to that room."""
    _readers[room] = reader


def newest_versions(ids: Iterable[str]) -> dict[str, int]:
    """The newest version of each of these, a query a room at most."""
    found: dict[str, int] = {}
    try:
        for reader in _readers.values():
            if left := [one for one in ids if one not in found]:
                found |= reader(left)
    finally:
        connection.close()  # of this helper thread; nobody else would
    return found


async def newest_version(topic: str) -> int | None:
    """The newest version of one of them, for the event loop; None if there is no such thing.

    What somebody watches already is known here. All others that are asked for while a read is
    under way are read together: after a restart everybody comes back at once.
    """
    if watched := hub.topics.get(topic):
        return watched.version
    loop, is_reading = asyncio.get_running_loop(), bool(hub.asked)
    asked = hub.asked.setdefault(topic, loop.create_future())
    if not is_reading:
        hub.reader = loop.create_task(_read_asked())
    return await asyncio.shield(asked)


async def _read_asked() -> None:
    while hub.asked:
        waiting = dict(hub.asked)
        found: dict[str, int] = {}
        failure = None
        try:
            found = await asyncio.to_thread(newest_versions, list(waiting))
        except Exception as error:  # whoever waits knows what to do about it
            failure = error
        for topic, asked in waiting.items():
            del hub.asked[topic]
            if failure:
                asked.set_exception(failure)
            else:
                asked.set_result(found.get(topic))
