"""The one write path: idempotent, guarded, and undone to the letter."""

import uuid
from contextlib import nullcontext

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion import services
from companion.journal.services import Answer
from companion.models import LogEntry, Seat, Table
from companion.people.models import Person
from rules import IllegalCommand, StaleCommand, load_packs
from rules.mechanics.danger import PointsAward
from rules.mechanics.rounds import PhaseNext
from tests.conftest import open_table
from tests.rules.test_engine import taken

pytestmark = pytest.mark.django_db


def new_id() -> str:
    return uuid.uuid4().hex


def tap(seat: Seat, *, amount: int = 1, survivor: str = "wanda", **fields: object) -> Answer:
    command = PointsAward(
        **{"id": new_id(), "seen": 0, "survivor": survivor, "amount": amount, **fields}
    )  # type: ignore[arg-type]
    return services.command_submit(table_id=seat.table_id, seat=seat, command=command)


def reread(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def test_a_command_changes_the_table_and_the_log(table: Table, seat: Seat) -> None:
    answer = tap(seat, amount=7)
    table = reread(table)
    assert (answer.version, table.version, answer.repeated) == (1, 1, False)
    assert table.state.survivors["wanda"].points == 7
    entry = table.entries.get()
    assert (entry.seq, entry.who, len(entry.events)) == (1, "Marta", 2)


def test_the_same_command_twice_changes_nothing_twice(table: Table, seat: Seat) -> None:
    same = new_id()
    first, second = tap(seat, id=same), tap(seat, id=same)
    assert (second.version, second.events, second.repeated) == (first.version, first.events, True)
    assert reread(table).state.survivors["wanda"].points == 1


def test_additive_taps_apply_to_the_newest_state(seat: Seat, table: Table) -> None:
    for _ in range(3):
        tap(seat, seen=0)
    assert reread(table).state.survivors["wanda"].points == 3


def test_a_flow_command_must_have_seen_the_same_step(seat: Seat, table: Table) -> None:
    def advance(seen: int) -> Answer:
        command = PhaseNext(id=new_id(), seen=seen)
        return services.command_submit(table_id=table.pk, seat=seat, command=command)

    tap(seat)
    assert advance(seen=0).version == 2, "points in between do not move the step"
    with pytest.raises(StaleCommand):
        advance(seen=0)
    with pytest.raises(StaleCommand):
        advance(seen=99)
    assert reread(table).version == 2


def test_a_refused_command_leaves_no_trace(seat: Seat, table: Table) -> None:
    before = reread(table).state_json
    with pytest.raises(IllegalCommand):
        tap(seat, amount=-1)
    assert reread(table).state_json == before
    assert not LogEntry.objects.exists()


def test_undo_needs_the_very_version(seat: Seat, table: Table) -> None:
    tap(seat)
    tap(seat)
    with pytest.raises(StaleCommand):
        services.table_undo(table_id=table.pk, seat=seat, command_id=new_id(), seen=1)


def test_nothing_to_undo_or_redo(seat: Seat, table: Table) -> None:
    for service, code in (
        (services.table_undo, "undo.nothing"),
        (services.table_redo, "redo.nothing"),
    ):
        with pytest.raises(IllegalCommand) as caught:
            service(table_id=table.pk, seat=seat, command_id=new_id(), seen=0)
        assert caught.value.code == code


def test_a_new_command_ends_what_could_be_redone(seat: Seat, table: Table) -> None:
    tap(seat)
    services.table_undo(table_id=table.pk, seat=seat, command_id=new_id(), seen=1)
    tap(seat, survivor="ned")
    with pytest.raises(IllegalCommand):
        services.table_redo(table_id=table.pk, seat=seat, command_id=new_id(), seen=3)


def test_a_reader_changes_nothing(table: Table, account: Person) -> None:
    reader = Seat.objects.create(table=table, person=account, name="Luis", role=Seat.Role.READER)
    with pytest.raises(IllegalCommand) as caught:
        tap(reader)
    assert caught.value.code == "seat.reader"


def test_a_seat_at_another_table_changes_nothing(table: Table, account: Person) -> None:
    elsewhere = open_table(account).seats.get()
    with pytest.raises(IllegalCommand):
        services.command_submit(
            table_id=table.pk, seat=elsewhere, command=PhaseNext(id=new_id(), seen=0)
        )


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=st.lists(st.tuples(st.sampled_from("dddur"), st.integers(0, 999)), max_size=24))
def test_undo_and_redo_are_exact_at_any_depth(
    django_db_blocker: object, guest: Person, steps: list[tuple[str, int]]
) -> None:
    """Against a plain model: a list of states and a cursor."""
    table = open_table(guest)
    seat = table.seats.get()
    states, cursor, version = [table.state_json], 0, 0
    for what, number in steps:
        can = {"d": True, "u": cursor > 0, "r": cursor < len(states) - 1}
        expected = nullcontext() if can[what] else pytest.raises(IllegalCommand)
        with expected:
            if what == "d":
                command = taken(reread(table).state, load_packs()[table.game], number)
                command = replace(command, id=new_id(), seen=version)
                services.command_submit(table_id=table.pk, seat=seat, command=command)
                states = [*states[: cursor + 1], reread(table).state_json]
                cursor += 1
            elif what == "u":
                services.table_undo(table_id=table.pk, seat=seat, command_id=new_id(), seen=version)
                cursor -= 1
            else:
                services.table_redo(table_id=table.pk, seat=seat, command_id=new_id(), seen=version)
                cursor += 1
            version += 1
        now = reread(table)
        assert (now.version, now.state_json) == (version, states[cursor])


def test_the_cost_of_a_command_does_not_grow_with_the_log(
    seat: Seat, table: Table, django_assert_num_queries: object
) -> None:
    def queries() -> int:
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        with CaptureQueriesContext(connection) as captured:
            tap(seat)
        return len(captured)

    young = queries()
    for _ in range(60):
        tap(seat)
    assert queries() == young
