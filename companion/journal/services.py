"""Services that write every book: do, undo, redo, and the answer to a resent command.

Callers lock the book's row, set the author of the new entry, and pass it on here unsaved. Refused
commands raise `RuleError`, and with their transaction nothing is stored.
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
FAST = 1  # zlib level: fast taps matter more than the last tenth of space


class NotAllowed(IllegalCommand):
    """A sender who may not write here. Nothing is revealed about the command."""


class CommandOutcome(Protocol):
    """The result of a command by the rules."""

    @property
    def state(self) -> Any: ...
    @property
    def events(self) -> tuple[Any, ...]: ...


class Answer(NamedTuple):
    """The answer to the sender of a command."""

    version: int
    seq: int
    events: tuple[Any, ...]
    state_json: str
    repeated: bool


def once(
    entries: Callable[[], QuerySet[Any]], command_id: str, write: Callable[[], Answer]
) -> Answer:
    """Write, or return the first answer if this id was written before.

    Resent commands are rare: the log is searched for the id only if the rules or the log's unique
    constraints refuse the write.
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
    """Return the stored answer to a double tap or a resend, or None."""
    entry = entries.filter(command_id=command_id).first()
    if entry is None:
        return None
    after = state_json_after(entry.book, entry.seq)
    return Answer(entry.seq, entry.seq, entry.events, state_json=after, repeated=True)


def check_exact(book: Book, seen: int) -> None:
    """Raise `StaleCommand` unless the sender has seen the current version."""
    if seen != book.version:
        raise StaleCommand("table.moved", version=book.version)


def check_guard(book: Book, guard: Guard, seen: int) -> None:
    """Raise `StaleCommand` if the version the sender saw is too old for this guard.

    Called before a command is read: what was offered then may not be offered now.
    """
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
    book: Book, entry: Entry, *, command: Any, outcome: CommandOutcome, can_be_undone: bool = True
) -> Answer:
    """Append the outcome of a command. One that cannot be undone ends the undo of all before it."""
    entry.command_json = encode(command).decode()
    entry.below_seq = book.undo_seq
    book.undo_seq, book.redo_seq = book.version + 1 if can_be_undone else None, None
    return _append(book, entry, after=outcome.state, events=outcome.events)


def undo(book: Book, entry: Entry, *, reach: Reach | None = None) -> Answer:
    """Restore the state before the last step, or before those in `reach`, to the letter.

    A group is one step. An undo of many steps is one entry, and redo brings them back together.
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
    """Record the groups undone or redone; the entry leads a group unless another book led it."""
    entry.turned = groups
    if groups and entry.group is None:
        entry.group = entry.own_group


def redo(book: Book, entry: Entry) -> Answer:
    """Restore what the last undo removed: its mirror."""
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
    """Make a written entry the leader of a group with others in another book; return the group."""
    if entry.group is None:
        entry.group = entry.own_group
        type(entry)._default_manager.filter(pk=entry.pk).update(group=entry.group)
    return entry.group


class Turned(NamedTuple):
    """The result of undoing groups in the book that follows."""

    is_whole: bool
    blocked_by: tuple[Any, ...] = ()
    """Later steps that would be undone too, the newest first."""


def turn_back(
    book: Book, groups: tuple[str, ...], entry: Entry, *, along: int | None = None
) -> Turned:
    """Undo the work of these groups in this book, in one entry, unless later steps prevent it.

    Later steps are undone with it if the sender was told of them at version `along`. What the
    groups did is undone, what they undid is redone. Steps below one that cannot be undone stay;
    then the result is not whole.
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
    """Store the entry and the state after it, and notify the other phones after the commit.

    An earlier state is given as its text and restored to the letter.
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
