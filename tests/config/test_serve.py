"""`manage.py serve` as a person at the table starts and stops it."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.nest import ROOT
from tests.site import START_SECONDS, STOP_SECONDS, Site, free_port


def children(pid: int) -> list[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    pids = [int(child) for child in path.read_text().split()]
    for task in Path(f"/proc/{pid}/task").iterdir():
        pids += [int(child) for child in (task / "children").read_text().split()]
    return sorted(set(pids))


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def command_of(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/cmdline").read_text().split("\0")


def wait_until(condition, seconds: float = 20) -> None:  # type: ignore[no-untyped-def]
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.1)


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path, HOST="0.0.0.0")


def first_start(tmp_path: Path) -> Site:
    return Site(tmp_path, HOST="0.0.0.0", is_first_start=True)


def test_it_says_where_it_is_serves_its_files_and_stops_cleanly(tmp_path: Path) -> None:
    with first_start(tmp_path) as site:
        assert site.process is not None
        wait_until(lambda: len(children(site.process.pid)) == 1)
        worker = children(site.process.pid)[0]
        assert_static_files_are_hashed_compressed_and_kept(site)
        code = site.stop(signal.SIGINT)
    log = site.log.read_text()
    assert f"http://localhost:{site.port}/" in log
    assert "█" in log or "No network found" in log, "the phones' address as a QR code"
    assert "Stopped before" not in log
    assert code == 0
    assert "Safehouse has stopped" in log
    assert "Traceback" not in log
    assert not is_running(worker)
    for name in ("secret_key", "safehouse.sqlite3"):
        assert (site.data / name).stat().st_mode & 0o777 == 0o600


def assert_static_files_are_hashed_compressed_and_kept(site: Site) -> None:
    page = urllib.request.urlopen(site.url).read().decode()
    address = page.split('href="/static/css/ui.')[1].split('"')[0]
    request = urllib.request.Request(
        f"{site.url}/static/css/ui.{address}", headers={"Accept-Encoding": "br, gzip"}
    )
    with urllib.request.urlopen(request) as response:
        assert response.headers["Content-Encoding"] == "br"
        assert "immutable" in response.headers["Cache-Control"]


def test_a_taken_port_is_said_with_the_way_out() -> None:
    before = children(os.getpid())
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=rf"Port {port} is taken.* PORT={port + 1}"):
            call_command("serve", host="127.0.0.1", port=port)
    assert children(os.getpid()) == before, "nobody waits for a start that does not come"


def test_a_dead_worker_is_replaced_and_a_killed_server_takes_its_worker_along(site: Site) -> None:
    with site:
        assert site.process is not None
        pid = site.process.pid
        wait_until(lambda: len(children(pid)) == 1)
        first = children(pid)[0]
        assert command_of(first) == command_of(pid), "it shares what the server has loaded"
        os.kill(first, signal.SIGKILL)
        wait_until(lambda: children(pid) not in ([], [first]))
        second = children(pid)[0]
        wait_until(lambda: "celery" in command_of(second))
        # The worker watches its parent once it is ready, however long that takes.
        site.process.kill()
        site.process.wait()
        wait_until(lambda: not is_running(second), seconds=30)


def test_it_says_once_that_the_backups_die_with_the_disk(site: Site) -> None:
    """At the first start, which the copied folder has behind it, and never again."""
    words = "on the same disk as the site"
    with site:
        pass
    assert words not in site.log.read_text()
    site.run("from campaigns.keeping.models import Mark; Mark.objects.all().delete()")
    site.close()
    for _start in range(2):
        site.start()
        site.stop()
    log = site.log.read_text()
    assert log.count(words) == 1
    assert "manage.py backup --to FOLDER" in log


def test_a_folder_of_backups_that_cannot_be_read_keeps_nothing_shut(tmp_path: Path) -> None:
    """It is said at every start. Such a name is refused to root, too."""
    with Site(tmp_path, HOST="0.0.0.0", BACKUP_DIR=str(tmp_path / ("x" * 300) / "b")) as site:
        pass
    log = site.log.read_text()
    assert "No backups can be made: the folder" in log
    assert "Safehouse is open." in log
    assert "Traceback" not in log


def test_djangos_own_server_shows_pages_and_their_files(tmp_path: Path) -> None:
    """What whoever knows Django starts first, on an empty folder and without a setting."""
    port = free_port()
    left_out = {"DEBUG", "DJANGO_SETTINGS_MODULE", "DATABASE_URL", "REDIS_URL"}
    environment = {name: value for name, value in os.environ.items() if name not in left_out}
    command = [sys.executable, "manage.py", "runserver", "--noreload", f"127.0.0.1:{port}"]
    with (tmp_path / "log").open("w") as log:
        running = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**environment, "DATA_DIR": str(tmp_path / "data"), "PYTHONUNBUFFERED": "1"},
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        url = f"http://127.0.0.1:{port}"
        wait_until(lambda: answers(f"{url}/robots.txt"), START_SECONDS)
        page = urllib.request.urlopen(f"{url}/").read().decode()
        files = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
        assert any(name.endswith(".css") for name in files)
        assert any(name.endswith(".js") for name in files)
        for name in files:
            assert urllib.request.urlopen(url + name).status == 200, name
    finally:
        running.terminate()
        running.wait(STOP_SECONDS)
    told = (tmp_path / "log").read_text()
    assert "no live stream, no worker. `manage.py serve` has both." in told
    assert [name for name in {"/robots.txt", *files} if told.count(f"GET {name} ") != 1] == []
    assert "Traceback" not in told


@pytest.mark.parametrize(("asked", "code"), [("--help", 0), ("80x0", 1), ("--prot=1", 2)])
def test_djangos_own_server_prepares_nothing_for_what_it_does_not_serve(
    tmp_path: Path, asked: str, code: int
) -> None:
    environment = os.environ | {"DATA_DIR": str(tmp_path / "data"), "DATABASE_URL": ""}
    command = [sys.executable, "manage.py", "runserver", asked]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=60)
    assert done.returncode == code, done.stderr
    database = tmp_path / "data" / "safehouse.sqlite3"
    assert not database.exists() or not database.stat().st_size


def answers(url: str) -> bool:
    try:
        return urllib.request.urlopen(url, timeout=5).status == 200
    except OSError:
        return False
