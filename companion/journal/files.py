"""Lines of a log in a file, the same for every kind of book. Reading trusts nothing."""

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from companion.files.reading import check_moment
from companion.journal.models import NAME_LENGTH, Entry
from rules import IllegalCommand, encode

MOST_LINES = 10_000


class SavedLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of any log; each kind of file defines how commands and events are read."""

    seq: int
    at: datetime
    who: str
    kind: str
    command: Any
    events: Any
    target: int | None = None
    down_to: int | UnsetType = UNSET
    """Oldest of several steps undone at once; `target` is the newest."""


def saved_line(entry: Entry) -> dict[str, Any]:
    """Return the fields of an entry for its file, without command and events."""
    return {
        "seq": entry.seq,
        "at": entry.made_at,
        "who": entry.who,
        "kind": entry.kind,
        "target": entry.target_seq,
        "down_to": UNSET if entry.down_to_seq is None else entry.down_to_seq,
    }


def stored_line(line: SavedLine) -> dict[str, Any]:
    """Return the fields of a new entry from a file.

    It gets a new command id: ids in a file may repeat, those in a book may not.
    """
    command = encode(line.command).decode().strip()
    return {
        "seq": line.seq,
        "made_at": line.at,
        "who": line.who,
        "kind": line.kind,
        "command_id": f"{line.seq}-{uuid.uuid4().hex}",
        "command_json": "" if command == "null" else command,
        "events_json": encode(line.events).decode(),
        "target_seq": line.target,
        "down_to_seq": None if line.down_to is UNSET else line.down_to,
    }


def check_lines(lines: Sequence[SavedLine], name: str) -> None:
    """Raise unless the log is in order and its undos and redos have targets.

    `ValueError` names the faulty field.
    """
    if len(lines) > MOST_LINES:
        raise IllegalCommand("transfer.too_long", most=MOST_LINES)
    if [line.seq for line in lines] != list(range(1, len(lines) + 1)):
        raise ValueError(f"{name}[].seq")
    for line in lines:
        if line.kind not in Entry.Kind.values:
            raise ValueError(f"{name}[].kind")
        if len(line.who) > NAME_LENGTH or "\x00" in line.who:
            raise ValueError(f"{name}[].who")
        if (line.target is None) != (line.kind == Entry.Kind.DO):
            raise ValueError(f"{name}[].target")
        if line.target is not None and not 1 <= line.target < line.seq:
            raise ValueError(f"{name}[].target")
        if line.down_to and not (line.target and 1 <= line.down_to < line.target):
            raise ValueError(f"{name}[].down_to")
        check_moment(line.at, f"{name}[{line.seq}].at")
