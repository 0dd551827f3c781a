"""Entries of a log that are still in force after every undo and redo."""

from bisect import bisect_left
from collections.abc import Iterable
from typing import Any, NamedTuple

from companion.journal.models import Book, Entry

Step = tuple[int, str, int | None, int | None]
"""Seq, kind, and the newest and oldest entry that an undo or redo is about."""


def standing(steps: Iterable[Step]) -> set[int]:
    """Return the entries that have not been undone, or were redone, as read from the log.

    For logs that are read as a whole, including imported and very old ones: an undo stack may start
    over there, the log does not.
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
    """Return the entries of one book that are still in force."""
    return standing(book.entries.values_list("seq", "kind", "target_seq", "down_to_seq"))


def walk(top: int | None, below: dict[int, int | None]) -> list[int]:
    """Return the undo stack from its top, as far down as the links in `below` reach."""
    stack = []
    while top is not None and top in below:
        stack.append(top)
        top = below[top]
    return stack


def undo_stack(book: Book, *, down_to: int = 0) -> list[int]:
    """Return the entries that undo removes one by one, the next one first; one query."""
    if book.undo_seq is None:
        return []
    done = book.entries.filter(
        kind=Entry.Kind.DO, seq__gte=down_to, seq__lte=book.undo_seq
    ).order_by()
    return walk(book.undo_seq, dict(done.values_list("seq", "below_seq")))


class Reach(NamedTuple):
    """Lowest entry of an undo, and the groups it undoes, the newest first."""

    lowest: int
    groups: tuple[str, ...] = ()


def reach_down_to(book: Book, seq: int) -> Reach | None:
    """Return the reach of an undo down to that entry or the first of its group.

    None if the entry is not on the undo stack.
    """
    done = book.entries.filter(kind=Entry.Kind.DO, seq__gte=seq, seq__lte=book.undo_seq or 0)
    rows = done.order_by().values_list("seq", "below_seq", "group")
    groups = {at: group for at, _below, group in rows}
    stack = walk(book.undo_seq, {at: below for at, below, _group in rows})
    if seq not in stack:
        return None
    taken = dict.fromkeys(groups[at] for at in stack if groups[at] is not None)
    return Reach(first_of_group(book, groups[seq]) or seq, tuple(taken))


def first_of_group(book: Book, group: str | None) -> int | None:
    """Return the first entry of a group in this book, or None."""
    if group is None:
        return None
    done = book.entries.filter(kind=Entry.Kind.DO, group=group).order_by("seq")
    first: int | None = done.values_list("seq", flat=True).first()
    return first


def rows_on_stack(book: Book, newest: Iterable[Any]) -> list[Any]:
    """Return those of these entries that are on the undo stack, from its top."""
    by_seq = {entry.seq: entry for entry in newest}
    below = {seq: entry.below_seq for seq, entry in by_seq.items()}
    return [by_seq[seq] for seq in walk(book.undo_seq, below)]
