"""What several tests of tables need."""

import pytest

from companion.models import Seat, Table
from companion.people.models import Person
from companion.seats import services


@pytest.fixture
def luis(table: Table) -> Seat:
    """A guest at the place of Luis."""
    person = Person.objects.create_guest(name="")
    return services.seat_take(table=table, person=person, name="Luis", player="Luis")
