"""A poke to many phones: from the hub to the last stream, against the bare mechanism.

Floor and ours run in one server over real sockets. The floor is what any stream must do: an
event a connection, woken together, a line written to each.
"""

import asyncio
import contextlib
import socket
import statistics
import threading
import time
from collections.abc import AsyncIterator, Callable

import uvicorn

from benchmarks import often
from benchmarks.commands import Result, new_seat
from companion.live.hub import hub
from companion.live.stream import live_lifespan, live_stream
from companion.live.tokens import LIVE_PREFIX, stream_token
from companion.models import Seat
from companion.people.models import Person

PHONES = (often(8), often(200, 2))
TIMES, WARM_UP = often(60, 2), often(5)
FLOOR = "/floor/"
LINE = b"id: 1\ndata: 1\n\n"


class Bare:
    """Connections that wait, and one call that wakes them all."""

    def __init__(self) -> None:
        self.waiting: set[asyncio.Event] = set()
        self.loop: asyncio.AbstractEventLoop | None = None

    async def stream(self, scope, receive, send) -> None:  # type: ignore[no-untyped-def]
        self.loop = asyncio.get_running_loop()
        woken = asyncio.Event()
        self.waiting.add(woken)
        headers = [(b"content-type", b"text/event-stream")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"\n\n", "more_body": True})
        while not hub.is_closing:
            await woken.wait()
            woken.clear()
            await send({"type": "http.response.body", "body": LINE, "more_body": True})

    def poke(self) -> None:
        assert self.loop is not None
        self.loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        for waiting in self.waiting:
            waiting.set()


bare = Bare()


async def application(scope, receive, send) -> None:  # type: ignore[no-untyped-def]
    if scope["type"] == "lifespan":
        await live_lifespan(scope, receive, send)
    elif scope["path"].startswith(LIVE_PREFIX):
        await live_stream(scope, receive, send)
    else:
        await bare.stream(scope, receive, send)


@contextlib.contextmanager
def serving():  # type: ignore[no-untyped-def]
    """A server in a thread of this process, so that it can be poked without a request."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(application, log_config=None, access_log=False, lifespan="on")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield listener.getsockname()[1]
    finally:
        hub.close()
        server.should_exit = True
        thread.join(10)


@contextlib.asynccontextmanager
async def phones(port: int, paths: list[str]) -> AsyncIterator[list[asyncio.StreamReader]]:
    """An open stream for each path, past its greeting."""
    opened = [await asyncio.open_connection("127.0.0.1", port) for _ in paths]
    for path, (reader, writer) in zip(paths, opened, strict=True):
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        await reader.readuntil(b"\n\n\r\n")
    yield [reader for reader, _writer in opened]
    for _reader, writer in opened:
        writer.close()


async def seconds(readers: list[asyncio.StreamReader], poke: Callable[[], None]) -> float:
    """From the poke until the last phone has heard it."""
    started = time.perf_counter()
    poke()
    await asyncio.gather(*(reader.readuntil(b"data: ") for reader in readers))
    took = time.perf_counter() - started
    await asyncio.gather(*(reader.readuntil(b"\n\n\r\n") for reader in readers))
    return took


def seated(count: int) -> list[Seat]:
    """So many people at one table."""
    table = new_seat().table
    people = [Person.objects.create_guest(name=f"Guest {number}") for number in range(count)]
    return [Seat.objects.create(table=table, person=person, name=person.name) for person in people]


async def compared(port: int, seats: list[Seat]) -> float:
    table_id, count = seats[0].table_id, len(seats)
    table = str(table_id)
    paths = [
        f"{LIVE_PREFIX}{table}/?token={stream_token(table_id, seat.person_id)}&seen=0"
        for seat in seats
    ]
    version = 0

    def ours() -> None:
        nonlocal version
        version += 1
        hub.poke(table, version)

    async with phones(port, paths) as live, phones(port, [FLOOR] * count) as least:
        taken = []
        for _ in range(TIMES + WARM_UP):
            taken.append((await seconds(live, ours), await seconds(least, bare.poke)))
    mine, floor = (
        statistics.quantiles(column, n=4)[0] for column in zip(*taken[WARM_UP:], strict=True)
    )
    return float(mine / floor)


def run() -> list[Result]:
    with serving() as port:
        return [
            Result(
                f"poke to {count} phones / the bare mechanism",
                asyncio.run(compared(port, seated(count))),
                2.0,
            )
            for count in PHONES
        ]
