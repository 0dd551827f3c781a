"""PostgreSQL and Redis stopped, frozen and back: said kindly, nothing lost, nothing restarted."""

import json
import shutil
import sys
import tempfile
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scripts.with_services import Service, free_port, postgres, postgres_url, redis, redis_url
from tests.api.test_live_server import Browser
from tests.services.processes import wait_until
from tests.services.test_production import print_worker
from tests.site import Site

pytestmark = pytest.mark.services
WAITING = "Waiting for the database"


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """Not pytest's own: PostgreSQL runs as another user."""
    made = Path(tempfile.mkdtemp(prefix="safehouse-away-"))
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture(scope="module")
def database(folder: Path) -> Iterator[Service]:
    with postgres(folder, free_port()) as service:
        yield service


@pytest.fixture(scope="module")
def bus(folder: Path) -> Iterator[Service]:
    with redis(folder, free_port()) as service:
        yield service


@pytest.fixture(scope="module")
def site(folder: Path, database: Service, bus: Service) -> Iterator[Site]:
    """Started before its database, as after a power cut."""
    data = folder / "data"
    data.mkdir()
    urls = {"DATABASE_URL": postgres_url(database), "REDIS_URL": redis_url(bus)}
    early = Site(data, API_KEY_RATE="100000/min", API_CLIENT_RATE="100000/min", **urls)
    early.log.touch()
    database.stop()
    starting = threading.Thread(target=early.start)
    starting.start()
    try:
        wait_until(lambda: WAITING in early.log.read_text(), 30)
    finally:
        database.start()
    starting.join(60)
    yield early
    early.stop()


class Guest:
    """A program with a token of its account, and the table it keeps."""

    def __init__(self, site: Site) -> None:
        self.browser = Browser(site)
        token = self.browser.post("me/tokens/", {"name": "x", "scope": "manage"})["token"]
        self.api = f"{site.url}/api/v1/"
        self.headers = {"Authorization": f"Bearer {token}", "Accept-Language": "es"}
        described = {"game": "zombicide-2e", "survivors": [{"survivor": "wanda"}]}
        self.table = self.ask("tables/", described)[1]["id"]
        self.taps = 0

    def ask(self, path: str, body: Any = None) -> tuple[int, Any, Any]:
        request = urllib.request.Request(
            self.api + path,
            data=None if body is None else json.dumps(body).encode(),
            headers=self.headers | {"Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.load(answer), answer.headers
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error), error.headers

    def tap(self, name: str) -> tuple[int, Any, Any]:
        award = {"kind": "points.award", "survivor": "wanda", "amount": 1, "seen": 0}
        return self.ask(f"tables/{self.table}/commands/", award | {"id": name})

    def points(self) -> int:
        return int(self.ask(f"tables/{self.table}/")[1]["state"]["survivors"]["wanda"]["points"])

    def page(self, path: str) -> tuple[int, str, Any]:
        opener = self.browser.opener
        request = urllib.request.Request(f"{self.browser.site.url}{path}")
        request.add_header("Accept-Language", "es")
        try:
            with opener.open(request, timeout=60) as answer:
                return answer.status, answer.read().decode(), answer.headers
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode(), error.headers


@pytest.fixture
def guest(site: Site) -> Guest:
    return Guest(site)


def is_kind(answer: tuple[int, Any, Any]) -> bool:
    """503, in Spanish, with the time to come back."""
    status, said, headers = answer
    words = said if isinstance(said, str) else said["message"]
    return (
        status == 503 and int(headers["Retry-After"]) > 0 and "inténtalo otra vez" in words.lower()
    )


def test_while_postgresql_is_away_everybody_is_told_and_nothing_counts_twice(
    site: Site, guest: Guest, database: Service
) -> None:
    assert guest.tap("tap-0000001")[0] == 200
    database.stop()
    try:
        assert is_kind(guest.tap("tap-0000002"))
        assert is_kind(guest.ask(f"tables/{guest.table}/"))
        assert is_kind(guest.ask(f"tables/{guest.table}/events/"))
        assert is_kind(guest.page("/"))
        assert is_kind(guest.page(f"/tables/{guest.table}/"))
        assert guest.page("/credits/")[0] == 200, "what needs no database is there"
    finally:
        database.start()
    wait_until(lambda: guest.tap("tap-0000002")[0] == 200, 30, site.log)
    assert guest.tap("tap-0000002")[1]["repeated"]
    assert guest.points() == 2
    assert guest.page("/")[0] == 200
    assert "Traceback" not in site.log.read_text()


def test_while_postgresql_is_frozen_nobody_waits_for_ever(
    site: Site, guest: Guest, database: Service
) -> None:
    assert guest.tap("tap-0000001")[0] == 200
    database.freeze()
    try:
        assert is_kind(guest.tap("tap-0000002"))
        assert guest.page("/credits/")[0] == 200
    finally:
        database.thaw()
    wait_until(lambda: guest.tap("tap-0000002")[0] == 200, 30, site.log)
    assert guest.points() == 2


def test_a_server_that_starts_before_its_database_waits_for_it(site: Site) -> None:
    assert WAITING in site.log.read_text()
    assert site.answers()


def asked_for(guest: Guest, kind: str) -> str:
    """The address of a print that is taken up, whether or not anybody can be told of it."""
    status, asked, _headers = guest.ask("prints/", {"kind": kind, "table": guest.table})
    assert (status, asked["state"]) == (202, "queued")
    return f"prints/{asked['id']}/"


def test_without_redis_the_api_works_and_prints_are_made_when_it_is_back(
    site: Site, guest: Guest, bus: Service
) -> None:
    log = site.data / "worker.log"

    def is_done(path: str) -> bool:
        return bool(guest.ask(path)[1]["state"] == "done")

    with print_worker(Path(sys.executable).parents[1], site) as worker:
        first = asked_for(guest, "table-card")
        wait_until(lambda: is_done(first), 60, log)
        bus.stop()
        try:
            for number in range(3):
                assert guest.tap(f"tap-away-{number}")[0] == 200
            second = asked_for(guest, "seat-cards")
            assert guest.page("/")[0] == 200
        finally:
            bus.start()
        wait_until(lambda: is_done(second), 60, log)
        assert worker.poll() is None
    said = site.log.read_text()
    assert said.count("poke not published: it fails") == 1, "once, not at every tap"
    assert "Traceback" not in said


def test_a_redis_that_says_nothing_is_not_waited_for(
    site: Site, guest: Guest, bus: Service
) -> None:
    bus.freeze()
    try:
        assert guest.tap("tap-frozen-1")[0] == 200
        assert asked_for(guest, "table-card")
        assert guest.page("/")[0] == 200
    finally:
        bus.thaw()
    assert guest.points() == 1
