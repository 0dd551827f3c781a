"""A log, entry by entry: the state before each one and its command give the state before the next.

The stored states are the truth. Where a replay gives another one, the rules have been changed
since, or the row was: that is a difference, told with its place, and nothing is put right. A gap,
an entry nobody can read or an undo that did not restore is a fault.
"""

import re
import zlib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec
from django.db.models import QuerySet

from campaigns.models import Campaign
from companion.files.changes import changes
from companion.journal.models import Book, Entry
from companion.models import Table
from rules import (
    RuleError,
    carry_out,
    decode_any_state,
    decode_command,
    pack_of,
    refusal,
)
from rules.campaign import apply_campaign, decode_campaign, decode_campaign_command

TOLD = 3  # of what differs between two states
LONGEST = 60
UNREADABLE = (RuleError, msgspec.DecodeError, UnicodeDecodeError, zlib.error, KeyError)
# Entries that came with a file carry ids of this form, and states without their dice and decks.
_FROM_FILE = re.compile(r"(\d+)-[0-9a-f]{32}")


class Finding(NamedTuple):
    """Something to know about an entry: a fault, or a difference."""

    where: str
    what: str
    is_fault: bool


class LogReading(NamedTuple):
    """The functions that read and replay the log of tables or of campaigns."""

    state_of: Callable[[str], Any]
    command_of: Callable[[Any, str], Any]
    """The command of an entry: its words depend on the game of the state before it."""
    replay: Callable[[Any, Any], Any]
    """The state after a command, by the rules as they are today."""


def _carried_out(state: Any, command: Any) -> Any:
    """Return the state after a stored command, offered today or not.

    A command that cannot be carried out at all is refused by the reason the offers give.
    """
    pack = pack_of(state)
    try:
        return carry_out(state, command, pack).state
    except RuleError:
        raise
    except Exception:
        reason = refusal(state, command, pack)
        if reason is None:
            raise
        raise reason from None


TABLES = LogReading(
    decode_any_state,
    lambda state, data: decode_command(state.game, data),
    _carried_out,
)
CAMPAIGNS = LogReading(
    decode_campaign,
    lambda _state, data: decode_campaign_command(data),
    lambda state, command: apply_campaign(state, command).state,
)


def table_findings(table: Table) -> Iterator[Finding]:
    name = f"table {table.code} ({table.pk})"
    return _findings(name, TABLES, table, table.entries.all())


def campaign_findings(campaign: Campaign) -> Iterator[Finding]:
    name = f"campaign {campaign.name!r} ({campaign.pk})"
    return _findings(name, CAMPAIGNS, campaign, campaign.entries.all())


def _findings(
    name: str, reading: LogReading, book: Book, entries: QuerySet[Any]
) -> Iterator[Finding]:
    """Yield the findings of one pass over the log, in the memory of two entries at any length."""
    earlier: Entry | None = None
    expected = 1
    for entry in entries.order_by("seq").iterator(chunk_size=100):
        if entry.seq != expected:
            yield Finding(name, f"entry {expected} is missing before entry {entry.seq}", True)
        elif earlier is not None:
            yield from _step(name, reading, earlier, _before(entry), entries)
        expected, earlier = entry.seq + 1, entry
    if expected - 1 != book.version:
        yield Finding(
            name, f"stands at version {book.version}, its log ends with {expected - 1}", True
        )
    elif earlier is not None:
        yield from _step(name, reading, earlier, book.state_json, entries)
    else:
        yield from _first_state(name, reading, book)
    yield from _pointers(name, book, entries)


def _first_state(name: str, reading: LogReading, book: Book) -> Iterator[Finding]:
    try:
        reading.state_of(book.state_json)
    except UNREADABLE as error:
        yield Finding(name, f"its state cannot be read: {_short(error)}", True)


def _before(entry: Entry) -> str | None:
    """Return the state before an entry; None where it cannot even be unpacked."""
    try:
        return entry.state_before_json
    except UNREADABLE:
        return None


def _step(
    name: str,
    reading: LogReading,
    entry: Entry,
    after: str | None,
    entries: QuerySet[Any],
) -> Iterator[Finding]:
    """From the state before one entry to the state after it."""
    place = f"{name}, entry {entry.seq}"
    before = _before(entry)
    try:
        if before is None or after is None:
            yield Finding(place, "the state before or after it cannot be unpacked", True)
        elif before == "" or after == "" or is_from_file(entry):
            for state in filter(None, (before, after)):
                reading.state_of(state)
        elif entry.kind == "do":
            yield from _replayed(place, reading, entry, before, after)
        else:
            yield from _stepped_back(place, reading, entry, after, entries)
    except UNREADABLE as error:
        yield Finding(place, f"it cannot be read: {_short(error)}", True)


def is_from_file(entry: Entry) -> bool:
    """It came with a file, which tells what happened but neither dice nor deck orders."""
    match = _FROM_FILE.fullmatch(entry.command_id)
    return match is not None and int(match[1]) == entry.seq


def _replayed(
    place: str, reading: LogReading, entry: Entry, before: str, after: str
) -> Iterator[Finding]:
    old, new = reading.state_of(before), reading.state_of(after)
    command = reading.command_of(old, entry.command_json)
    kind = command.__struct_config__.tag
    try:
        replayed = reading.replay(old, command)
    except RuleError as error:
        yield Finding(place, f"{kind}: the rules refuse it today ({error.code})", False)
    except Exception as error:  # whatever an old command meets in today's rules, the check goes on
        yield Finding(place, f"{kind}: cannot be replayed today ({_short(repr(error))})", False)
    else:
        if replayed != new:
            yield Finding(place, f"{kind}: {_difference(replayed, new)}", False)


def _difference(replayed: Any, stored: Any) -> str:
    """Return the first places where the two differ, small enough for a line."""
    steps = changes(msgspec.to_builtins(stored), msgspec.to_builtins(replayed))
    differences = [
        f"{'.'.join(step['at'])} would be {_short(step.get('to', 'gone'))}" for step in steps[:TOLD]
    ]
    more = f" and {len(steps) - TOLD} more" if len(steps) > TOLD else ""
    return f"replayed today, {'; '.join(differences)}{more}"


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _stepped_back(
    place: str,
    reading: LogReading,
    entry: Entry,
    after: str,
    entries: QuerySet[Any],
) -> Iterator[Finding]:
    """An undo restores the state before the entry it speaks of; a redo the one before its undo."""
    if entry.kind == "undo":
        over = entries.filter(seq=entry.down_to_seq or entry.target_seq).first()
    else:
        undone = entries.filter(kind="undo", target_seq=entry.target_seq, seq__lt=entry.seq)
        over = undone.order_by("-seq").first()
    if over is None:
        yield Finding(place, f"speaks of entry {entry.target_seq}, which is not there", True)
    elif over.state_before_json and not _is_same(reading, over.state_before_json, after):
        yield Finding(place, f"did not restore the state around entry {entry.target_seq}", True)


def _is_same(reading: LogReading, this: str, other: str) -> bool:
    """To the letter, or in other letters: a new field may have come with a new version."""
    return this == other or bool(reading.state_of(this) == reading.state_of(other))


def _pointers(name: str, book: Book, entries: QuerySet[Any]) -> Iterator[Finding]:
    """Yield where the next undo or redo names an entry that is missing or of another kind."""
    for pointer, kind in ((book.undo_seq, "do"), (book.redo_seq, "undo")):
        if pointer is not None and not entries.filter(seq=pointer, kind=kind).exists():
            yield Finding(name, f"entry {pointer}, to be undone or redone next, is not there", True)
