"""Many phones at once, on whichever database the run uses: nothing lost, nothing twice."""

import threading
import uuid
from collections.abc import Callable
from contextlib import suppress

import pytest
from django.db import close_old_connections, connection
from django.utils import timezone

from companion import selectors, services
from companion.journal.services import Answer, NotAllowed
from companion.models import Seat, Table
from companion.people.models import Person
from companion.seats import services as seats
from companion.seats.asking import WAIT
from companion.shelf.services import table_archive
from companion.writing import write_transaction
from rules import IllegalCommand, StaleCommand
from rules.mechanics.danger import PointsAward
from rules.mechanics.rounds import PhaseNext
from tests.conftest import open_table

pytestmark = pytest.mark.django_db(transaction=True)

PHONES, TAPS = 12, 30
RESENT = 5  # every fifth tap is sent twice


def together(work: Callable[[int], None]) -> None:
    """Run `work` on as many threads as there are phones, all starting at once."""
    gate, failures = threading.Barrier(PHONES), []

    def phone(number: int) -> None:
        try:
            gate.wait()
            work(number)
        except Exception as error:
            failures.append(error)
        finally:
            close_old_connections()
            connection.close()

    threads = [threading.Thread(target=phone, args=[number]) for number in range(PHONES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


@pytest.fixture
def racing_seat() -> Seat:
    return open_table(Person.objects.create_guest(name="Marta")).seats.get()


def test_no_tap_of_twelve_phones_is_lost_or_doubled(racing_seat: Seat) -> None:
    sent: list[str] = []

    def taps(number: int) -> None:
        for tap in range(TAPS):
            command = PointsAward(id=uuid.uuid4().hex, seen=0, survivor="ned", amount=1)
            sent.append(command.id)
            for _ in range(2 if tap % RESENT == 0 else 1):
                services.command_submit(
                    table_id=racing_seat.table_id, seat=racing_seat, command=command
                )

    together(taps)
    table = Table.objects.get(pk=racing_seat.table_id)
    assert table.state.survivors["ned"].points == PHONES * TAPS
    assert table.version == PHONES * TAPS
    assert list(table.entries.values_list("seq", flat=True)) == list(range(1, table.version + 1))
    assert sorted(table.entries.values_list("command_id", flat=True)) == sorted(sent)


def test_one_tap_sent_by_a_nervous_network_counts_once(racing_seat: Seat) -> None:
    command = PointsAward(id=uuid.uuid4().hex, seen=0, survivor="ned", amount=1)
    answers: list[Answer] = []

    def resend(number: int) -> None:
        answers.append(
            services.command_submit(
                table_id=racing_seat.table_id, seat=racing_seat, command=command
            )
        )

    together(resend)
    assert Table.objects.get(pk=racing_seat.table_id).state.survivors["ned"].points == 1
    assert sorted(answer.repeated for answer in answers) == [False] + [True] * (PHONES - 1)
    assert {answer.version for answer in answers} == {1}


def test_the_phase_moves_once_when_everybody_presses_next(racing_seat: Seat) -> None:
    moved: list[int] = []

    def press(number: int) -> None:
        command = PhaseNext(id=uuid.uuid4().hex, seen=0)
        try:
            services.command_submit(
                table_id=racing_seat.table_id, seat=racing_seat, command=command
            )
            moved.append(number)
        except StaleCommand:
            pass

    together(press)
    assert len(moved) == 1
    assert Table.objects.get(pk=racing_seat.table_id).state.phase == "zombies"


@pytest.mark.parametrize("how", ["removed", "made a reader", "archived"])
@pytest.mark.parametrize("finds_seat", ["before", "in the write"])
def test_no_tap_counts_after_its_seat_has_lost_the_right(
    racing_seat: Seat, how: str, finds_seat: str
) -> None:
    """Whoever waits for the table must not go on with the seat as it was before the wait."""
    table = racing_seat.table
    person = Person.objects.create_guest(name="Luis")
    luis = seats.seat_take(table=table, person=person, name="Luis")
    versions: list[int] = []
    codes: set[str] = set()

    def lose() -> None:
        with write_transaction():
            if how == "removed":
                seats.seat_remove(seat=Seat.objects.get(pk=luis.pk))
            elif how == "made a reader":
                seats.seat_set_role(seat=Seat.objects.get(pk=luis.pk), role=Seat.Role.READER)
            else:
                table_archive(table=Table.objects.get(pk=table.pk), archived=True)
            versions.append(Table.objects.get(pk=table.pk).version)

    def sender() -> Seat:
        seat = selectors.seat_of(table_id=table.pk, person=person, lock=True)
        if seat is None:
            raise NotAllowed("seat.gone")
        return seat

    def taps(number: int) -> None:
        own = Seat.objects.filter(pk=luis.pk).first() or luis
        for tap in range(TAPS // 4):
            if number == 0 and tap == TAPS // 8:
                lose()
            command = PointsAward(id=uuid.uuid4().hex, seen=0, survivor="ned", amount=1)
            try:
                services.command_submit(
                    table_id=table.pk,
                    seat=own if finds_seat == "before" else sender,
                    command=command,
                )
            except IllegalCommand as error:
                codes.add(error.code)

    together(taps)
    expected = {
        "removed": "seat.gone",
        "made a reader": "seat.reader",
        "archived": "table.archived",
    }
    assert codes == {expected[how]}
    assert [Table.objects.get(pk=table.pk).version] == versions


def test_a_table_that_is_refused_and_taken_at_once_is_one_of_the_two(racing_seat: Seat) -> None:
    person = Person.objects.create_guest(name="Luis")
    asker = seats.seat_take(table=racing_seat.table, person=person, name="Luis", player="Luis")
    seats.keeping_ask(seat=asker)
    Seat.objects.filter(pk=asker.pk).update(asked_to_keep_at=timezone.now() - WAIT)
    done: list[str] = []

    def decide(number: int) -> None:
        decided = seats.keeping_take if number % 2 else seats.keeping_end
        with suppress(IllegalCommand):  # somebody has decided before
            decided(seat=asker)
            done.append("taken" if number % 2 else "refused")

    together(decide)
    asker.refresh_from_db()
    assert asker.asked_to_keep_at is None
    assert done == ["taken" if asker.is_keeper else "refused"]
