"""What can be watched: its newest version, and who may. Rooms above register their own."""

import asyncio
from collections.abc import Callable, Iterable
from typing import NamedTuple

from django.db import connection

from companion.live.hub import hub

Watcher = tuple[str, str]
"""A topic and the person who watches it."""


class TopicReader(NamedTuple):
    """A room's functions that read the newest versions of topics, and the watchers allowed."""

    versions: Callable[[Iterable[str]], dict[str, int]]
    allowed: Callable[[Iterable[str], Iterable[str]], Iterable[Watcher]]


def _tables(ids: Iterable[str]) -> dict[str, int]:
    from companion.models import Table

    rows = Table.objects.filter(pk__in=list(ids)).values_list("pk", "version")
    return {str(pk): version for pk, version in rows}


def _seated(tables: Iterable[str], people: Iterable[str]) -> Iterable[Watcher]:
    from companion.models import Seat

    seats = Seat.objects.filter(table__in=list(tables), person__in=list(people))
    rows = seats.filter(table__binned_at=None).values_list("table", "person")
    return {(str(table), str(person)) for table, person in rows}


_rooms: dict[str, TopicReader] = {"tables": TopicReader(_tables, _seated)}


def watch(name: str, room: TopicReader) -> None:
    """`room` knows the topics of that room above."""
    _rooms[name] = room


def newest_versions(ids: Iterable[str]) -> dict[str, int]:
    """Return the newest version of each of these, a query a room at most."""
    versions: dict[str, int] = {}
    try:
        for room in _rooms.values():
            if left := [id_ for id_ in ids if id_ not in versions]:
                versions |= room.versions(left)
    finally:
        connection.close()  # of this helper thread; nobody else would
    return versions


def watched_versions(watchers: Iterable[Watcher]) -> dict[Watcher, int]:
    """The newest version of what each of these watches, where they may: two queries a room."""
    asked = set(watchers)
    people = {person for _topic, person in asked}
    seen: dict[Watcher, int] = {}
    try:
        for room in _rooms.values():
            versions = room.versions({topic for topic, _person in asked})
            allowed = asked & set(room.allowed(versions, people)) if versions else ()
            seen |= {watcher: versions[watcher[0]] for watcher in allowed}
    finally:
        connection.close()
    return seen


async def version_for(topic: str, person: str) -> int | None:
    """Return the newest version of a topic, for somebody who may watch it now; None for others.

    All that are asked for while a read is under way are read together: after a restart everybody
    comes back at once.
    """
    loop = asyncio.get_running_loop()
    asked = hub.asked.setdefault((topic, person), loop.create_future())
    if hub.reader is None or hub.reader.done():
        hub.reader = loop.create_task(_read_asked())
    return await asyncio.shield(asked)


async def _read_asked() -> None:
    while hub.asked:
        # Whoever asks from now on is told what is true from now on.
        waiting, hub.asked = hub.asked, {}
        versions: dict[Watcher, int] = {}
        failure = None
        try:
            versions = await asyncio.to_thread(watched_versions, list(waiting))
        except Exception as error:  # whoever waits knows what to do about it
            failure = error
        for watcher, asked in waiting.items():
            if failure:
                asked.set_exception(failure)
            else:
                asked.set_result(versions.get(watcher))
