"""Twelve tables of four phones that tap as fast as they can, each until its picture is there.

Against as many connections that ask for the floor as fast as they can; and what a tap takes of a
core when the table's other phones hear of it and fetch their board, as they do. `production` runs
the same on PostgreSQL with two web processes.
"""

import asyncio
import os
import statistics
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from benchmarks import often
from benchmarks.commands import Result
from benchmarks.phones import CrowdPhone, form
from benchmarks.server import GAME, table_of_age
from benchmarks.serving import core_seconds, serving
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


class Done(NamedTuple):
    """What phones did for a while: how often in a second, and what one takes of a core, in ms."""

    rate: float
    core_ms: float


class Measured(NamedTuple):
    tap: Done
    floor: Done
    tap_and_boards: Done
    worst_ms: float
    """Of the taps, p99."""


async def measured(port: int, crowd: list[Seat], row: int) -> Measured:
    phones = [CrowdPhone(port, seat) for seat in crowd]
    survivor = next(iter(crowd[0].table.state.survivors))
    await asyncio.gather(*(phone.connect() for phone in phones))
    for phone in phones:
        await phone.follow()

    async def tap(phone: CrowdPhone, number: int) -> None:
        await phone.tap(survivor, -1 if number % 2 else 1)

    async def floor(phone: CrowdPhone, number: int) -> None:
        await phone.ask("POST", f"/floor/{row}/", form("", 0))

    async def tap_and_boards(phone: CrowdPhone, number: int) -> None:
        await tap(phone, number)
        at_table = (other for other in phones if other.table == phone.table)
        await asyncio.gather(*(other.look() for other in at_table if other is not phone))

    # One phone a table taps while the others fetch: a connection answers one thing at a time.
    works = ((tap, phones), (floor, phones), (tap_and_boards, phones[::PHONES]))
    for work, busy in works:
        await as_fast_as_they_can(busy, work, WARM_UP)
    taps: list[float] = []
    rounds: list[list[Done]] = [[] for _ in works]
    for _ in range(ROUNDS):
        for (work, busy), done in zip(works, rounds, strict=True):
            started, worked = time.perf_counter(), core_seconds()
            taken = await as_fast_as_they_can(busy, work, SECONDS / ROUNDS)
            rate = len(taken) / (time.perf_counter() - started)
            done.append(Done(rate, (core_seconds() - worked) / len(taken) * 1000))
            if work is tap:
                taps += taken
    of_tap, of_floor, of_both = (
        Done(*map(statistics.median, zip(*done, strict=True))) for done in rounds
    )
    return Measured(of_tap, of_floor, of_both, statistics.quantiles(taps, n=100)[98] * 1000)


def run() -> list[Result]:
    crowd = seats()
    row = LineUp.objects.create(person=crowd[0].person, game=GAME, query="")
    options = os.environ.get("BENCH_OPTIONS", "").split()
    with serving(*options) as port:
        tap, floor, both, worst = asyncio.run(measured(port, crowd, row.pk))
    who = f"{TABLES} tables x {PHONES} phones"
    return [
        Result(f"{who}: a tap until its picture is there / the floor", floor.rate / tap.rate, 3.5),
        Result(f"{who}: taps a second", tap.rate, None),
        Result(f"{who}: a tap, p99 in ms", worst, None),
        Result(f"{who}: a tap, ms of a core", tap.core_ms, None),
        Result(f"{who}: a tap and the others' boards, ms of a core", both.core_ms, None),
    ]
