"""The spawn step as a phone does it, over HTTP to a real server: the tap, which is acknowledged,
against the least a view that writes can cost and at an old table against a young one; then the
question that brings what it changed, with the sheet of results."""

import contextlib
import http.client
import os
import statistics
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from typing import NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.core import signing

from benchmarks.commands import Result
from companion import services
from companion.models import LineUp, Seat
from companion.people.models import Person
from rules import Survivor, Zone, load_packs
from rules.commands import PointsAward
from tests.site import START_SECONDS, free_port

TIMES, WARM_UP = 120, 10
YOUNG, OLD = 50, 5000
GAME = "black-plague"


class Phone:
    """One keep-alive connection with a guest's cookies."""

    def __init__(self, port: int, person: Person) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        secret = "x" * 32
        guest = signing.dumps(str(person.pk), salt="safehouse.guest")
        self.headers = {
            "Cookie": f"guest={guest}; csrftoken={secret}",
            "X-CSRFToken": secret,
            "HX-Request": "true",
        }
        self.version = 0

    def post(self, path: str, command: str = "") -> float:
        """Send one tap; returns how many seconds its answer took."""
        body = urlencode({"id": uuid.uuid4().hex, "seen": self.version, "command": command})
        form = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Prefer": "return=minimal",
        }
        return self._ask("POST", path, body, form)

    def get(self, path: str) -> float:
        return self._ask("GET", path, None, {"Accept-Encoding": "gzip"})

    def _ask(self, verb: str, path: str, body: str | None, headers: dict[str, str]) -> float:
        started = time.perf_counter()
        self.connection.request(verb, path, body, self.headers | headers)
        answer = self.connection.getresponse()
        text = answer.read()
        took = time.perf_counter() - started
        if answer.status not in (http.client.OK, http.client.NO_CONTENT):
            raise RuntimeError(f"{verb} {path} {body}: {answer.status} {text[:500]!r}")
        self.version = int(answer.headers.get("X-Table-Version", 0))
        return took


@contextlib.contextmanager
def serving() -> Iterator[int]:
    """The ASGI server as `manage.py serve` runs it, in a process of its own."""
    port = free_port()
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "benchmarks.settings"}
    command = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--no-access-log"]
    process = subprocess.Popen(
        [*command, "--log-level", "error", "--timeout-keep-alive", "60", "--port", str(port)],
        cwd=settings.BASE_DIR,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        deadline = time.monotonic() + START_SECONDS
        while True:
            with contextlib.suppress(OSError):
                health = http.client.HTTPConnection("127.0.0.1", port, timeout=1)
                health.request("GET", "/healthz")
                health.getresponse().read()
                break
            if time.monotonic() > deadline:
                raise RuntimeError("the server did not start")
            time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait(10)


def table_of_age(entries: int) -> Seat:
    """Six survivors, four zones, and a log of so many entries."""
    person = Person.objects.create_guest(name="Marta")
    boxed = load_packs()[GAME].survivors
    seat = services.table_open(
        person=person,
        game=GAME,
        survivors=[(one.id, Survivor(name=one.name, player="Marta")) for one in boxed],
        zones=[Zone(id=str(n), start=n == 1) for n in range(1, 5)],
    ).seats.get()
    for number in range(entries):
        amount = 1 if number % 2 else -1
        command = PointsAward(
            id=uuid.uuid4().hex, seen=0, survivor=boxed[0].id, amount=amount if number else 1
        )
        services.command_submit(table_id=seat.table_id, seat=seat, command=command)
    return seat


class Spawn(NamedTuple):
    """Seconds: the tap until it is acknowledged, then what it changed until it is there."""

    tap: float
    parts: float


def spawner(port: int, seat: Seat) -> Callable[[], Spawn]:
    """Plays a table through its rounds and says how long the spawn step took."""
    phone, path = Phone(port, seat.person), f"/tables/{seat.table_id}/"
    phone.version = services.Table.objects.get(pk=seat.table_id).version

    def step(kind: str, show: str = "") -> float:
        return phone.post(f"{path}commands/{show}", f'{{"kind":"{kind}"}}')

    def spawn() -> Spawn:
        step("phase.next")
        shown = phone.version
        tap = step("spawn.resolve", "?show=spawn")
        parts = phone.get(f"{path}sheets/spawn/?seen={shown}")
        for _ in range(2):
            step("phase.next")
        return Spawn(tap, parts)

    return spawn


def run() -> list[Result]:
    young, old = table_of_age(YOUNG), table_of_age(OLD)
    row = LineUp.objects.create(person=young.person, game=GAME, query="")
    with serving() as port:
        phone = Phone(port, young.person)
        spawn_young, spawn_old = spawner(port, young), spawner(port, old)

        def once() -> tuple[float, ...]:
            """Interleaved: what else the machine does hits all of them."""
            early, late = spawn_young(), spawn_old()
            return early.tap, late.tap, early.parts, phone.post(f"/floor/{row.pk}/")

        for _ in range(WARM_UP):
            once()
        taken = [once() for _ in range(TIMES)]
    # The lower quartile: a busy machine makes the slow half slower, not the fast one faster.
    tap, late, parts, floor = (
        statistics.quantiles(column, n=4)[0] for column in zip(*taken, strict=True)
    )
    least = "a view that reads, writes and renders"
    return [
        Result(f"spawn.resolve POST / {least}", tap / floor, 1.5),
        Result(f"spawn.resolve POST after {OLD} entries / after {YOUNG}", late / tap, 1.1),
        Result(f"GET of what it changed, with the sheet of results / {least}", parts / floor, None),
    ]
