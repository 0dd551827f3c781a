"""A statement that is built once asks and writes what building it anew would ask and write."""

import uuid

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from companion import selectors
from companion.models import LogEntry, Seat, Table
from companion.people.models import Person
from companion.prepared import insert, update
from companion.writing import write_transaction
from tests.conftest import open_table

pytestmark = pytest.mark.django_db


def columns(*rows: Model) -> list[dict[str, object]]:
    return [
        {field.attname: getattr(row, field.attname) for field in row._meta.fields} for row in rows
    ]


def of_seat(seat: Seat) -> list[dict[str, object]]:
    return columns(seat, seat.table, seat.person)


@pytest.mark.parametrize("lock", [False, True])
def test_a_seat_comes_with_its_table_and_its_person_in_one_question(
    table: Table, seat: Seat, lock: bool
) -> None:
    other = open_table(Person.objects.create_guest(name="Ana"))
    for wanted in (seat, other.seats.get(), seat):
        person = wanted.person
        with write_transaction():
            with CaptureQueriesContext(connection) as asked:
                read = selectors.seat_of(table_id=wanted.table_id, person=person, lock=lock)
                assert read is not None
                shown = of_seat(read)
            assert len(asked) == 1
            has_lock = "FOR NO KEY UPDATE" in asked[0]["sql"]
            assert has_lock == (lock and connection.vendor == "postgresql")
            assert shown == of_seat(Seat.objects.get(pk=wanted.pk))


def test_whoever_sits_elsewhere_or_nowhere_has_no_seat_there(table: Table) -> None:
    stranger = Person.objects.create_guest(name="Ana")
    open_table(stranger)
    assert selectors.seat_of(table_id=table.pk, person=stranger) is None
    assert selectors.seat_of_guest(table_id=uuid.uuid4(), guest=stranger.pk) is None


def new_entry(table: Table, seat: Seat, seq: int) -> LogEntry:
    return LogEntry(
        table=table,
        seat=seat,
        seq=seq,
        who="Żaneta",
        command_id=f"written-{seq}",
        command_json='{"kind":"points.award"}',
        events_json="[]",
        state_before_zlib=bytes(range(256)),
        target_seq=None,
        below_seq=seq - 1,
    )


def test_a_row_is_inserted_as_django_inserts_it(table: Table, seat: Seat) -> None:
    ours, django = new_entry(table, seat, 1), new_entry(table, seat, 2)
    with CaptureQueriesContext(connection) as asked:
        insert(ours)
    django.save(force_insert=True)
    assert len(asked) == 1
    assert ours.pk != django.pk
    assert not ours._state.adding
    (read,), (other,) = (columns(LogEntry.objects.get(pk=row.pk)) for row in (ours, django))
    assert {name for name, value in read.items() if value != other[name]} == (
        {"id", "seq", "command_id", "below_seq", "made_at"}
    )
    assert read == columns(ours)[0] | {"state_before_zlib": read["state_before_zlib"]}
    assert bytes(LogEntry.objects.get(pk=ours.pk).state_before_zlib) == bytes(range(256))


def test_a_second_row_of_the_same_number_is_refused(table: Table, seat: Seat) -> None:
    insert(new_entry(table, seat, 1))
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(new_entry(table, seat, 1))
    assert LogEntry.objects.filter(table=table).count() == 1


def test_only_the_named_fields_of_one_row_are_written(table: Table, guest: Person) -> None:
    other = open_table(guest)
    table.version, table.undo_seq, table.updated_at, table.mission = 7, None, timezone.now(), "no"
    update(table, "version", "undo_seq", "updated_at")
    read = Table.objects.get(pk=table.pk)
    assert (read.version, read.undo_seq, read.updated_at) == (7, None, table.updated_at)
    assert read.mission != "no"
    assert Table.objects.get(pk=other.pk).version == 0


def test_the_newest_entries_know_their_table(table: Table, seat: Seat) -> None:
    """Those undo and redo speak of, and those after what a phone has seen."""
    for seq in range(1, 7):
        insert(new_entry(table, seat, seq))
    table.version, table.undo_seq, table.redo_seq = 6, 2, None
    with CaptureQueriesContext(connection) as asked:
        assert set(selectors.newest_entries(table, None)) == {2}
        entries = selectors.newest_entries(table, 4)
        assert set(entries) == {2, 5, 6}
        assert {entry.book for entry in entries.values()} == {table}
    assert len(asked) == 2
