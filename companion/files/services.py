"""Out of the database into the file, and from a file always onto a new table."""

import secrets
import zlib
from typing import Any

import msgspec

from companion.files.changes import Change, changes
from companion.files.document import (
    FORMAT,
    VERSION,
    SavedStep,
    SavedTable,
    closed_state,
    open_plain,
    open_state,
)
from companion.files.reading import write_saved
from companion.journal.files import saved_line, stored_line
from companion.models import LogEntry, Table
from companion.people.models import Person
from companion.rows import each_row
from companion.services import table_lay
from companion.writing import write_transaction
from rules import TableState, decode_state, encode, rulesets

CHUNK = 100


def has_file(table: Table) -> bool:
    """Whether a table can be saved: the file has no words for the secrets of other games.

    One whose game is not here is saved as it lies there; games from outside are of the family.
    """
    return table.game in rulesets or not table.is_playable


def table_export(table: Table) -> bytes:
    """The whole table as a file. One query, however long its log, and two states in hand."""
    steps: list[SavedStep] = []
    with each_row(table.entries.all(), at_a_time=CHUNK) as entries:
        entry = next(entries, None)
        start = plain = _plain(entry.state_before_json if entry else table.state_json)
        while entry is not None:
            later = next(entries, None)
            after = _plain(later.state_before_json if later else table.state_json)
            steps.append(_saved(entry, changes(plain, after)))
            entry, plain = later, after
    return write_saved(
        SavedTable(
            format=FORMAT,
            version=VERSION,
            begun=table.created_at,
            start=start,
            steps=tuple(steps),
        )
    )


def _plain(state_json: str) -> dict[str, Any]:
    """A state as the file has it, without what nobody may know."""
    plain: dict[str, Any] = msgspec.json.decode(state_json)
    if plain["game"] not in rulesets:
        return open_plain(plain)
    opened: dict[str, Any] = msgspec.to_builtins(open_state(decode_state(state_json)))
    return opened


def _saved(entry: LogEntry, then: list[Change]) -> SavedStep:
    return SavedStep(
        **saved_line(entry),
        command=msgspec.json.decode(entry.command_json) if entry.command_json else None,
        events=tuple(msgspec.json.decode(entry.events_json)),
        then=then,
    )


def table_import(*, person: Person, saved: SavedTable, states: list[TableState]) -> Table:
    """A new table with the log of the file; undo begins anew, for the decks are shuffled anew."""
    seed = secrets.token_hex(16)
    with write_transaction():
        table = table_lay(person=person, state=closed_state(states[-1], seed))
        LogEntry.objects.bulk_create(
            LogEntry(
                table=table,
                state_before_zlib=zlib.compress(encode(states[number])),
                **stored_line(step),
            )
            for number, step in enumerate(saved.steps)
        )
        Table.objects.filter(pk=table.pk).update(version=len(saved.steps), created_at=saved.begun)
        table.refresh_from_db()
    return table
