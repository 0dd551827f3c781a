"""A disk without room, as a phone and a program meet it; `tests/server` has the rest of it."""

import resource
import time
import urllib.error
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.api.test_live_server import Browser as Program
from tests.browser.conftest import Watched
from tests.browser.tables import lay_table, sit_down
from tests.config.test_serve import children
from tests.site import Site

ROOM = 100_000
"""No file grows beyond this while the disk is full: less than the database has written by then."""
ENDLESS = resource.RLIM_INFINITY


@contextmanager
def full_disk(site: Site) -> Iterator[None]:
    """The site and its worker cannot make any file longer."""
    assert site.process is not None
    processes = [site.process.pid, *children(site.process.pid)]
    wal = site.data / "safehouse.sqlite3-wal"
    assert wal.stat().st_size > ROOM > site.log.stat().st_size
    for pid in processes:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (ROOM, ENDLESS))
    try:
        yield
    finally:
        for pid in processes:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (ENDLESS, ENDLESS))


def refusal(ask: Callable[[], Any]) -> Any:
    with pytest.raises(urllib.error.HTTPError) as caught:
        ask()
    caught.value.close()
    return caught.value


def printed(program: Program, site: Site, job: int) -> bytes:
    """The first bytes of a print, once its worker has made it."""
    address, deadline = f"{site.url}/api/v1/prints/{job}/file/", time.monotonic() + 60
    while True:
        try:
            with program.opener.open(address, timeout=20) as file:
                return bytes(file.read(5))
        except urllib.error.HTTPError as error:
            error.close()
            assert time.monotonic() < deadline, site.log.read_text()[-3000:]
            time.sleep(0.2)


def test_a_full_disk_is_said_loses_nothing_and_is_forgotten_once_there_is_room(
    watched: Watched, tmp_path: Path
) -> None:
    """The server answers 503; a phone keeps its taps and says so, and all arrive in order."""
    watched.expected |= {"503", "Failed to load resource"}
    with Site(tmp_path, API_KEY_RATE="10000/min") as site:
        page, program = watched.phone(), Program(site)
        sit_down(page, site, lay_table(site, "zombicide-2e", [("ned", "Ned", "Marta")]), "Marta")
        described = {"game": "zombicide-2e", "survivors": [{"survivor": "wanda"}]}
        table = program.post("tables/", described)["id"]

        def award(name: str) -> Any:
            award = {"kind": "points.award", "survivor": "wanda", "amount": 1, "seen": 0}
            return program.post(f"tables/{table}/commands/", award | {"id": name})

        for number in range(20):
            award(f"tap-before-{number}")
        page.locator("#more-ned").click()
        expect(page.locator("#now")).to_have_attribute("data-version", "1")
        with full_disk(site):
            full = refusal(lambda: award("tap-full-0001"))
            assert (full.code, full.headers["Retry-After"]) == (503, "5")
            asked = {"kind": "table-card", "table": table}
            assert refusal(lambda: program.post("prints/", asked)).code == 503
            with program.opener.open(f"{site.url}/tables/{table}/", timeout=20) as there:
                assert there.status == 200, "what is there can be read"
            for _ in range(6):
                page.locator("#more-ned").click()
            expect(page.locator("#connection")).to_have_text("6 por enviar")
            expect(page.locator("#offline")).to_be_visible()
            expect(page.locator("#s-ned .tag__p")).to_contain_text("7")
            expect(page.locator("#now")).to_have_attribute("data-version", "1")
        answer = award("tap-full-0001")
        assert (answer["version"], answer["repeated"]) == (21, False)
        expect(page.locator("#now")).to_have_attribute("data-version", "7", timeout=20_000)
        expect(page.locator("#connection")).to_have_text("En vivo")
        expect(page.locator("#offline")).to_be_hidden()
        assert printed(program, site, program.post("prints/", asked)["id"]) == b"%PDF-"
        assert "Traceback" not in site.log.read_text()
