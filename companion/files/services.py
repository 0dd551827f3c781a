"""Out of the database into the file, and from a file always onto a new table."""

import secrets
import uuid
import zlib

import msgspec

from companion.files.changes import changes
from companion.files.document import (
    FORMAT,
    VERSION,
    SavedStep,
    SavedTable,
    closed_state,
    open_state,
)
from companion.files.reading import write_saved
from companion.models import LogEntry, Table
from companion.people.models import Person
from companion.services import table_lay
from companion.writing import write_transaction
from rules import TableState, decode_command, decode_state, encode


def table_export(table: Table) -> bytes:
    """The whole table as a file. One query, however long its log."""
    entries = list(table.entries.all())
    before = [decode_state(entry.state_before_json) for entry in entries]
    plain = [msgspec.to_builtins(open_state(state)) for state in (*before, table.state)]
    steps = tuple(
        SavedStep(
            seq=entry.seq,
            at=entry.created_at,
            who=entry.seat_name,
            kind=entry.kind,
            command=decode_command(entry.command_json) if entry.command_json else None,
            events=entry.events,
            target=entry.target_seq,
            then=changes(plain[number], plain[number + 1]),
        )
        for number, entry in enumerate(entries)
    )
    return write_saved(
        SavedTable(
            format=FORMAT, version=VERSION, begun=table.created_at, start=plain[0], steps=steps
        )
    )


def table_import(*, person: Person, saved: SavedTable, states: list[TableState]) -> Table:
    """A new table with the log of the file; undo begins anew, for the decks are shuffled anew."""
    seed = secrets.token_hex(16)
    with write_transaction():
        table = table_lay(person=person, state=closed_state(states[-1], seed))
        LogEntry.objects.bulk_create(
            LogEntry(
                table=table,
                seq=step.seq,
                kind=step.kind,
                seat_name=step.who,
                command_id=f"{step.seq}-{uuid.uuid4().hex}",
                command_json=encode(step.command).decode() if step.command else "",
                events_json=encode(step.events).decode(),
                state_before_zlib=zlib.compress(encode(states[number])),
                target_seq=step.target,
            )
            for number, step in enumerate(saved.steps)
        )
        for step in saved.steps:
            LogEntry.objects.filter(table=table, seq=step.seq).update(created_at=step.at)
        Table.objects.filter(pk=table.pk).update(version=len(saved.steps), created_at=saved.begun)
        table.refresh_from_db()
    return table
