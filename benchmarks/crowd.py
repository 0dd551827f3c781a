"""Tables of four phones: each tap until all four have the picture.

One phone of each table taps as fast as it can, the others follow the table as our script does. They
are told a tap that changes points alone, and fetch after any other. Taps a second are compared with
durable commits of one row on the same disk; what a tap takes of a core, all phones included, with a
bare view of one commit. `production` runs the same on PostgreSQL with two web processes.
"""

import asyncio
import os
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks import SHORTEST, often
from benchmarks.commands import Result
from benchmarks.phones import CrowdPhone, form
from benchmarks.server import GAME, table_of_age
from benchmarks.serving import core_seconds, serving
from companion.models import LineUp, Seat
from companion.people.models import Person

SIZES = (2,) if SHORTEST else (12, 50, 100)
PHONES = often(4, 2)
SECONDS, WARM_UP = often(60) / 10, often(20) / 10
ROUNDS = often(3)
ONE, LEVEL = 1, 7
"""Points that change a number alone, and points that change a level with it."""

Phones = list[CrowdPhone]
Work = Callable[[Phones, int], Awaitable[None]]


def seats(tables: int) -> Iterator[list[Seat]]:
    """Open tables, each with all its phones."""
    for _ in range(tables):
        keeper = table_of_age(1)
        guests = [Person.objects.create_guest(name=f"Guest {n}") for n in range(1, PHONES)]
        yield [
            keeper,
            *(Seat.objects.create(table=keeper.table, person=p, name=p.name) for p in guests),
        ]


async def as_fast_as_they_can(tables: list[Phones], work: Work, seconds: float) -> list[float]:
    """Return how long each piece of work took; every table ends as it began."""
    taken: list[float] = []
    until = time.perf_counter() + seconds

    async def go_on(phones: Phones) -> None:
        number = 0
        while (started := time.perf_counter()) < until or number % 2:
            await work(phones, number)
            number += 1
            taken.append(time.perf_counter() - started)

    await asyncio.gather(*(go_on(phones) for phones in tables))
    return taken


class Done(NamedTuple):
    """What was done for a while."""

    rate: float
    """Times a second."""
    core_ms: float
    worst_ms: float
    """p99."""


async def measured(port: int, crowd: list[list[Seat]], row: int) -> list[Done]:
    """Return what taps of points, taps of levels and the floor have come to."""
    tables = [[CrowdPhone(port, seat) for seat in at_table] for at_table in crowd]
    survivor = next(iter(crowd[0][0].table.state.survivors))
    everybody = [phone for phones in tables for phone in phones]
    await asyncio.gather(*(phone.connect() for phone in everybody))
    following = [asyncio.create_task(p.watch()) for phones in tables for p in phones[1:]]

    async def tap(phones: Phones, points: int) -> None:
        await phones[0].tap(survivor, points)
        await asyncio.gather(*(other.until(phones[0].version) for other in phones))

    async def quiet(phones: Phones, number: int) -> None:
        await tap(phones, -ONE if number % 2 else ONE)

    async def loud(phones: Phones, number: int) -> None:
        await tap(phones, -LEVEL if number % 2 else LEVEL)

    async def floor(phones: Phones, _number: int) -> None:
        await phones[0].ask("POST", f"/floor/{row}/", form("", 0))

    works: tuple[Work, ...] = (quiet, loud, floor)
    for work in works:
        await as_fast_as_they_can(tables, work, WARM_UP)
    rounds: list[list[Done]] = [[] for _ in works]
    for _ in range(ROUNDS):
        for work, done in zip(works, rounds, strict=True):
            started, worked = time.perf_counter(), core_seconds()
            taken = await as_fast_as_they_can(tables, work, SECONDS / ROUNDS)
            rate = len(taken) / (time.perf_counter() - started)
            core_ms = (core_seconds() - worked) / len(taken) * 1000
            done.append(Done(rate, core_ms, statistics.quantiles(taken, n=100)[98] * 1000))
    for task in following:
        task.cancel()
    return [Done(*map(statistics.median, zip(*done, strict=True))) for done in rounds]


def commits() -> float:
    """Return how many durable commits of one row this disk takes a second."""
    with tempfile.TemporaryDirectory(dir=os.environ["DATA_DIR"]) as folder:
        connection = sqlite3.connect(Path(folder) / "floor.sqlite3", isolation_level=None)
        for said in ("journal_mode=WAL", "synchronous=FULL"):
            connection.execute(f"PRAGMA {said}")
        connection.execute("CREATE TABLE floor (number INTEGER)")
        connection.execute("INSERT INTO floor VALUES (0)")
        number, started = 0, time.perf_counter()
        while (past := time.perf_counter() - started) < WARM_UP:
            connection.execute("UPDATE floor SET number = number + 1")
            number += 1
        connection.close()
    return number / past


def run() -> list[Result]:
    options = os.environ.get("BENCH_OPTIONS", "").split()
    results = []
    for size in SIZES:
        crowd, durable = list(seats(size)), commits()
        row = LineUp.objects.create(person=crowd[0][0].person, game=GAME, query="")
        with serving(*options) as port:
            quiet, loud, floor = asyncio.run(measured(port, crowd, row.pk))
        for what, done in (("a tap of points", quiet), ("a tap of a level", loud)):
            who = f"{size} tables x {PHONES} phones, {what}"
            results += [
                Result(f"{who}: taps a second", done.rate, None),
                Result(f"{who}: durable commits in the time of one", durable / done.rate, None),
                Result(f"{who}: of a core / the floor", done.core_ms / floor.core_ms, None),
                Result(f"{who}: ms of a core", done.core_ms, None),
                Result(f"{who}: p99 in ms", done.worst_ms, None),
            ]
        LineUp.objects.filter(pk=row.pk).delete()
    return results
