"""The one write path of every book: do, undo, redo, and the answer to what was sent before.

Callers lock the book's row, say who signs the new entry, and pass it on here unsaved. What is
refused raises `RuleError`, and with their transaction nothing is stored.
"""

import zlib
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from companion.journal.models import Book, Entry
from companion.journal.selectors import light_entries, state_json_after
from companion.journal.standing import Reach, first_of_group, undo_stack
from companion.live import announce
from companion.prepared import insert, update
from rules import Guard, IllegalCommand, RuleError, StaleCommand, encode

WRITTEN = ("state_json", "version", "undo_seq", "redo_seq", "updated_at")
FAST = 1  # of zlib: a tap does not wait for the last tenth of space


class NotAllowed(IllegalCommand):
    """The sender may not write here: nothing at all is said of the command."""


class Outcome(Protocol):
    """What rules make of a command."""

    @property
    def state(self) -> Any: ...
    @property
    def events(self) -> tuple[Any, ...]: ...


class Answer(NamedTuple):
    """What the sender of a command gets to know."""

    version: int
    seq: int
    events: tuple[Any, ...]
    state_json: str
    repeated: bool


def once(
    entries: Callable[[], QuerySet[Any]], command_id: str, write: Callable[[], Answer]
) -> Answer:
    """Write, or answer as the first time where this id was written before.

    A command sent before is seldom: only where this one is refused, by the rules or by the log's
    own uniqueness, do we look whether it was.
    """
    try:
        return write()
    except NotAllowed:
        raise
    except (RuleError, IntegrityError):
        if earlier := _earlier(entries(), command_id):
            return earlier
        raise


def _earlier(entries: QuerySet[Any], command_id: str) -> Answer | None:
    """The stored answer to a double tap or a resend."""
    entry = entries.filter(command_id=command_id).first()
    if entry is None:
        return None
    after = state_json_after(entry.book, entry.seq)
    return Answer(entry.seq, entry.seq, entry.events, state_json=after, repeated=True)


def check_exact(book: Book, seen: int) -> None:
    """What the sender decided on is what there is."""
    if seen != book.version:
        raise StaleCommand("table.moved", version=book.version)


def check_guard(book: Book, guard: Guard, seen: int) -> None:
    """Before a command is read: what was offered then may not be offered now."""
    if guard is Guard.NONE or seen == book.version:
        return
    if guard is Guard.STEP:
        after_seen = book.entries.filter(seq=seen + 1).first()
        if after_seen:
            before = book.read_state(after_seen.state_before_json)
            if before.step == book.any_state.step:
                return
    raise StaleCommand("table.moved", version=book.version)


def do(
    book: Book, entry: Entry, *, command: Any, outcome: Outcome, can_be_undone: bool = True
) -> Answer:
    """Append what a command did. What cannot be undone ends the undo of all before it."""
    entry.command_json = encode(command).decode()
    entry.below_seq = book.undo_seq
    book.undo_seq, book.redo_seq = book.version + 1 if can_be_undone else None, None
    return _append(book, entry, after=outcome.state, events=outcome.events)


def undo(book: Book, entry: Entry, *, reach: Reach | None = None) -> Answer:
    """Restore the state before the last step, or as far as it reaches down, to the letter.

    A group is one step. However many steps they are, that is one entry, and redo brings them back
    together.
    """
    top = book.undo_seq
    if top is None:
        raise IllegalCommand("undo.nothing")
    lowest = book.entries.get(seq=reach.lowest if reach else top)
    if reach is None and lowest.group is not None:
        reach = Reach(first_of_group(book, lowest.group) or top, (lowest.group,))
        lowest = book.entries.get(seq=reach.lowest)
    entry.kind, entry.target_seq, entry.below_seq = Entry.Kind.UNDO, top, book.redo_seq
    entry.down_to_seq = lowest.seq if lowest.seq != top else None
    entry.speak_of(lowest)
    _turn(entry, reach.groups if reach else ())
    book.undo_seq, book.redo_seq = lowest.below_seq, book.version + 1
    return _append(book, entry, after=book.restored(lowest.state_before_json))


def _turn(entry: Entry, groups: tuple[str, ...]) -> None:
    """What turns a group leads to its turning in the other book, unless that one led here."""
    entry.turned = groups
    if groups and entry.group is None:
        entry.group = entry.own_group


def redo(book: Book, entry: Entry) -> Answer:
    """Bring back what the last undo took: its mirror."""
    if book.redo_seq is None:
        raise IllegalCommand("redo.nothing")
    undone = book.entries.get(seq=book.redo_seq)
    entry.kind, entry.target_seq = Entry.Kind.REDO, undone.target_seq
    entry.down_to_seq = undone.down_to_seq
    entry.speak_of(undone)
    _turn(entry, (undone.group,) if undone.group else ())
    book.undo_seq, book.redo_seq = undone.target_seq, undone.below_seq
    return _append(book, entry, after=undone.state_before_json)


def lead(entry: Entry) -> str:
    """A written entry has led to others in another book: they are one group from now on."""
    if entry.group is None:
        entry.group = entry.own_group
        type(entry)._default_manager.filter(pk=entry.pk).update(group=entry.group)
    return entry.group


class Turned(NamedTuple):
    """What became of groups in the book that follows."""

    is_whole: bool
    blocked_by: tuple[Any, ...] = ()
    """The steps decided since, which would go too; the newest first."""


def turn_back(
    book: Book, groups: tuple[str, ...], entry: Entry, *, along: int | None = None
) -> Turned:
    """Take back what these groups did in this book, in one entry, if nothing stands above it.

    What stands above goes along for a sender who was told of it at this version. What they undid
    is done again, what they did is undone. What lies below a step that cannot be undone stays,
    and so what it returns is not the whole.
    """
    members = list(light_entries(book).filter(group__in=groups).order_by("-seq"))
    newest = members[0] if members else None
    if newest is None:
        return Turned(False)
    if newest.kind == Entry.Kind.UNDO and newest.seq == book.redo_seq:
        redo(book, entry)
        return Turned(len(members) == 1)
    if newest.kind == Entry.Kind.REDO and newest.target_seq == book.undo_seq:
        undo(book, entry, reach=Reach(newest.down_to_seq or newest.target_seq))
        return Turned(len(members) == 1)
    done = {member.seq for member in members if member.kind == Entry.Kind.DO}
    stack = undo_stack(book, down_to=min(done)) if done else []
    there = [seq for seq in stack if seq in done]
    if not there:
        return Turned(False)
    above = [seq for seq in stack[: stack.index(there[-1])] if seq not in done]
    if above and along != book.version:
        decided = book.entries.filter(seq__in=above).order_by("-seq")
        return Turned(False, blocked_by=tuple(decided))
    undo(book, entry, reach=Reach(there[-1]))
    return Turned(len(there) == len(members))


def _append(book: Book, entry: Entry, *, after: Any, events: tuple[Any, ...] = ()) -> Answer:
    """Store the entry and the state after it, and tell the other phones once it is committed.

    A state that stood before is given as its text and restored to the letter.
    """
    entry.seq = book.version + 1
    entry.events_json = encode(events).decode()
    entry.state_before_zlib = zlib.compress(book.state_json.encode(), FAST)
    insert(entry)
    if isinstance(after, str):
        book.state_json = after
    else:
        book.keep_state(after)
    book.version, book.written, book.updated_at = entry.seq, entry, timezone.now()
    update(book, *WRITTEN)
    transaction.on_commit(lambda: announce(str(book.pk), entry.seq), robust=True)
    return Answer(entry.seq, entry.seq, events, state_json=book.state_json, repeated=False)
