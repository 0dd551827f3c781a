"""Taps at a table while the worker of `manage.py serve` prints a batch, against an idle house."""

import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager

from benchmarks import often
from benchmarks.commands import Result
from benchmarks.printing import content
from benchmarks.server import table_of_age, tapper
from benchmarks.serving import serving
from campaigns.printing import services
from campaigns.printing.models import PrintJob
from companion.people.models import Person

ROUNDS, TAPS = often(4), often(100, 2)
SHEETS = often(120, 20)
PAUSE = 0.02
START_SECONDS = 300


@contextmanager
def printing(person: Person, number: int) -> Iterator[None]:
    """A batch that is being made, and still is when the block ends."""
    job = services.print_request(
        person=person,
        kind="campaign-sheets",
        content=content(SHEETS, f"Batch {number}"),
        language="es",
    )
    deadline = time.monotonic() + START_SECONDS
    while not job.made:
        if time.monotonic() > deadline:
            raise RuntimeError("the batch did not start")
        time.sleep(0.05)
        job.refresh_from_db()
    yield
    job.refresh_from_db()
    if job.state != PrintJob.State.RUNNING:
        raise RuntimeError("the batch was over before the taps were")
    services.print_cancel(job=job)
    time.sleep(2)  # the sheet in hand is still laid out


def run() -> list[Result]:
    seat = table_of_age(20)
    idle: list[float] = []
    busy: list[float] = []
    with serving() as port:
        tap = tapper(port, seat)

        def taps(taken: list[float]) -> None:
            """At a quick table's pace."""
            for _ in range(TAPS):
                taken.append(tap())
                time.sleep(PAUSE)

        taps([])
        for number in range(ROUNDS):
            taps(idle)
            with printing(seat.person, number):
                taps(busy)
    rest, work = (statistics.quantiles(taken, n=100)[98] for taken in (idle, busy))
    return [Result("a tap while a batch prints / while none does, p99", work / rest, 2.0)]
