"""Out of the database into the file, and from a file always onto a new table."""

import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from companion.files.changes import Change, changes
from companion.files.document import (
    FORMAT,
    VERSION,
    SavedStep,
    SavedTable,
    States,
    open_plain,
)
from companion.files.reading import unsound, write_saved
from companion.journal.files import saved_line, stored_line
from companion.models import LogEntry, Table
from companion.narration import headline
from companion.pages import pages_of
from companion.people.models import Person
from companion.rows import each_row
from companion.services import table_lay
from companion.writing import write_transaction
from rules import IllegalCommand, State, decode_any_state, games, pack_of

CHUNK = 100
log = logging.getLogger("safehouse.files")


def has_file(table: Table) -> bool:
    """Check if a table can be saved: not while a player knows a secret of the game.

    A table whose game is not installed is saved as stored; games from outside have no secrets.
    """
    return not table.is_playable or pages_of(table.game).saving.is_possible(table.any_state)


def table_export(table: Table) -> bytes:
    """Return the whole table as a file. One query, however long its log, and two states in hand."""
    if not has_file(table):
        raise IllegalCommand("transfer.secret")
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
            start=msgspec.Raw(msgspec.json.encode(start)),
            steps=tuple(steps),
        )
    )


def _plain(state_json: str) -> dict[str, Any]:
    """Return a state as the file has it, without what nobody may know."""
    plain: dict[str, Any] = msgspec.json.decode(state_json)
    if plain["game"] not in games:
        return open_plain(plain)
    state = decode_any_state(state_json)
    opened: dict[str, Any] = msgspec.to_builtins(pages_of(state.game).saving.opened(state))
    return opened


def _saved(entry: LogEntry, then: list[Change]) -> SavedStep:
    return SavedStep(
        **saved_line(entry),
        command=msgspec.Raw((entry.command_json or "null").encode()),
        events=msgspec.Raw(entry.events_json.encode()),
        then=msgspec.Raw(msgspec.json.encode(then)),
    )


def table_import(*, person: Person, saved: SavedTable, states: States) -> Table:
    """A new table with the log of the file; undo begins anew, for the decks are shuffled anew."""
    last = states[-1]
    saving = pages_of(last.game).saving
    if not saving.is_possible(last):
        raise IllegalCommand("transfer.secret")
    with unsound_if_it_fails():
        _check_told(saved, last)
    with write_transaction():
        table = table_lay(person=person, state=saving.closed(last, secrets.token_hex(16)))
        for first in range(0, len(saved.steps), CHUNK):
            LogEntry.objects.bulk_create(
                _entry(table, step, states.packed[step.seq - 1])
                for step in saved.steps[first : first + CHUNK]
            )
        Table.objects.filter(pk=table.pk).update(version=len(saved.steps), created_at=saved.begun)
        table.refresh_from_db()
        with unsound_if_it_fails():
            saving.read(table.seats.select_related("table").get())
    return table


def _entry(table: Table, step: SavedStep, before: bytes) -> LogEntry:
    return LogEntry(table=table, state_before_zlib=before, **stored_line(step))


@contextmanager
def unsound_if_it_fails() -> Iterator[None]:
    """A file may say what its types allow and no game leads to: rather no table at all than one
    whose pages fail. Whatever goes wrong in reading it is the file's fault."""
    try:
        yield
    except Exception as error:
        log.info("a file was refused", extra={"error": repr(error)})
        raise unsound(error) from error


def _check_told(saved: SavedTable, state: State) -> None:
    """Tell every step as the log will, before anybody has to wait for us."""
    pack, table = pack_of(state), Table(game=state.game)
    for step in saved.steps:
        headline(_entry(table, step, b""), state, pack)
