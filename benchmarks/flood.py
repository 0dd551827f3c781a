"""A tap while others ask for what is slow: sign-ins from many connections, thousands of undos."""

import asyncio
import statistics
import threading
import time
import uuid
from collections.abc import Callable

from benchmarks import often
from benchmarks.commands import Result
from benchmarks.phones import CrowdPhone, Phone
from benchmarks.server import table_of_age, tapper
from benchmarks.serving import serving
from companion.models import Seat

FLOOD, TAPS, ROUNDS = often(20, 2), often(100, 2), often(3)
PAUSE = 0.02
STEPS = often(3000, 3)
GOAL_MILLISECONDS = 100


class Flood(threading.Thread):
    """Signs in from so many connections with addresses nobody has, until told to stop."""

    def __init__(self, port: int, seat: Seat) -> None:
        super().__init__(daemon=True)
        self.port, self.seat = port, seat
        self.is_over, self.attempts = threading.Event(), 0

    def run(self) -> None:
        asyncio.run(self._all())

    async def _all(self) -> None:
        await asyncio.gather(*(self._sign_in() for _ in range(FLOOD)))

    async def _sign_in(self) -> None:
        phone = CrowdPhone(self.port, self.seat)
        while not self.is_over.is_set():
            await phone.connect()
            body = f"username={uuid.uuid4().hex}@example.org&password=wrong-walkers"
            try:
                await phone.ask("POST", "/account/sign-in/", body)
            except (RuntimeError, OSError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.05)  # refused, as a wrong password or one too many
            self.attempts += 1
            phone.writer.close()


def p99(taken: list[float]) -> float:
    return statistics.quantiles(taken, n=100)[98]


def against_sign_ins(port: int, seat: Seat) -> float:
    """p99 of a tap in the flood, against the idle house; both of the same minutes."""
    tap = tapper(port, seat)

    def taps() -> list[float]:
        taken = []
        for _ in range(TAPS):
            taken.append(tap())
            time.sleep(PAUSE)
        return taken

    taps()
    idle: list[float] = []
    flooded: list[float] = []
    for _ in range(ROUNDS):
        idle += taps()
        flood = Flood(port, seat)
        flood.start()
        time.sleep(1)
        flooded += taps()
        flood.is_over.set()
        flood.join(60)
        if flood.attempts < FLOOD:
            raise RuntimeError("that was no flood")
    return p99(flooded) / p99(idle)


def beside_an_undo(port: int, undone: Seat, tapped: Seat) -> tuple[float, float]:
    """Milliseconds: the undo of all steps, and the longest tap at another table meanwhile."""
    tap = tapper(port, tapped)
    longest: list[float] = []
    is_over = threading.Event()

    def play() -> None:
        while not is_over.is_set():
            longest.append(tap())

    phone = Phone(port, undone.person)
    phone.version = undone.table.version
    player = threading.Thread(target=play)
    player.start()
    time.sleep(0.5)
    before = len(longest)
    took = _undo_all(phone, undone)
    is_over.set()
    player.join(30)
    return took * 1000, max(longest[before - 1 :]) * 1000


def _undo_all(phone: Phone, seat: Seat) -> float:
    path = f"/tables/{seat.table_id}/undo-to/?seen={phone.version}"
    body = f"id={uuid.uuid4().hex}&seen={phone.version}&seq=2"
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    return phone._ask("POST", path, body, form)


def median(measure: Callable[[], tuple[float, float]]) -> list[float]:
    measured = [measure() for _ in range(ROUNDS)]
    return [statistics.median(column) for column in zip(*measured, strict=True)]


def run() -> list[Result]:
    seat = table_of_age(20)
    old = [table_of_age(STEPS + 1) for _ in range(ROUNDS)]
    with serving() as port:
        flooded = against_sign_ins(port, seat)
        seat.table.refresh_from_db()
        undo, beside = median(lambda: beside_an_undo(port, old.pop(), seat))
    return [
        Result(f"a tap while {FLOOD} connections sign in / while none does, p99", flooded, 5.0),
        Result(f"undo of {STEPS} steps, ms", undo, None),
        Result(
            f"longest tap elsewhere meanwhile / {GOAL_MILLISECONDS} ms",
            beside / GOAL_MILLISECONDS,
            1.0,
        ),
    ]
