"""Twelve tables of four phones that tap as fast as they can, each until its picture is there.

Against as many connections that ask for the floor as fast as they can. `production` runs the same
on PostgreSQL with two web processes.
"""

import asyncio
import os
import statistics
import time
from collections.abc import Awaitable, Callable

from benchmarks import often
from benchmarks.commands import Result
from benchmarks.phones import CrowdPhone, form
from benchmarks.server import GAME, table_of_age
from benchmarks.serving import serving
from companion.models import LineUp, Seat
from companion.people.models import Person

TABLES, PHONES = often(12), often(4, 2)
SECONDS, WARM_UP = often(80) / 10, often(20) / 10
ROUNDS = often(3)


def seats() -> list[Seat]:
    seated = []
    for _ in range(TABLES):
        keeper = table_of_age(1)
        seated.append(keeper)
        for number in range(1, PHONES):
            person = Person.objects.create_guest(name=f"Guest {number}")
            seated.append(Seat.objects.create(table=keeper.table, person=person, name=person.name))
    return seated


async def as_fast_as_they_can(
    phones: list[CrowdPhone], work: Callable[[CrowdPhone, int], Awaitable[None]], seconds: float
) -> list[float]:
    """How long each took, for so many seconds."""
    taken: list[float] = []
    until = time.perf_counter() + seconds

    async def go_on(phone: CrowdPhone) -> None:
        number = 0
        while (started := time.perf_counter()) < until or number % 2:
            await work(phone, number)
            number += 1
            taken.append(time.perf_counter() - started)

    await asyncio.gather(*(go_on(phone) for phone in phones))
    return taken


async def measured(port: int, crowd: list[Seat], row: int) -> tuple[float, float, float]:
    """Taps a second, floors a second, and the taps' p99 in milliseconds."""
    phones = [CrowdPhone(port, seat) for seat in crowd]
    survivor = next(iter(crowd[0].table.state.survivors))
    await asyncio.gather(*(phone.connect() for phone in phones))
    for phone in phones:
        await phone.follow()

    async def tap(phone: CrowdPhone, number: int) -> None:
        await phone.tap(survivor, -1 if number % 2 else 1)

    async def floor(phone: CrowdPhone, number: int) -> None:
        await phone.ask("POST", f"/floor/{row}/", form("", 0))

    for work in (tap, floor):
        await as_fast_as_they_can(phones, work, WARM_UP)
    taps: list[float] = []
    rates: list[tuple[float, float]] = []
    for _ in range(ROUNDS):
        both = []
        for work in (tap, floor):
            started = time.perf_counter()
            taken = await as_fast_as_they_can(phones, work, SECONDS / ROUNDS)
            both.append(len(taken) / (time.perf_counter() - started))
            if work is tap:
                taps += taken
        rates.append((both[0], both[1]))
    rate, least = (statistics.median(column) for column in zip(*rates, strict=True))
    return rate, least, statistics.quantiles(taps, n=100)[98] * 1000


def run() -> list[Result]:
    crowd = seats()
    row = LineUp.objects.create(person=crowd[0].person, game=GAME, query="")
    options = os.environ.get("BENCH_OPTIONS", "").split()
    with serving(*options) as port:
        rate, least, worst = asyncio.run(measured(port, crowd, row.pk))
    who = f"{TABLES} tables x {PHONES} phones"
    return [
        Result(f"{who}: a tap until its picture is there / the floor", least / rate, 3.5),
        Result(f"{who}: taps a second", rate, None),
        Result(f"{who}: a tap, p99 in ms", worst, None),
    ]
