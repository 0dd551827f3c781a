"""Groups a pack can be offered to: people of a table, and those that rooms above register."""

import uuid
from collections.abc import Callable, Iterable
from typing import NamedTuple

from companion.models import Seat
from companion.people.models import Person

LISTED_TABLES = 8


class PeopleGroup(NamedTuple):
    """People who play together."""

    key: str
    """Key of the group, `table:<id>`, as a form sends it."""
    name: str
    people: tuple[tuple[Person, str], ...]
    """Its people, without the asker, each with their name there."""

    @property
    def names(self) -> str:
        return ", ".join(name for _person, name in self.people)


Lister = Callable[[Person], Iterable[PeopleGroup]]
_listers: dict[str, Lister] = {}


def register(room: str, lister: Lister) -> None:
    """Register a function that returns the groups of a room that a person is in."""
    _listers[room] = lister


def groups_of(person: Person) -> list[PeopleGroup]:
    """Return the groups this person plays in, without groups of one."""
    groups = [group for lister in _listers.values() for group in lister(person)]
    return [group for group in (*groups, *_tables(person)) if group.people]


def _tables(person: Person) -> list[PeopleGroup]:
    """Return the people of the tables played last."""
    mine = (
        Seat.objects.filter(person=person, table__binned_at=None)
        .order_by("-table__updated_at")
        .values_list("table", flat=True)[:LISTED_TABLES]
    )
    by_table: dict[uuid.UUID, list[Seat]] = {table: [] for table in mine}
    seats = Seat.objects.filter(table__in=list(by_table)).select_related("table", "person")
    for seat in seats.exclude(person=person).order_by("created_at"):
        by_table[seat.table_id].append(seat)
    return [
        PeopleGroup(
            f"table:{table}",
            seats_there[0].table.code,
            tuple((seat.person, seat.name) for seat in seats_there),
        )
        for table, seats_there in by_table.items()
        if seats_there
    ]
