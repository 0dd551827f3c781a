"""The documented server: two web processes, a worker, PostgreSQL, Redis, no tool of ours."""

import json
import os
import subprocess
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.api.test_live_server import Browser
from tests.config.test_serve import children
from tests.services.processes import wait_until
from tests.services.production import production_environment
from tests.site import ROOT, Site

pytestmark = pytest.mark.services
WATCHERS = 12


@pytest.fixture(scope="module")
def installed() -> Path:
    return production_environment()


@contextmanager
def print_worker(installed: Path, site: Site) -> Iterator[subprocess.Popen[bytes]]:
    with (site.data / "worker.log").open("ab") as log:
        worker = subprocess.Popen(
            [installed / "bin" / "celery", "-A", "config", "worker", "-c", "2"],
            cwd=ROOT,
            env=site.environment,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        yield worker
    finally:
        worker.terminate()
        worker.wait(30)


def request(house: Any, path: str) -> urllib.request.Request:
    return urllib.request.Request(f"{house.api}/{path}", headers=house.headers)


class Watcher(threading.Thread):
    """Follows a table by the API and notes what it hears."""

    def __init__(self, house: Any, table: str) -> None:
        super().__init__(daemon=True)
        self.request = request(house, f"tables/{table}/events/")
        self.is_open, self.heard = threading.Event(), threading.Event()

    def run(self) -> None:
        with urllib.request.urlopen(self.request, timeout=60) as stream:
            for line in stream:
                self.is_open.set()
                if line.startswith(b"data: 1"):
                    self.heard.set()
                    return


def sockets(pid: int) -> int:
    files = Path(f"/proc/{pid}/fd").iterdir()
    return sum("socket:" in os.readlink(file) for file in files if file.is_symlink())


def assert_is_well(site: Site) -> None:
    with urllib.request.urlopen(f"{site.url}/healthz", timeout=20) as answer:
        health = json.load(answer)
    checks = ("database", "migrations", "writes", "disk", "worker", "broker")
    assert health == {"status": "ok", "checks": dict.fromkeys(checks, True)}
    with urllib.request.urlopen(site.url, timeout=20) as page:
        assert "<h1" in page.read().decode()


def assert_processes_are_replaced_and_go_together(site: Site) -> None:
    """A web process that dies is followed by another; all go with their parent."""
    assert site.process is not None
    parent = site.process.pid
    first, second = children(parent)
    os.kill(first, 9)
    wait_until(lambda: len(set(children(parent)) - {first}) == 2, 30, site.log)
    for _ in range(20):
        assert_is_well(site)
    last = children(parent)
    assert second in last
    site.process.kill()
    site.process.wait()
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in last), 20, site.log)


def test_the_documented_server_plays_prints_and_tells_every_process(
    installed: Path,
    empty_database: str,
    redis_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "examples"))
    from safehouse import Safehouse

    python = str(installed / "bin" / "python")
    settings = {"DATABASE_URL": empty_database, "REDIS_URL": redis_url, "SECRET_KEY": "x" * 50}
    site = Site(tmp_path, "--workers", "2", python=python, ALLOWED_HOSTS="127.0.0.1", **settings)
    with site, print_worker(installed, site) as worker:
        assert_is_well(site)
        assert not (tmp_path / "safehouse.sqlite3").exists()
        assert site.process is not None
        web = children(site.process.pid)
        assert len(web) == 2
        quiet = {pid: sockets(pid) for pid in web}
        token = Browser(site).post("me/tokens/", {"name": "server", "scope": "manage"})["token"]
        house = Safehouse(site.url, token)
        table = house.open_table(
            game="zombicide-2e", players=["Marta"], survivors=[{"survivor": "wanda"}]
        )
        watchers = [Watcher(house, table["id"]) for _ in range(WATCHERS)]
        for watcher in watchers:
            watcher.start()
        assert all(watcher.is_open.wait(20) for watcher in watchers)
        assert all(sockets(pid) > quiet[pid] for pid in web), "both processes have streams"
        started = time.monotonic()
        house.send(table["id"], "points.award", table["version"], survivor="wanda", amount=1)
        assert all(watcher.heard.wait(20) for watcher in watchers)
        # Without the poke through Redis one process would look only after ten seconds.
        assert time.monotonic() - started < 8

        asked = house.ask("POST", "prints/", {"kind": "table-card", "table": table["id"]})
        path = f"prints/{asked['id']}/"
        wait_until(lambda: house.ask("GET", path)["state"] == "done", 60, tmp_path / "worker.log")
        with urllib.request.urlopen(request(house, f"{path}file/"), timeout=20) as file:
            assert file.read(5) == b"%PDF-"
        assert worker.poll() is None
        assert_processes_are_replaced_and_go_together(site)
    assert "Traceback" not in site.log.read_text()
    assert "Traceback" not in (tmp_path / "worker.log").read_text()
