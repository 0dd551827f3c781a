"""The real site as its users run it: `manage.py serve` in a process of its own."""

import fcntl
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import IO

from tests.nest import PASSED_ON, ROOT, Forked, nest

START_SECONDS = 60
STOP_SECONDS = 30
# A process with the site's settings and database that runs one script after another: to start one
# for each takes longer than what most of them do.
DESK = """
import contextlib, io, json, sys, traceback
import django
django.setup()
from django.db import connection
for line in sys.stdin:
    said, error = io.StringIO(), ""
    try:
        with contextlib.redirect_stdout(said):
            exec(json.loads(line), {})
    except Exception:
        error = traceback.format_exc()
    connection.close()
    print(json.dumps([said.getvalue(), error]), flush=True)
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def begin(data: Path, *, has_database: bool) -> None:
    """Leave an empty data folder as a first start would: migrated, with static files gathered;
    with these alone where the database is elsewhere.

    That is done once, by whichever test process comes first, and copied from then on.
    """
    if data.exists() and any(data.iterdir()):
        return
    begun = Path(os.environ["SAFEHOUSE_TEST_DATA"]) / "begun"
    with begun.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not begun.exists():
            making = begun.with_suffix(".making")
            making.mkdir()
            site = Site(making, is_first_start=True)
            with site:
                pass
            site.log.unlink()
            making.rename(begun)
    copy_data(begun, data, has_database=has_database)


def copy_data(source: Path, target: Path, *, has_database: bool = True) -> None:
    """A data folder of its own; the static files, hundreds that nobody changes, are the same."""
    if has_database:
        ignored = shutil.ignore_patterns("static")
        shutil.copytree(source, target, ignore=ignored, dirs_exist_ok=True)
    shutil.copytree(source / "static", target / "static", copy_function=os.link)


class Site:
    """Serves from `data` until the `with` block ends; can be stopped and started in between."""

    def __init__(
        self,
        data: Path,
        *options: str,
        python: str = sys.executable,
        files: int = 0,
        is_first_start: bool = False,
        **environment: str,
    ) -> None:
        """`options` of `serve`; `files` limits how many the process may have open.

        An empty folder begins as a first start would leave it, unless that is what is tested. Then,
        and with whatever else only a new Python has, the site starts as a person starts it; else
        as `tests.nest` does it.
        """
        self.data, self.port, self.root = data, free_port(), ROOT
        self.command = [python, "manage.py", "serve", *options]
        if files:
            self.command = ["prlimit", f"--nofile={files}:{files}", *self.command]
        self.is_whole_start = is_first_start or "PYTHONPATH" in environment
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {
            **{name: os.environ[name] for name in PASSED_ON if name in os.environ},
            "DATA_DIR": str(data),
            "PORT": str(self.port),
            "HOST": "127.0.0.1",
            "SIGN_UP_RATE": "1000/hour",
            "WEB_PROCESSES": "1",  # quicker to start; several are tried by tests/server
            **environment,
        }
        self.process: subprocess.Popen[bytes] | Forked | None = None
        self.desk: tuple[Forked, IO[str], IO[str]] | None = None
        self.log = data / "serve.log"
        if not is_first_start:
            begin(data, has_database="DATABASE_URL" not in environment)

    def run(self, script: str) -> str:
        """Run a script in the site's settings and database; returns what it prints."""
        if self.desk is None:
            self.desk = self._open_desk()
        _process, says, hears = self.desk
        says.write(json.dumps(script) + "\n")
        says.flush()
        said, error = json.loads(hears.readline())
        assert not error, error
        return str(said)

    def _open_desk(self) -> tuple[Forked, IO[str], IO[str]]:
        (reads, asks), (answers, says) = os.pipe(), os.pipe()
        process = nest().fork(
            ["-c", DESK],
            self.environment | {"DJANGO_SETTINGS_MODULE": "config.settings"},
            (reads, says, 2),
        )
        os.close(reads)
        os.close(says)
        return process, os.fdopen(asks, "w"), os.fdopen(answers)

    def manage(self, *arguments: str) -> str:
        """What a command of `manage.py` says there; fails with its words where it fails."""
        script = "from django.core.management import call_command; call_command(*{!r})"
        return self.run(script.format(arguments))

    def start(self) -> None:
        is_whole = self.is_whole_start or self.root != ROOT or self.command[0] != sys.executable
        with self.log.open("ab") as log, open(os.devnull, "rb") as nothing:
            if is_whole:
                self.process = subprocess.Popen(
                    self.command,
                    cwd=self.root,
                    env=self.environment,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                )
            else:
                files = (nothing.fileno(), log.fileno(), log.fileno())
                self.process = nest().fork(self.command[1:], self.environment, files)
        deadline = time.monotonic() + START_SECONDS
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the site did not start:\n{self.log.read_text()}")
            time.sleep(0.05)

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as response:
                return bool(response.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        """Stop as Ctrl-C does, or as told; returns the exit code."""
        assert self.process is not None
        self.process.send_signal(how)
        return self.process.wait(STOP_SECONDS)

    def __enter__(self) -> "Site":
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
        if self.process is not None and self.process.poll() is None:
            self.stop()

    def close(self) -> None:
        """Nobody needs the desk any more."""
        if self.desk is not None:
            process, says, hears = self.desk
            says.close()
            process.wait()
            hears.close()
            self.desk = None
