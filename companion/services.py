"""The one write path of a live table: its opening, its commands, undo and redo."""

import secrets
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db import IntegrityError, transaction
from msgspec.structs import replace

from companion.hooks import check_not_closed, tell_listeners
from companion.house.selectors import CopiedCards, house_pack
from companion.house.services import house_remember
from companion.journal import services as journal
from companion.journal.services import Answer, NotAllowed, Turned
from companion.journal.standing import reach_down_to
from companion.live import announce_quiet
from companion.models import LogEntry, Seat, Table, new_code
from companion.pages import is_secret
from companion.people.models import Person
from companion.quiet import quiet_step
from companion.workshop.models import PackVersion
from companion.workshop.ours import TakenRecords
from companion.workshop.services import version_seal
from companion.writing import locked_seats, write_transaction
from rules import (
    Command,
    Guard,
    IllegalCommand,
    State,
    Survivor,
    TableState,
    UnknownId,
    Zone,
    apply,
    carry_out,
    games,
    mission_of,
    new_table,
    pack_of,
    rulesets,
)
from rules.names import free_name, like
from rules.packs.played import pack_with
from rules.packs.schema.people import SkillTree
from rules.state import Option, Source

Sender = Seat | Callable[[], Seat]
"""A seat, or how to find it with its table's row locked: one question then answers both."""

CODE_TRIES = 5
NOTHING_TAKEN = TakenRecords()


class Sent(NamedTuple):
    """A command as it was sent: it can be read only once its table is known."""

    id: str
    kind: str
    seen: int
    read: Callable[[Table], Command]


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
    ours: TakenRecords = NOTHING_TAKEN,
    known: CopiedCards | None = None,
) -> Table:
    """Open a table; whoever opens it keeps it. What their group has described is known there.

    `ours` is what it takes of the group's own packs, from then on as it is; where the mission is
    among it, `mission` is its key. `known` is what the group has described, if that is read.
    """
    if game not in rulesets:
        raise UnknownId("game.unknown", game=game)
    known = known or house_pack(person, game)
    state = new_table(
        pack=pack_with(game, expansions, ours.box),
        expansions=expansions,
        survivors=survivors,
        zones=zones,
        sources=sources,
        dice=dice,
        hour=hour,
        options=options,
        mission=ours.mission or mission_of(game, mission),
        own_as=mission if ours.mission else "",
        own_box=ours.box,
        left_out=ours.left_out,
        described=known.described,
        seed=secrets.token_hex(16),
    )
    return table_lay(
        person=person,
        state=_with_trees(state, known.trees),
        mission=mission,
        versions=ours.versions,
    )


def told_of_house(state: TableState, person: Person) -> TableState:
    """Return the table with what the person's group has described of its cards."""
    known = house_pack(person, state.game)
    return _with_trees(replace(state, described=known.described), known.trees)


def _with_trees(state: TableState, trees: Mapping[str, SkillTree]) -> TableState:
    here = {key: tree for key, tree in trees.items() if key in state.survivors}
    return replace(state, trees=here)


def table_store(table: Table) -> None:
    """Insert a new table."""
    _with_free_code(table, lambda: table.save(force_insert=True))


def code_renew(*, table: Table) -> None:
    """Give the table another code; the old one lets nobody in any more."""
    table.code = new_code()
    with write_transaction():
        _with_free_code(table, lambda: table.save(update_fields=["code"]))


def _with_free_code(table: Table, save: Callable[[], None]) -> None:
    """Save a table under a free code: two equal ones are unlikely; retry rather than fail."""
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
    group: str | None = None,
) -> Answer:
    """Apply one command to the live table and announce it. On `RuleError` nothing is stored.

    `expected` insists on a version beyond what the command's own guard asks for; `group` is what
    led to it in another book: that is no tap, and a table in the archive takes it, too.
    """

    def change(seat: Seat) -> Answer:
        table = seat.table
        if group is None:
            check_open(table)
        if expected is not None:
            journal.check_exact(table, expected)
        journal.check_guard(table, _guard_of(table, command), command.seen)
        read = command.read(table) if isinstance(command, Sent) else command
        state = table.any_state
        _check_whose(seat, state, read)
        door = apply if group is None else carry_out  # what follows from another book is no tap
        outcome = door(state, read, pack_of(state))
        house_remember(table, state, outcome.state)
        if not table.version and is_secret(state):
            _keep_free_places(table, state)
        return journal.do(table, _signed(seat, read.id, group), command=read, outcome=outcome)

    return _write(table_id, seat, command.id, change)


def table_undo(
    *, table_id: uuid.UUID, seat: Sender, command_id: str, seen: int, along: int | None = None
) -> Answer:
    """Take the last step back: a new entry restores the state before it, to the letter.

    `along`: what another room has decided since, up to that version of its book, goes with it.
    """

    def change(seat: Seat) -> Answer:
        check_open(seat.table)
        journal.check_exact(seat.table, seen)
        return journal.undo(seat.table, _signed(seat, command_id, along=along))

    return _write(table_id, seat, command_id, change)


def table_undo_to(
    *,
    table_id: uuid.UUID,
    seat: Seat,
    command_id: str,
    seen: int,
    seq: int,
    along: int | None = None,
) -> Answer:
    """Take back every step down to the entry `seq`, that one too: all of them or none."""
    # Before anybody has to wait for us: what stands at the version `seen` stays so.
    reach = reach_down_to(Table.objects.get(pk=table_id), seq)

    def change(seat: Seat) -> Answer:
        check_open(seat.table)
        journal.check_exact(seat.table, seen)
        if reach is None:
            raise IllegalCommand("undo.not_there")
        return journal.undo(seat.table, _signed(seat, command_id, along=along), reach=reach)

    return _write(table_id, seat, command_id, change)


def table_redo(*, table_id: uuid.UUID, seat: Sender, command_id: str, seen: int) -> Answer:
    """Bring back what the last undo took: the mirror of `table_undo`."""

    def change(seat: Seat) -> Answer:
        check_open(seat.table)
        journal.check_exact(seat.table, seen)
        return journal.redo(seat.table, _signed(seat, command_id))

    return _write(table_id, seat, command_id, change)


def _write(
    table_id: uuid.UUID, sender: Sender, command_id: str, change: Callable[[Seat], Answer]
) -> Answer:
    """Write one change of a table, in one transaction with all that follows from it elsewhere."""

    def write() -> Answer:
        with write_transaction():
            seat = _seated(table_id, sender)
            before, could_redo = seat.table.any_state, seat.table.redo_seq is not None
            if not could_redo:  # before the new version is announced
                transaction.on_commit(lambda: _tell_quietly(seat, before), robust=True)
            answer = change(seat)
            tell_listeners(seat.table, before, seat.table.any_state, seat)
        return answer

    return journal.once(lambda: LogEntry.objects.filter(table=table_id), command_id, write)


def _tell_quietly(seat: Seat, before: State) -> None:
    """Tell the other phones the new numbers if the step just written changed nothing else."""
    table = seat.table
    table.step = quiet_step(seat, before, table.any_state)
    if table.step is not None:
        announce_quiet(str(table.pk), table.version - 1, table.version, table.step)


def _signed(
    seat: Seat, command_id: str, group: str | None = None, *, along: int | None = None
) -> LogEntry:
    """Return a new entry of this seat's."""
    entry = LogEntry(table=seat.table, seat=seat, who=seat.name, command_id=command_id, group=group)
    entry.along = along
    return entry


def table_turn_back(
    *,
    table: Table,
    seat: Seat,
    command_id: str,
    groups: tuple[str, ...],
    group: str,
    along: int | None,
) -> Turned:
    """Take back here what is being taken back in another book, whose transaction this is."""
    seat.table = table
    return journal.turn_back(table, groups, _signed(seat, command_id, group), along=along)


def _seated(table_id: uuid.UUID, sender: Sender) -> Seat:
    """Return the sender's seat; its table is locked, and both are read in this transaction.

    Whoever was taken off the table, or may only watch now, does not play on what they were a
    moment ago. Whoever answers the tap shows the table as this write leaves it.
    """
    seat = _read_again(sender) if isinstance(sender, Seat) else sender()
    if seat.is_reader or seat.table_id != table_id:
        raise NotAllowed("seat.reader")
    return seat


def _read_again(seat: Seat) -> Seat:
    fresh = locked_seats(Seat.objects.select_related("table").filter(pk=seat.pk)).first()
    if fresh is None:
        raise NotAllowed("seat.gone")
    seat.role, seat.player, seat.table = fresh.role, fresh.player, fresh.table
    return seat


def check_open(table: Table) -> None:
    """Raise an error for a table in the archive or bin, which can only be read and brought back."""
    if table.binned_at is not None:
        raise IllegalCommand("table.binned")
    if table.archived_at is not None:
        check_not_closed(table)
        raise IllegalCommand("table.archived")


def _guard_of(table: Table, command: Command | Sent) -> Guard:
    if not isinstance(command, Sent):
        return command.guard
    kind = games[table.game].commands.get(command.kind)
    return kind.guard if kind else Guard.NONE


def _keep_free_places(table: Table, state: State) -> None:
    """Close the free places of a secret game that began: whoever sits down there sees a hand."""
    taken = table.seats.exclude(role=Seat.Role.READER).values_list("player", flat=True)
    free = set(state.players) - set(taken)
    table.closed_players = sorted({*table.closed_players, *free})
    table.save(update_fields=["closed_players"])


def _check_whose(seat: Seat, state: State, command: Command) -> None:
    """Refuse a decision for another player, in a game with secrets."""
    players = games[state.game].acts_for(command) - {seat.player}
    if players and not players <= players_without_phone(seat, state):
        raise IllegalCommand("seat.other_player", player=", ".join(sorted(players)))


def players_without_phone(seat: Seat, state: State) -> frozenset[str]:
    """Return the players this seat may decide for beside its own: none unless it keeps the table.

    A keeper plays for those who have no phone there, so one phone is enough for a whole table;
    never for somebody who has one, or had one: their hand stays closed until they are back.
    """
    if not seat.is_keeper:
        return frozenset()
    taken = Seat.objects.filter(table=seat.table_id).exclude(role=Seat.Role.READER)
    own = set(taken.exclude(pk=seat.pk).values_list("player", flat=True))
    return frozenset(state.players) - own - {seat.player} - set(seat.table.sealed_players)


def table_lay(
    *,
    person: Person,
    state: State,
    mission: str = "",
    name: str = "",
    versions: Sequence[PackVersion] = (),
) -> Table:
    """Open a table whose first state is ready, as a campaign's mission or a saved table is.

    `name` is what another room calls the person: whoever plays nobody by it, plays nobody.
    """
    table = Table(game=state.game, mission=mission, pack_version=versions[0] if versions else None)
    table.state = state
    if name:
        own = like(name, state.players)
    else:
        own = person.name if person.name in state.players else state.players[0]
    with write_transaction():
        for version in versions:
            version_seal(version)
        table_store(table)
        table.other_versions.set(versions[1:])
        Seat.objects.create(
            table=table,
            person=person,
            name=name or person.name or own or "",
            player=own,
            role=Seat.Role.KEEPER,
        )
    return table


def seat_give(*, table: Table, person: Person, name: str, role: str) -> Seat:
    """Return a seat for somebody whom another room knows; one they have already stays as it is."""
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
