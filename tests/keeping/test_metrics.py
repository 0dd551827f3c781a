"""`/metrics`: nothing without the token, everything of every process with it."""

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from django.test import Client

from campaigns.keeping import metrics
from tests.services.processes import wait_until
from tests.site import ROOT, Site, free_port

TOKEN = "only-prometheus-knows"


@pytest.mark.django_db
def test_without_a_token_there_is_no_such_page(client: Client, settings: object) -> None:
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"authorization": "Bearer "}).status_code == 404
    settings.METRICS_TOKEN = TOKEN  # type: ignore[attr-defined]
    for offered in ("", "Bearer", "Bearer wrong", TOKEN, f"bearer {TOKEN}"):
        assert client.get("/metrics", headers={"authorization": offered}).status_code == 404


def read(url: str) -> dict[str, float]:
    asked = urllib.request.Request(url, headers={"Authorization": f"Bearer {TOKEN}"})
    with urllib.request.urlopen(asked, timeout=20) as answer:
        assert answer.headers["Content-Type"].startswith("text/plain")
        lines = answer.read().decode().splitlines()
    values = [line.rpartition(" ") for line in lines if not line.startswith("#")]
    return {name: float(value) for name, _space, value in values}


def test_all_processes_are_counted_together(tmp_path: Path) -> None:
    """Two web processes on one port, as a server runs them: whichever answers tells of both."""
    environment = {"METRICS_TOKEN": TOKEN, "ALLOWED_HOSTS": "127.0.0.1"}
    port = free_port()
    site = Site(tmp_path, **environment)
    with (tmp_path / "uvicorn.log").open("wb") as log:
        server = subprocess.Popen(
            [
                *(sys.executable, "-m", "uvicorn", "config.asgi:application"),
                *("--port", str(port), "--workers", "2"),
            ],
            cwd=ROOT,
            env=site.environment | {"DEBUG": "1"},
            stdout=log,
            stderr=log,
        )
    url = f"http://127.0.0.1:{port}"
    try:

        def answers() -> bool:
            try:
                return bool(urllib.request.urlopen(f"{url}/robots.txt").status == 200)
            except (urllib.error.URLError, OSError):
                return False

        wait_until(answers, 60, tmp_path / "uvicorn.log")
        before = read(f"{url}/metrics")
        for _ in range(40):
            urllib.request.urlopen(f"{url}/credits/").read()
        after = read(f"{url}/metrics")
    finally:
        server.terminate()
        server.wait(30)
    name = 'safehouse_requests_total{method="GET",status="200",view="frame:credits"}'
    assert after[name] - before.get(name, 0) == 40
    assert after['safehouse_request_seconds_count{view="frame:credits"}'] == after[name]
    assert after['safehouse_well{check="writes"}'] == 1
    assert after["safehouse_tables"] == 0
    assert after['safehouse_bytes{what="database"}'] > 0


def test_counts_of_the_dead_are_forgotten_after_a_day(tmp_path: Path, settings: object) -> None:
    settings.METRICS_DIR = tmp_path  # type: ignore[attr-defined]
    dead = 2**22 + 1  # above what Linux gives out
    own, fresh, old = (tmp_path / f"counter_{n}.db" for n in (os.getpid(), dead, dead + 1))
    for path in (own, fresh, old):
        path.touch()
    long_ago = time.time() - 2 * 86400
    for path in (own, old):
        os.utime(path, (long_ago, long_ago))
    metrics.forget_the_dead()
    assert (own.exists(), fresh.exists(), old.exists()) == (True, True, False)
