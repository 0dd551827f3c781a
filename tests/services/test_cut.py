"""Everything that talks to Redis loses its network at once, and gets it back.

The house keeps answering, takes no memory for it, and is well a moment after the return. Cut for
so long, this runs beside all other tests: it is begun with the first of them in `tests/services`
and looked at last (`conftest.py`).
"""

import copy
import os
import shutil
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import redis

from companion.frame.counting import PREFIX
from companion.live.pokes import AROUND
from companion.live.redis_bus import CHANNEL
from scripts.with_services import free_port, redis_url
from scripts.with_services import redis as redis_server
from tests.services.processes import wait_until
from tests.services.test_away import Guest
from tests.services.test_production import print_worker
from tests.services.wire import Wire
from tests.site import Site

pytestmark = pytest.mark.services
NAME, LOOKUP_SECONDS = "localhost", 5
SILENT_NAMES = Path(__file__).parent / "silent_names"
CUTS = [(60, "127.0.0.1"), (20, NAME)]
"""How long, and where Redis is said to be. A kernel gives a silent connection up after 45 seconds.
Its name has nobody to look it up while the network is cut."""
if "SOAK" in os.environ:
    CUTS += [(20, "127.0.0.1"), (180, "127.0.0.1"), (60, NAME)]
WELL_SECONDS = {"127.0.0.1": 10, NAME: 10 + LOOKUP_SECONDS}
"""Two prints are made one after the other by then, on a machine that has other things to do; a
lookup that is under way asks the name server anew after so long."""
LATEST_SECONDS = 60
MOST_GROWTH = 50 * 2**20
SLOW_SECONDS = 10
"""Nobody waits so long for an answer, on a machine that has other things to do."""


class Listener(threading.Thread):
    """A program that follows a table, and counts what it hears."""

    def __init__(self, guest: Guest) -> None:
        super().__init__(daemon=True)
        address = f"{guest.api}tables/{guest.table}/events/"
        self.request = urllib.request.Request(address, headers=guest.headers)
        self.beside = 0

    def run(self) -> None:
        with urllib.request.urlopen(self.request, timeout=300) as stream:
            for line in stream:
                self.beside += line.startswith(b"event: beside")


class Cut(threading.Thread):
    """An evening in which Redis cannot be reached for so many seconds, and what was seen of it."""

    def __init__(self, seconds: float, host: str) -> None:
        super().__init__(daemon=True)
        self.seconds, self.host = seconds, host
        self.error: BaseException | None = None
        self.answers: list[tuple[str, int, float]] = []
        self.growth = {"site": 0, "worker": 0}
        self.is_worker_alive = False
        self.well: dict[str, float] = {}
        self.log = ""

    def run(self) -> None:
        folder = Path(tempfile.mkdtemp(prefix="safehouse-cut-"))
        try:
            with redis_server(folder, free_port()) as bus, Wire(bus.port) as wire:
                through = redis_url(bus).replace(
                    f"127.0.0.1:{bus.port}", f"{self.host}:{wire.port}"
                )
                self.silent = folder / "silent"
                site = Site(folder / "data", REDIS_URL=through, **self._environment())
                with site, print_worker(Path(sys.executable).parents[1], site) as worker:
                    elsewhere = redis.Redis.from_url(redis_url(bus))
                    self._live(site, worker.pid, wire, elsewhere)
                    self.is_worker_alive = worker.poll() is None
                self.log = site.log.read_text() + (site.data / "worker.log").read_text()
        except BaseException as error:  # the test that looks at it raises it
            self.error = error
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _environment(self) -> dict[str, str]:
        more = {"API_KEY_RATE": "100000/min"}
        if self.host == NAME:
            more |= {"PYTHONPATH": str(SILENT_NAMES), "SILENT": str(self.silent)}
            more |= {"LOOKUP_SECONDS": str(LOOKUP_SECONDS)}
        return more

    def _live(self, site: Site, worker: int, wire: Wire, elsewhere: redis.Redis) -> None:
        guest = Guest(site)
        listener = Listener(guest)
        listener.start()
        wait_until(lambda: _is_poked(elsewhere, guest, listener), 30, site.log)
        wait_until(lambda: _is_printed(guest, "table-card"), 60, site.log)
        assert site.process is not None
        processes = {"site": site.process.pid, "worker": worker}
        before = {name: _memory(pid) for name, pid in processes.items()}
        wire.cut()
        self.silent.touch()
        self._note("print", lambda: guest.ask("prints/", _wish(guest, "seat-cards"))[0])
        end = time.monotonic() + self.seconds
        number = 0
        while time.monotonic() < end:
            number += 1
            self._note("tap", lambda: guest.tap(f"cut-{number:08d}")[0])  # noqa: B023 - called here
            self._note("page", lambda: guest.page(f"/tables/{guest.table}/")[0])
            self._note("home", lambda: guest.page("/")[0])
            for name, pid in processes.items():
                self.growth[name] = max(self.growth[name], _memory(pid) - before[name])
            time.sleep(0.5)
        for key in elsewhere.scan_iter(f"{PREFIX}:*"):
            elsewhere.delete(key)
        heard = elsewhere.pubsub(ignore_subscribe_messages=True)
        heard.subscribe(CHANNEL)
        in_english = copy.copy(guest)  # the same card again would be the same file
        in_english.headers = guest.headers | {"Accept-Language": "en"}
        returned = time.monotonic()
        wire.mend()
        self.silent.unlink()
        self._wait_for_all(
            returned,
            {
                "feed": lambda: _is_poked(elsewhere, guest, listener),
                "limits": lambda: _is_counted(elsewhere, guest),
                "pokes": lambda: _is_published(heard, guest),
                "healthz": site.answers,
                "print asked for while it was cut": lambda: _is_printed(guest, "seat-cards"),
                "print asked for now": lambda: _is_printed(in_english, "table-card"),
            },
        )

    def _note(self, what: str, ask: Callable[[], int]) -> None:
        started = time.monotonic()
        self.answers.append((what, ask(), time.monotonic() - started))

    def _wait_for_all(self, returned: float, signs: dict[str, Callable[[], object]]) -> None:
        """Note of each, all at once, how long after the return of the network it is well."""

        def look(what: str, is_well: Callable[[], object]) -> None:
            wait_until(is_well, LATEST_SECONDS)
            self.well[what] = time.monotonic() - returned

        with ThreadPoolExecutor(len(signs)) as threads:
            for looked in [threads.submit(look, *sign) for sign in signs.items()]:
                looked.result()


def _is_poked(elsewhere: redis.Redis, guest: Guest, listener: Listener) -> bool:
    """Return True if a poke of another machine wakes the streams of this one."""
    before = listener.beside
    elsewhere.publish(CHANNEL, f"{guest.table} {AROUND}")
    time.sleep(0.2)
    return listener.beside > before


def _is_counted(elsewhere: redis.Redis, guest: Guest) -> bool:
    """Return True if a request is counted where all machines see it."""
    guest.ask(f"tables/{guest.table}/")
    return any(elsewhere.scan_iter(f"{PREFIX}:*"))


def _is_published(heard: redis.client.PubSub, guest: Guest) -> bool:
    """Return True if other machines are told of a tap."""
    told = guest.tap(f"told-{time.monotonic_ns()}")[1]["version"]
    while message := heard.get_message(timeout=0.5):
        if int(message["data"].split()[1]) == told:
            return True
    return False


def _wish(guest: Guest, kind: str) -> dict[str, str]:
    return {"kind": kind, "table": guest.table}


def _is_printed(guest: Guest, kind: str) -> bool:
    status, asked, _headers = guest.ask("prints/", _wish(guest, kind))
    assert status == 202
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if guest.ask(f"prints/{asked['id']}/")[1]["state"] == "done":
            return True
        time.sleep(0.1)
    return False


def _memory(pid: int) -> int:
    """Return what a process and its children have in memory."""
    folder = Path(f"/proc/{pid}")
    pages = int((folder / "statm").read_text().split()[1])
    children = (folder / "task" / str(pid) / "children").read_text().split()
    return pages * os.sysconf("SC_PAGE_SIZE") + sum(_memory(int(child)) for child in children)


@pytest.mark.parametrize(("seconds", "host"), CUTS)
def test_a_house_that_is_cut_off_from_redis_answers_and_is_well_at_once_when_it_is_back(
    seconds: float, host: str, cuts: dict[tuple[float, str], Cut]
) -> None:
    cut = cuts[seconds, host]
    cut.join()
    if cut.error is not None:
        raise cut.error
    assert len(cut.answers) > seconds / 2
    refused = [answer for answer in cut.answers if answer[1] not in (200, 202)]
    assert refused == []
    assert max(took for _what, _status, took in cut.answers) < SLOW_SECONDS, cut.answers
    assert max(cut.growth.values()) < MOST_GROWTH, cut.growth
    assert cut.is_worker_alive
    assert max(cut.well.values()) < WELL_SECONDS[host], cut.well
    assert "live feed: it fails" in cut.log
    assert host == NAME or cut.log.count("broker: it works again") == 1
