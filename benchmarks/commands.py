"""A command against the least any such write can cost, and at an old table against a young one."""

import statistics
import time
import uuid
from collections.abc import Callable
from typing import NamedTuple

from benchmarks import often
from companion import services
from companion.models import LogEntry, Seat, Table
from companion.people.models import Person
from companion.writing import write_transaction
from rules import Survivor
from rules.mechanics.danger import PointsAward

ROUNDS, TAPS, OLD = often(15), often(40), often(3000)


class Result(NamedTuple):
    what: str
    ratio: float
    goal: float | None
    """None for what is only told."""

    @property
    def is_over(self) -> bool:
        return self.goal is not None and self.ratio > self.goal


def new_seat() -> Seat:
    person = Person.objects.create_guest(name="Marta")
    survivors = [(f"s{n}", Survivor(name=f"Survivor {n}", player="Marta")) for n in range(12)]
    return services.table_open(person=person, game="rue-morgue", survivors=survivors).seats.get()


def tap(seat: Seat) -> None:
    command = PointsAward(id=uuid.uuid4().hex, seen=0, survivor="s3", amount=1)
    services.command_submit(table_id=seat.table_id, seat=seat, command=command)


def floor(seat: Seat) -> None:
    """Lock a row, insert one, update one, commit: what every command must do at least."""
    with write_transaction():
        table = Table.objects.select_for_update().get(pk=seat.table_id)
        LogEntry.objects.create(
            table=table,
            seq=table.version + 1,
            seat=seat,
            who="",
            command_id=uuid.uuid4().hex,
            command_json="",
            events_json="[]",
            state_before_zlib=b"",
        )
        table.version += 1
        table.save(update_fields=["version"])


def seconds(work: Callable[[Seat], None], seat: Seat) -> float:
    started = time.perf_counter()
    for _ in range(TAPS):
        work(seat)
    return time.perf_counter() - started


def compared(
    one: tuple[Callable[[Seat], None], Seat], other: tuple[Callable[[Seat], None], Seat]
) -> float:
    """The median ratio of interleaved rounds: what else the machine does hits both."""
    return statistics.median(seconds(*one) / seconds(*other) for _ in range(ROUNDS))


def run() -> list[Result]:
    young, old, least = new_seat(), new_seat(), new_seat()
    for _ in range(OLD):
        tap(old)
    for _ in range(10):
        tap(young)
    against_least = compared((tap, young), (floor, least))
    # What the floor has written is no log that could be replayed: `keeping` checks all there are.
    Table.objects.filter(pk=least.table_id).delete()
    return [
        Result("command / the least such a write can cost", against_least, 2.0),
        Result(f"command after {OLD} entries / after 10", compared((tap, old), (tap, young)), 1.2),
    ]
