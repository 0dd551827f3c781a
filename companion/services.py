"""The one write path of a live table: its opening, its commands, undo and redo."""

import secrets
import uuid
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.utils import timezone
from msgspec.structs import replace

from companion.hooks import tell_listeners
from companion.house.selectors import house_pack
from companion.house.services import house_remember
from companion.live import announce
from companion.models import LogEntry, Seat, Table, new_code
from companion.people.models import Person
from companion.writing import locked_seats, write_transaction
from rules import (
    Command,
    Event,
    Guard,
    IllegalCommand,
    RuleError,
    StaleCommand,
    State,
    Survivor,
    TableState,
    UnknownId,
    Zone,
    apply,
    decode_any_state,
    encode,
    games,
    mission_of,
    new_table,
    pack_of,
    played_pack,
    rulesets,
)
from rules.names import free_name, like
from rules.state import Option, Source

Sender = Seat | Callable[[], Seat]
"""A seat, or how to find it with its table's row locked: one question then answers both."""

CODE_TRIES = 5
FAST = 1  # of zlib: a tap does not wait for the last tenth of space


class NoPlayer(IllegalCommand):
    """The sender may not play here: nothing at all is said of the command."""


class Sent(NamedTuple):
    """A command as it was sent: it can be read only once its table is known."""

    id: str
    kind: str
    seen: int
    read: Callable[[Table], Command]


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
    options: Sequence[Option] = (),
    mission: str = "",
) -> Table:
    """Open a table; whoever opens it keeps it. What their group has described is known there."""
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
        options=options,
        mission=mission_of(game, mission),
        seed=secrets.token_hex(16),
    )
    return table_lay(person=person, state=told_of_house(state, person), mission=mission)


def told_of_house(state: TableState, person: Person) -> TableState:
    """The table with what the person's group has described of its cards."""
    known = house_pack(person, state.game)
    trees = {key: tree for key, tree in known.trees.items() if key in state.survivors}
    return replace(state, described=known.described, trees=trees)


def table_store(table: Table) -> None:
    """Insert a new table."""
    _with_free_code(table, lambda: table.save(force_insert=True))


def code_renew(*, table: Table) -> None:
    """Whoever knows the old code does not come in by it any more."""
    table.code = new_code()
    with write_transaction():
        _with_free_code(table, lambda: table.save(update_fields=["code"]))


def _with_free_code(table: Table, save: Callable[[], None]) -> None:
    """Two tables with one code are unlikely; try again rather than fail."""
    for _attempt in range(CODE_TRIES):
        try:
            with transaction.atomic():
                save()
            return
        except IntegrityError:
            table.code = new_code()
    raise RuntimeError("no free table code found")


def command_submit(
    *,
    table_id: uuid.UUID,
    seat: Sender,
    command: Command | Sent,
    expected: int | None = None,
    is_tap: bool = True,
) -> Answer:
    """Apply one command to the live table and announce it. On `RuleError` nothing is stored.

    `expected` insists on a version beyond what the command's own guard asks for. What another
    room tells the table is no tap: a table in the archive takes it, too. A command sent
    before is seldom: only where this one is refused, by the rules or by the log's own uniqueness,
    do we look whether it was, and then answer as the first time.
    """
    try:
        return _apply(table_id, seat, command, expected, is_tap=is_tap)
    except NoPlayer:
        raise
    except (RuleError, IntegrityError):
        if earlier := _earlier(table_id, command.id):
            return earlier
        raise


def _apply(
    table_id: uuid.UUID,
    sender: Sender,
    sent: Command | Sent,
    expected: int | None,
    *,
    is_tap: bool,
) -> Answer:
    with write_transaction():
        seat = _seated(table_id, sender)
        table = seat.table
        if is_tap:
            check_open(table)
        if expected is not None:
            _check_exact(table, expected)
        _check_guard(table, sent)
        command = sent.read(table) if isinstance(sent, Sent) else sent
        state = table.any_state
        _check_whose(seat, state, command)
        outcome = apply(state, command, pack_of(state))
        house_remember(table, state, outcome.state)
        entry = LogEntry(command_json=encode(command).decode(), below_seq=table.undo_seq)
        table.undo_seq, table.redo_seq = table.version + 1, None
        return _append(
            table,
            entry,
            seat=seat,
            command_id=command.id,
            events=outcome.events,
            after=outcome.state,
        )


def table_undo(*, table_id: uuid.UUID, seat: Sender, command_id: str, seen: int) -> Answer:
    """Take the last step back: a new entry restores the state before it, to the letter."""
    with write_transaction():
        found = _seated(table_id, seat)
        table = found.table
        if earlier := _earlier(table_id, command_id):
            return earlier
        check_open(table)
        _check_exact(table, seen)
        return _undo(table, found, command_id)


def table_undo_to(
    *, table_id: uuid.UUID, seat: Seat, command_id: str, seen: int, seq: int
) -> Answer:
    """Take back every step down to the entry `seq`, that one too: all of them or none.

    However many they are, that is one entry, and redo brings them back together.
    """
    # Before anybody has to wait for us: what stands at the version `seen` stays so.
    stands = _stands(Table.objects.get(pk=table_id), seq)
    with write_transaction():
        table = _seated(table_id, seat).table
        if earlier := _earlier(table_id, command_id):
            return earlier
        check_open(table)
        _check_exact(table, seen)
        if not stands:
            raise IllegalCommand("undo.not_there")
        return _undo(table, seat, command_id, down_to=seq)


def _stands(table: Table, seq: int) -> bool:
    """Walk down the steps that would be taken back: the wanted one must be among them."""
    top = table.undo_seq
    between = table.entries.filter(kind=LogEntry.Kind.DO, seq__gt=seq, seq__lte=top or 0)
    below = dict(between.values_list("seq", "below_seq"))
    while top is not None and top > seq:
        top = below[top]
    return top == seq


def _undo(table: Table, seat: Seat, command_id: str, *, down_to: int | None = None) -> Answer:
    """Restore the state before the last step, or before the one it goes down to."""
    top = table.undo_seq
    if top is None:
        raise IllegalCommand("undo.nothing")
    lowest = table.entries.get(seq=top if down_to is None else down_to)
    entry = LogEntry(
        kind=LogEntry.Kind.UNDO,
        target_seq=top,
        down_to_seq=lowest.seq if lowest.seq != top else None,
        below_seq=table.redo_seq,
        command_json="",
    )
    table.undo_seq, table.redo_seq = lowest.below_seq, table.version + 1
    return _append(table, entry, seat=seat, command_id=command_id, after=lowest.state_before_json)


def table_redo(*, table_id: uuid.UUID, seat: Sender, command_id: str, seen: int) -> Answer:
    """Bring back what the last undo took: the mirror of `table_undo`."""
    with write_transaction():
        found = _seated(table_id, seat)
        table = found.table
        if earlier := _earlier(table_id, command_id):
            return earlier
        check_open(table)
        _check_exact(table, seen)
        if table.redo_seq is None:
            raise IllegalCommand("redo.nothing")
        undone = table.entries.get(seq=table.redo_seq)
        entry = LogEntry(
            kind=LogEntry.Kind.REDO,
            target_seq=undone.target_seq,
            down_to_seq=undone.down_to_seq,
            command_json="",
        )
        table.undo_seq, table.redo_seq = undone.target_seq, undone.below_seq
        return _append(
            table, entry, seat=found, command_id=command_id, after=undone.state_before_json
        )


def _seated(table_id: uuid.UUID, sender: Sender) -> Seat:
    """The sender's seat; its table is locked, and both are read in this transaction.

    Whoever was taken off the table, or may only watch now, does not play on what they were a
    moment ago. Whoever answers the tap shows the table as this write leaves it.
    """
    seat = _read_again(sender) if isinstance(sender, Seat) else sender()
    if seat.is_reader or seat.table_id != table_id:
        raise NoPlayer("seat.reader")
    return seat


def _read_again(seat: Seat) -> Seat:
    fresh = locked_seats(Seat.objects.select_related("table").filter(pk=seat.pk)).first()
    if fresh is None:
        raise NoPlayer("seat.gone")
    seat.role, seat.player, seat.table = fresh.role, fresh.player, fresh.table
    return seat


def check_open(table: Table) -> None:
    """A table in the archive or in the bin can be read and brought back, and no more."""
    if table.binned_at is not None:
        raise IllegalCommand("table.binned")
    if table.archived_at is not None:
        raise IllegalCommand("table.archived")


def _earlier(table_id: uuid.UUID, command_id: str) -> Answer | None:
    """The stored answer to a double tap or a resend."""
    entry = LogEntry.objects.filter(table=table_id, command_id=command_id).first()
    if entry is None:
        return None
    after = _state_after(entry)
    return Answer(entry.seq, entry.seq, entry.events, state_json=after, repeated=True)


def _state_after(entry: LogEntry) -> str:
    """What the table was right after that entry: the next one has it, or the table itself."""
    later = LogEntry.objects.filter(table=entry.table_id, seq=entry.seq + 1).first()
    return later.state_before_json if later else Table.objects.get(pk=entry.table_id).state_json


def _check_exact(table: Table, seen: int) -> None:
    if seen != table.version:
        raise StaleCommand("table.moved", version=table.version)


def _check_guard(table: Table, command: Command | Sent) -> None:
    """Before a command is read: what was offered then may not be offered now."""
    guard = _guard_of(table, command)
    if guard is Guard.NONE or command.seen == table.version:
        return
    if guard is Guard.STEP:
        after_seen = table.entries.filter(seq=command.seen + 1).first()
        if after_seen:
            before = decode_any_state(after_seen.state_before_json)
            if before.step == table.any_state.step:
                return
    raise StaleCommand("table.moved", version=table.version)


def _guard_of(table: Table, command: Command | Sent) -> Guard:
    if not isinstance(command, Sent):
        return command.guard
    kind = games[table.game].commands.get(command.kind)
    return kind.guard if kind else Guard.NONE


def _check_whose(seat: Seat, state: State, command: Command) -> None:
    """Where players have secrets, a phone decides for its own player only."""
    players = games[state.game].acts_for(command) - {seat.player}
    if players and not players <= players_without_phone(seat, state):
        raise IllegalCommand("seat.other_player", player=", ".join(sorted(players)))


def players_without_phone(seat: Seat, state: State) -> frozenset[str]:
    """For whom this seat may decide beside its own player: for nobody, unless it keeps the table.

    A keeper plays for those who have no phone there, so one phone is enough for a whole table;
    never for somebody who has one.
    """
    if not seat.is_keeper:
        return frozenset()
    taken = Seat.objects.filter(table=seat.table_id).exclude(role=Seat.Role.READER)
    own = set(taken.exclude(pk=seat.pk).values_list("player", flat=True))
    return frozenset(state.players) - own - {seat.player}


def _append(
    table: Table,
    entry: LogEntry,
    *,
    seat: Seat,
    command_id: str,
    after: State | str,
    events: tuple[Event, ...] = (),
) -> Answer:
    """Store the entry and the state after it, and tell the other phones once it is committed.

    A state that stood before is given as its text and restored to the letter.
    """
    entry.table, entry.seat, entry.seat_name = table, seat, seat.name
    entry.seq, entry.command_id = table.version + 1, command_id
    entry.events_json = encode(events).decode()
    entry.state_before_zlib = zlib.compress(table.state_json.encode(), FAST)
    entry.save(force_insert=True)
    before = table.any_state
    if isinstance(after, str):
        table.state_json = after
    else:
        table.state = after
    table.version, table.written = entry.seq, entry
    Table.objects.filter(pk=table.pk).update(
        state_json=table.state_json,
        version=table.version,
        undo_seq=table.undo_seq,
        redo_seq=table.redo_seq,
        updated_at=timezone.now(),
    )
    tell_listeners(table, before, table.any_state, seat)
    transaction.on_commit(lambda: announce(str(table.pk), entry.seq), robust=True)
    return Answer(entry.seq, entry.seq, events, state_json=table.state_json, repeated=False)


def table_lay(*, person: Person, state: State, mission: str = "") -> Table:
    """Open a table whose first state is ready, as a campaign's mission or a saved table is."""
    table = Table(game=state.game, mission=mission)
    table.state = state
    own = person.name if person.name in state.players else state.players[0]
    with write_transaction():
        table_store(table)
        Seat.objects.create(
            table=table,
            person=person,
            name=person.name or own,
            player=own,
            role=Seat.Role.KEEPER,
        )
    return table


def seat_give(*, table: Table, person: Person, name: str, role: str) -> Seat:
    """A seat for somebody whom another room knows; one they have already stays as it is."""
    with write_transaction():
        if mine := table.seats.filter(person=person).first():
            return mine
        seats = table.seats.exclude(role=Seat.Role.READER)
        taken = set(seats.values_list("player", flat=True))
        free = [player for player in table.any_state.players if player not in taken]
        return Seat.objects.create(
            table=table,
            person=person,
            name=free_name(name, table.seats.values_list("name", flat=True)),
            player=like(name, free),
            role=role,
        )
