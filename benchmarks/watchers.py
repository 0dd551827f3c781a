"""A tap at a table that three thousand phones watch, and one at a table beside it."""

import asyncio
import resource
import statistics
import time

from benchmarks import often
from benchmarks.commands import Result
from benchmarks.phones import CrowdPhone
from benchmarks.server import table_of_age
from benchmarks.serving import MANY_FILES, serving
from companion.live.places import MOST_OF_PERSON
from companion.models import Seat, Table
from companion.people.models import Person

WATCHERS, AT_ONCE = often(3000, MOST_OF_PERSON), 100
TIMES, WARM_UP = often(30), often(3)
GOAL_MILLISECONDS = 100


def audience(table: Table) -> list[Seat]:
    """As many people as it takes: one may have only so many streams."""
    people = [
        Person.objects.create_guest(name=f"Guest {number}")
        for number in range(WATCHERS // MOST_OF_PERSON)
    ]
    return [Seat.objects.create(table=table, person=person, name=person.name) for person in people]


async def measured(
    port: int, watched: Seat, beside: Seat, seats: list[Seat]
) -> tuple[float, float, float]:
    """Milliseconds: the tap, a tap elsewhere right after it, until the last watcher has heard."""
    phone, other = CrowdPhone(port, watched), CrowdPhone(port, beside)
    survivor = next(iter(watched.table.state.survivors))
    await phone.connect()
    await other.connect()
    watchers = [CrowdPhone(port, seat) for seat in seats for _ in range(MOST_OF_PERSON)]
    for watcher in watchers:
        watcher.version = watched.table.version
    streams: list[asyncio.StreamReader] = []
    for first in range(0, WATCHERS, AT_ONCE):
        opening = (watcher.follow() for watcher in watchers[first : first + AT_ONCE])
        streams += await asyncio.gather(*opening)
    taken = []
    for number in range(TIMES + WARM_UP):
        amount = -1 if number % 2 else 1
        started = time.perf_counter()
        hearing = asyncio.gather(*(stream.readuntil(b"data: ") for stream in streams))
        await asyncio.sleep(0)
        tapping = time.perf_counter()
        await phone.tap(survivor, amount)
        tapped = time.perf_counter()
        await other.tap(survivor, amount)
        elsewhere = time.perf_counter()
        await hearing
        heard = time.perf_counter()
        taken.append((tapped - tapping, elsewhere - tapped, heard - started))
    columns = zip(*taken[WARM_UP:], strict=True)
    tap, there, last = (statistics.median(column) * 1000 for column in columns)
    return tap, there, last


def run() -> list[Result]:
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(MANY_FILES, hard), hard))
    watched, beside = table_of_age(1), table_of_age(1)
    seats = audience(watched.table)
    # All of them come at once, from one address.
    rates = {"STREAM_RATE": "100000/min", "STREAM_NETWORK_RATE": "100000/min"}
    with serving(STREAMS=str(2 * WATCHERS), **rates) as port:
        tap, there, last = asyncio.run(measured(port, watched, beside, seats))
    who = f"{WATCHERS} phones watch"
    return [
        Result(f"{who}: a tap there / {GOAL_MILLISECONDS} ms", tap / GOAL_MILLISECONDS, 1.0),
        Result(f"{who}: a tap at another table right after it, ms", there, None),
        Result(f"{who}: until the last one has heard, ms", last, None),
    ]
