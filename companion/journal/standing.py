"""What of a log stands after every undo and redo."""

from bisect import bisect_left
from collections.abc import Iterable
from typing import Any, NamedTuple

from companion.journal.models import Book, Entry

Step = tuple[int, str, int | None, int | None]
"""seq, kind, and the entries an undo or redo speaks of: the newest of them and the oldest."""


def standing(steps: Iterable[Step]) -> set[int]:
    """The entries that no undo has taken back, or a redo has brought again; read from the log.

    For logs that are read as a whole, those from files and of long ago too: an undo stack begins
    anew there, the log does not.
    """
    done: list[int] = []
    taken_back: list[list[int]] = []
    for seq, kind, newest, oldest in steps:
        if kind == Entry.Kind.DO:
            done.append(seq)
            taken_back.clear()
        elif kind == Entry.Kind.UNDO:
            first = oldest or newest or 0
            kept = bisect_left(done, first)
            taken_back.append(done[kept:])
            del done[kept:]
        elif taken_back:
            done += taken_back.pop()
    return set(done)


def standing_in(book: Book) -> set[int]:
    """Those of one book."""
    return standing(book.entries.values_list("seq", "kind", "target_seq", "down_to_seq"))


def walk(top: int | None, below: dict[int, int | None]) -> list[int]:
    """The undo stack from its top, as far down as the links between entries are at hand."""
    stack = []
    while top is not None and top in below:
        stack.append(top)
        top = below[top]
    return stack


def undo_stack(book: Book, *, down_to: int = 0) -> list[int]:
    """The entries that undo takes back one after the other, from the next one; one question."""
    if book.undo_seq is None:
        return []
    done = book.entries.filter(
        kind=Entry.Kind.DO, seq__gte=down_to, seq__lte=book.undo_seq
    ).order_by()
    return walk(book.undo_seq, dict(done.values_list("seq", "below_seq")))


class Reach(NamedTuple):
    """How far down an undo goes, and which groups it takes back, the newest first."""

    lowest: int
    groups: tuple[str, ...] = ()


def reach_down_to(book: Book, seq: int) -> Reach | None:
    """Of an undo down to that entry, and to the first of its group; None if it does not stand."""
    done = book.entries.filter(kind=Entry.Kind.DO, seq__gte=seq, seq__lte=book.undo_seq or 0)
    rows = done.order_by().values_list("seq", "below_seq", "group")
    groups = {at: group for at, _below, group in rows}
    stack = walk(book.undo_seq, {at: below for at, below, _group in rows})
    if seq not in stack:
        return None
    taken = dict.fromkeys(groups[at] for at in stack if groups[at] is not None)
    return Reach(first_of_group(book, groups[seq]) or seq, tuple(taken))


def first_of_group(book: Book, group: str | None) -> int | None:
    """Where a group begins in this book."""
    if group is None:
        return None
    done = book.entries.filter(kind=Entry.Kind.DO, group=group).order_by("seq")
    first: int | None = done.values_list("seq", flat=True).first()
    return first


def rows_on_stack(book: Book, newest: Iterable[Any]) -> list[Any]:
    """Of these entries those on the undo stack, from its top."""
    by_seq = {entry.seq: entry for entry in newest}
    below = {seq: entry.below_seq for seq, entry in by_seq.items()}
    return [by_seq[seq] for seq in walk(book.undo_seq, below)]
