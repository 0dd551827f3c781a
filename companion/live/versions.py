"""How the newest version of whatever can be watched is read. Rooms above register their own."""

from collections.abc import Callable, Iterable

from django.db import connection

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
