"""Taps as a phone sends them, over HTTP to a real server: against the least a view that writes
can cost, and at an old table against a young one."""

import contextlib
import http.client
import os
import statistics
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
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
    """One keep-alive connection with a guest\'s cookies."""

    def __init__(self, port: int, person: Person, *, brief: bool = False) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        secret = "x" * 32
        guest = signing.dumps(str(person.pk), salt="safehouse.guest")
        self.headers = {
            "Cookie": f"guest={guest}; csrftoken={secret}",
            "X-CSRFToken": secret,
            "HX-Request": "true",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        if brief:  # as a phone with more taps to send
            self.headers["Prefer"] = "return=minimal"

    def post(self, path: str, command: str = "", *, seen: int = 0) -> float:
        """Send one tap; returns how many seconds its answer took."""
        body = urlencode({"id": uuid.uuid4().hex, "seen": seen, "command": command})
        started = time.perf_counter()
        self.connection.request("POST", path, body, self.headers)
        answer = self.connection.getresponse()
        text = answer.read()
        took = time.perf_counter() - started
        if answer.status not in (http.client.OK, http.client.NO_CONTENT):
            raise RuntimeError(f"{path} {command}: {answer.status} {text[:500]!r}")
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


def spawner(port: int, seat: Seat, *, brief: bool) -> Callable[[], float]:
    """Plays a table through its rounds and says how long the spawn step took."""
    phone, path = Phone(port, seat.person, brief=brief), f"/tables/{seat.table_id}/commands/"
    phone.version = services.Table.objects.get(pk=seat.table_id).version

    def step(kind: str) -> float:
        return phone.post(path, f'{{"kind":"{kind}"}}', seen=phone.version)

    def spawn() -> float:
        step("phase.next")
        took = step("spawn.resolve")
        for _ in range(2):
            step("phase.next")
        return took

    return spawn


def run() -> list[Result]:
    young, old, shown = table_of_age(YOUNG), table_of_age(OLD), table_of_age(YOUNG)
    row = LineUp.objects.create(person=young.person, game=GAME, query="")
    with serving() as port:
        phone = Phone(port, young.person)

        def floor() -> float:
            return phone.post(f"/floor/{row.pk}/")

        works = (
            spawner(port, young, brief=True),
            spawner(port, old, brief=True),
            spawner(port, shown, brief=False),
            floor,
        )
        for work in works:
            for _ in range(WARM_UP):
                work()
        # Interleaved: what else the machine does hits all of them.
        taken = [[work() for work in works] for _ in range(TIMES)]
    # The lower quartile: a busy machine makes the slow half slower, not the fast one faster.
    spawn, late, full, least = (
        statistics.quantiles(column, n=4)[0] for column in zip(*taken, strict=True)
    )
    return [
        Result("spawn.resolve POST / a view that reads, writes and renders", spawn / least, 1.5),
        Result(f"spawn.resolve POST after {OLD} entries / after {YOUNG}", late / spawn, 1.1),
        Result("the same with the whole table in its answer", full / least, 6),
    ]
