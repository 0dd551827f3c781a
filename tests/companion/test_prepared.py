"""A question that is built once gives the rows that building it anew would give."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from companion import selectors
from companion.models import Seat, Table
from companion.people.models import Person
from companion.writing import write_transaction
from tests.conftest import open_table

pytestmark = pytest.mark.django_db


def columns(seat: Seat) -> list[dict[str, object]]:
    rows = (seat, seat.table, seat.person)
    return [
        {field.attname: getattr(row, field.attname) for field in row._meta.fields} for row in rows
    ]


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
                shown = columns(read)
            assert len(asked) == 1
            has_lock = "FOR NO KEY UPDATE" in asked[0]["sql"]
            assert has_lock == (lock and connection.vendor == "postgresql")
            assert shown == columns(Seat.objects.get(pk=wanted.pk))


def test_whoever_sits_elsewhere_or_nowhere_has_no_seat_there(table: Table) -> None:
    stranger = Person.objects.create_guest(name="Ana")
    open_table(stranger)
    assert selectors.seat_of(table_id=table.pk, person=stranger) is None
    assert selectors.seat_of_guest(table_id=uuid.uuid4(), guest=stranger.pk) is None
