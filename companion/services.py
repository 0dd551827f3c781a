"""The only writers of tables, seats and log entries."""

import secrets
import uuid
import zlib
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db import IntegrityError, transaction

from companion.live import announce
from companion.models import LogEntry, Seat, Table, new_code
from companion.people.models import Person
from companion.writing import write_transaction
from rules import (
    Command,
    Event,
    Guard,
    IllegalCommand,
    StaleCommand,
    Survivor,
    UnknownId,
    Zone,
    apply,
    decode_state,
    encode,
    new_table,
    pack_of,
    played_pack,
    rulesets,
)
from rules.state import Source

NAME_LENGTH = 60
CODE_TRIES = 5


class Answer(NamedTuple):
    """What the sender of a command gets to know."""

    version: int
    seq: int
    events: tuple[Event, ...]
    state_json: str
    repeated: bool


def table_open(
    *,
    person: Person,
    game: str,
    survivors: Iterable[tuple[str, Survivor]],
    expansions: tuple[str, ...] = (),
    zones: Iterable[Zone] = (),
    sources: Mapping[str, Source] | None = None,
    dice: Source = "app",
    hour: int | None = None,
) -> Table:
    """Open a table; whoever opens it keeps it."""
    if game not in rulesets:
        raise UnknownId("game.unknown", game=game)
    state = new_table(
        pack=played_pack(game, expansions),
        expansions=expansions,
        survivors=survivors,
        zones=zones,
        sources=sources,
        dice=dice,
        hour=hour,
        seed=secrets.token_hex(16),
    )
    table = Table(game=game)
    table.state = state
    with write_transaction():
        _save_with_free_code(table)
        Seat.objects.create(
            table=table, person=person, name=person.name or state.players[0], role=Seat.Role.KEEPER
        )
    return table


def _save_with_free_code(table: Table) -> None:
    """Two tables with one code are unlikely; try again rather than fail."""
    for _attempt in range(CODE_TRIES):
        try:
            with transaction.atomic():
                table.save(force_insert=True)
            return
        except IntegrityError:
            table.code = new_code()
    raise RuntimeError("no free table code found")


def seat_take(*, table: Table, person: Person, name: str) -> Seat:
    """Sit down; a person who sits there already keeps their seat."""
    if not 1 <= len(name.strip()) <= NAME_LENGTH:
        raise IllegalCommand("seat.name", most=NAME_LENGTH)
    with write_transaction():
        seat, _created = Seat.objects.get_or_create(
            table=table, person=person, defaults={"name": name.strip()}
        )
        if not person.name and not person.has_account:
            person.name = seat.name
            person.save(update_fields=["name"])
    return seat


def command_submit(
    *, table_id: uuid.UUID, seat: Seat, command: Command, expected: int | None = None
) -> Answer:
    """Apply one command to the live table and announce it. On `RuleError` nothing is stored.

    `expected` insists on a version beyond what the command's own guard asks for.
    """
    with write_transaction():
        table = _locked(table_id, seat)
        if earlier := _earlier(table, command.id):
            return earlier
        if expected is not None:
            _check_exact(table, expected)
        _check_guard(table, command)
        state = table.state
        outcome = apply(state, command, pack_of(state))
        entry = LogEntry(command_json=encode(command).decode(), below_seq=table.undo_seq)
        table.undo_seq, table.redo_seq = table.version + 1, None
        return _append(
            table,
            entry,
            seat=seat,
            command_id=command.id,
            events=outcome.events,
            state_json=encode(outcome.state).decode(),
        )


def table_undo(*, table_id: uuid.UUID, seat: Seat, command_id: str, seen: int) -> Answer:
    """Take the last step back: a new entry restores the state before it, to the letter."""
    with write_transaction():
        table = _locked(table_id, seat)
        if earlier := _earlier(table, command_id):
            return earlier
        _check_exact(table, seen)
        if table.undo_seq is None:
            raise IllegalCommand("undo.nothing")
        done = table.entries.get(seq=table.undo_seq)
        entry = LogEntry(
            kind=LogEntry.Kind.UNDO, target_seq=done.seq, below_seq=table.redo_seq, command_json=""
        )
        table.undo_seq, table.redo_seq = done.below_seq, table.version + 1
        return _append(
            table, entry, seat=seat, command_id=command_id, state_json=done.state_before_json
        )


def table_redo(*, table_id: uuid.UUID, seat: Seat, command_id: str, seen: int) -> Answer:
    """Bring back what the last undo took: the mirror of `table_undo`."""
    with write_transaction():
        table = _locked(table_id, seat)
        if earlier := _earlier(table, command_id):
            return earlier
        _check_exact(table, seen)
        if table.redo_seq is None:
            raise IllegalCommand("redo.nothing")
        undone = table.entries.get(seq=table.redo_seq)
        entry = LogEntry(kind=LogEntry.Kind.REDO, target_seq=undone.target_seq, command_json="")
        table.undo_seq, table.redo_seq = undone.target_seq, undone.below_seq
        return _append(
            table, entry, seat=seat, command_id=command_id, state_json=undone.state_before_json
        )


def _locked(table_id: uuid.UUID, seat: Seat) -> Table:
    if not seat.may_play or seat.table_id != table_id:
        raise IllegalCommand("seat.reader")
    return Table.objects.select_for_update(of=("self",), no_key=True).get(pk=table_id)


def _earlier(table: Table, command_id: str) -> Answer | None:
    """The stored answer to a double tap or a resend."""
    entry = table.entries.filter(command_id=command_id).first()
    if entry is None:
        return None
    is_last = entry.seq == table.version
    after = table.state_json if is_last else table.entries.get(seq=entry.seq + 1).state_before_json
    return Answer(entry.seq, entry.seq, entry.events, state_json=after, repeated=True)


def _check_exact(table: Table, seen: int) -> None:
    if seen != table.version:
        raise StaleCommand("table.moved", version=table.version)


def _check_guard(table: Table, command: Command) -> None:
    if command.guard is Guard.NONE or command.seen == table.version:
        return
    if command.guard is Guard.STEP:
        after_seen = table.entries.filter(seq=command.seen + 1).first()
        if after_seen and decode_state(after_seen.state_before_json).step == table.state.step:
            return
    raise StaleCommand("table.moved", version=table.version)


def _append(
    table: Table,
    entry: LogEntry,
    *,
    seat: Seat,
    command_id: str,
    state_json: str,
    events: tuple[Event, ...] = (),
) -> Answer:
    """Store the entry and the new state, and tell the other phones once it is committed."""
    entry.table, entry.seat, entry.seat_name = table, seat, seat.name
    entry.seq, entry.command_id = table.version + 1, command_id
    entry.events_json = encode(events).decode()
    entry.state_before_zlib = zlib.compress(table.state_json.encode())
    entry.save(force_insert=True)
    table.state_json, table.version = state_json, entry.seq
    table.save(update_fields=["state_json", "version", "undo_seq", "redo_seq", "updated_at"])
    transaction.on_commit(lambda: announce(str(table.pk), entry.seq), robust=True)
    return Answer(entry.seq, entry.seq, events, state_json=state_json, repeated=False)


def seats_hand_over(giver: Person, taker: Person) -> None:
    """Pass all seats on. Where both sit, one seat stays, with the better of the two roles."""
    rank = [Seat.Role.READER, Seat.Role.PLAYER, Seat.Role.KEEPER]
    own = {seat.table_id: seat for seat in Seat.objects.filter(person=taker)}
    for seat in Seat.objects.filter(person=giver):
        if mine := own.get(seat.table_id):
            mine.role = max(mine.role, seat.role, key=lambda role: rank.index(Seat.Role(role)))
            mine.save(update_fields=["role"])
            seat.delete()
        else:
            seat.person = taker
            seat.save(update_fields=["person"])


def tables_release(person: Person) -> None:
    """A person leaves for good: others at the table keep it, tables of nobody go."""
    for seat in Seat.objects.filter(person=person).select_related("table"):
        others = seat.table.seats.exclude(pk=seat.pk)
        by_age = others.order_by("created_at")
        heir = by_age.exclude(role=Seat.Role.READER).first() or by_age.first()
        if heir is None:
            seat.table.delete()
            continue
        if seat.is_keeper and not others.filter(role=Seat.Role.KEEPER).exists():
            heir.role = Seat.Role.KEEPER
            heir.save(update_fields=["role"])
        seat.delete()
