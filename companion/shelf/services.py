"""The only writers of what becomes of a table: archive, bin, rematch and branch."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from companion.hooks import check_not_closed
from companion.journal.selectors import state_json_after
from companion.live import rights_changed
from companion.models import Seat, Table
from companion.pages import is_secret, pages_of
from companion.people.models import Person
from companion.services import table_open, table_store
from companion.shelf.selectors import state_after
from companion.workshop.models import PackVersion
from companion.workshop.ours import TakenRecords
from companion.writing import write_transaction
from rules import IllegalCommand


def table_archive(*, table: Table, archived: bool) -> None:
    """Out of the way, or back on the list; out of the archive it can be played again."""
    if not archived:
        check_not_closed(table)
    with write_transaction():
        table.archived_at = timezone.now() if archived else None
        table.save(update_fields=["archived_at"])


def table_bin(*, table: Table) -> None:
    """Into the bin: nobody finds it any more, and it can be brought back for `BIN_DAYS`."""
    with write_transaction():
        table.binned_at = timezone.now()
        table.save(update_fields=["binned_at"])
        rights_changed(str(table.pk))


def table_restore(*, table: Table) -> None:
    """Out of the bin, whole, with everybody at it."""
    with write_transaction():
        table.binned_at = None
        table.save(update_fields=["binned_at"])


def bin_empty() -> int:
    """Remove for good the tables that have been in the bin for `BIN_DAYS`; returns how many."""
    limit = timezone.now() - timedelta(days=settings.BIN_DAYS)
    removed = 0
    for table in Table.objects.filter(binned_at__lt=limit).only("pk"):
        with write_transaction():
            table.delete()
        removed += 1
    return removed


def table_rematch(*, table: Table, person: Person) -> Table:
    """Open a new table with the same line-up, before its first round, with everybody at it."""
    with write_transaction():
        again = pages_of(table.game).again(table, person)
        _come_along(table, again, person, seq=None)
    return again


def opened_again(table: Table, person: Person) -> Table:
    """A new table with the zones and rules the old one began with, and those who were at its end:
    survivors change hands during play, newcomers bring theirs, teams are told."""
    first, last = state_after(table, 0), table.state
    return table_open(
        person=person,
        game=table.game,
        survivors=[(key, survivor.again()) for key, survivor in last.survivors.items()],
        expansions=first.expansions,
        zones=first.zones,
        sources={name: deck.source for name, deck in first.decks.items()},
        dice=first.dice,
        hour=first.hour,
        options=first.options,
        mission=table.mission,
        ours=TakenRecords(
            first.own_mission,
            first.own_box,
            frozenset(copy for deck in first.decks.values() for copy in deck.aside),
            _versions_of(table),
        ),
    )


def _versions_of(table: Table) -> tuple[PackVersion, ...]:
    """Of the packs it plays with, the mission's first."""
    main = (table.pack_version,) if table.pack_version else ()
    return (*main, *table.other_versions.all())


def table_branch(*, table: Table, person: Person, seq: int) -> Table:
    """'What if': a new table that stands where this one stood after entry `seq`."""
    if not 0 <= seq <= table.version:
        raise IllegalCommand("branch.no_such_entry", seq=seq)
    if is_secret(table.any_state):
        raise IllegalCommand("table.secret")
    with write_transaction():
        other = Table(game=table.game, mission=table.mission, pack_version_id=table.pack_version_id)
        other.state_json = state_json_after(table, seq)
        table_store(other)
        other.other_versions.set(table.other_versions.all())
        Seat.objects.create(
            table=other, person=person, name=person.name or "", role=Seat.Role.KEEPER
        )
        _come_along(table, other, person, seq=seq)
    return other


def _come_along(old: Table, new: Table, person: Person, *, seq: int | None) -> None:
    """Everybody at the old table has their seat at the new one; its maker keeps it."""
    seats = list(old.seats.all())
    mine = next(seat for seat in seats if seat.person_id == person.pk)
    new.seats.filter(person=person).update(name=mine.name, player=mine.player)
    Seat.objects.bulk_create(
        Seat(
            table=new, person_id=seat.person_id, name=seat.name, player=seat.player, role=seat.role
        )
        for seat in seats
        if seat.pk != mine.pk
    )
    new.origin, new.origin_seq = old, seq
    new.closed_players = old.closed_players
    new.save(update_fields=["origin", "origin_seq", "closed_players"])
    rights_changed(str(old.pk))
