"""Which entries of a log stand after every undo and redo, read from the log itself.

For logs that are read as a whole. Where only the newest matter, the links between entries lead
from one to the next (docs/adr/0004).
"""

from bisect import bisect_left
from collections.abc import Iterable

from companion.models import LogEntry, Table

Step = tuple[int, str, int | None, int | None]
"""seq, kind, and the entries an undo or redo speaks of: the newest of them and the oldest."""


def standing(steps: Iterable[Step]) -> set[int]:
    """The entries that no undo has taken back, or a redo has brought again."""
    done: list[int] = []
    taken_back: list[list[int]] = []
    for seq, kind, newest, oldest in steps:
        if kind == LogEntry.Kind.DO:
            done.append(seq)
            taken_back.clear()
        elif kind == LogEntry.Kind.UNDO:
            first = oldest or newest or 0
            kept = bisect_left(done, first)
            taken_back.append(done[kept:])
            del done[kept:]
        elif taken_back:
            done += taken_back.pop()
    return set(done)


def standing_in(table: Table) -> set[int]:
    """Those of one table."""
    return standing(table.entries.values_list("seq", "kind", "target_seq", "down_to_seq"))
