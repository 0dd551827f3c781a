"""Python processes that start in a third of the time: forked from one that has loaded before what
all of them load, which is Django, Celery, other libraries and the rules.

What is forked has the environment, files and arguments it is given, reads its settings and runs
its command as `python` would, in the project's folder. Whatever is about the start itself takes a
real one.
"""

import atexit
import gc
import importlib
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PASSED_ON = ("PATH", "HOME", "LANG")
LONGEST = 1 << 17
"""Bytes of a message: a command and its environment."""
# Nothing among them reads the settings or the environment when it is loaded.
LIBRARIES = [
    "babel.dates",
    "celery.app.base",
    "celery.apps.worker",
    "celery.bin.celery",
    "cryptography.x509",
    "django.contrib.auth.hashers",
    "django.contrib.postgres.fields",
    "django.contrib.staticfiles.storage",
    "django.core.mail",
    "django.core.management.commands.migrate",
    "django.db.backends.sqlite3.base",
    "django.db.migrations.executor",
    "django.db.models",
    "django.forms",
    "django.http",
    "django.template.defaulttags",
    "django.template.loader_tags",
    "django.urls",
    "django.views.generic",
    "environ",
    "fido2.server",
    "fido2.webauthn",
    "kombu.transport.filesystem",
    "psycopg",
    "pyotp",
    "redis.asyncio",
    "requests",
    "rest_framework.exceptions",
    "segno",
    "uvicorn.protocols.http.httptools_impl",
    "uvloop",
    "whitenoise.middleware",
    "yaml",
]


class Forked:
    """One process of the nest; as far as tests need it, what `subprocess.Popen` is."""

    def __init__(self, nest: "Nest", pid: int) -> None:
        self.nest, self.pid = nest, pid

    def poll(self) -> int | None:
        return self.nest.exit_code(self.pid, 0)

    def wait(self, timeout: float | None = None) -> int:
        code = self.nest.exit_code(self.pid, timeout)
        if code is None:
            raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Nest:
    """The process that forks, seen from the tests."""

    def __init__(self) -> None:
        self.says, hears = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        with hears:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.nest", str(hears.fileno())],
                cwd=ROOT,
                env=environment,
                pass_fds=[hears.fileno()],
            )
        self._lock = threading.Lock()
        self._pids: list[int] = []
        self._codes: dict[int, int] = {}

    def fork(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        files: tuple[int, int, int],
        *,
        is_session: bool = False,
    ) -> Forked:
        """`command` without the Python before it; `files` for what it reads, says and complains."""
        message = json.dumps([list(command), dict(environment), is_session]).encode()
        assert len(message) < LONGEST
        with self._lock:
            socket.send_fds(self.says, [message], files)
            while not self._pids:
                self._hear(None)
            return Forked(self, self._pids.pop())

    def exit_code(self, pid: int, seconds: float | None) -> int | None:
        """Once it has ended, if it does within these seconds."""
        deadline = None if seconds is None else time.monotonic() + seconds
        with self._lock:
            while pid not in self._codes:
                left = None if deadline is None else max(0.0, deadline - time.monotonic())
                if not self._hear(left):
                    return None
            return self._codes[pid]

    def _hear(self, seconds: float | None) -> bool:
        if not select.select([self.says], [], [], seconds)[0]:
            return False
        heard = self.says.recv(LONGEST)
        assert heard, "the nest has died"
        pid, code = json.loads(heard)
        if code is None:
            self._pids.append(pid)
        else:
            self._codes[pid] = code
        return True

    def close(self) -> None:
        self.says.close()
        self.process.wait()


_nests: list[Nest] = []


def nest() -> Nest:
    """That of this test process, from the first time on that somebody asks."""
    if not _nests:
        _nests.append(Nest())
        atexit.register(_nests[0].close)
    return _nests[0]


def run(
    command: Sequence[str], environment: Mapping[str, str], *, seconds: float = 60
) -> subprocess.CompletedProcess[str]:
    """What a command said and complained, once it has ended."""
    with (
        open(os.devnull, "rb") as nothing,
        tempfile.TemporaryFile("w+") as said,
        tempfile.TemporaryFile("w+") as complained,
    ):
        files = (nothing.fileno(), said.fileno(), complained.fileno())
        code = nest().fork(command, environment, files).wait(seconds)
        said.seek(0)
        complained.seek(0)
        return subprocess.CompletedProcess(list(command), code, said.read(), complained.read())


def _load() -> None:
    for name in LIBRARIES:
        importlib.import_module(name)
    from rules import cover_of, games

    for game in games:
        cover_of(game)
    # Nobody looks for garbage among them again, so that their memory stays shared.
    gc.collect()
    gc.freeze()


def _attend(door: socket.socket) -> list[str] | None:
    """Fork whatever is asked for. Returns twice: in each child its command, at the end None."""
    running: dict[int, int] = {}
    looks = select.epoll()
    looks.register(door, select.EPOLLIN)
    while True:
        for number, _event in looks.poll():
            if number in running:
                looks.unregister(number)
                os.close(number)
                pid = running.pop(number)
                status = os.waitpid(pid, 0)[1]
                door.send(json.dumps([pid, os.waitstatus_to_exitcode(status)]).encode())
                continue
            message, files, _flags, _address = socket.recv_fds(door, LONGEST, 3)
            if not message:
                return None
            command, environment, is_session = json.loads(message)
            pid = os.fork()
            if not pid:
                _settle(files, environment, is_session=is_session)
                return list(command)
            for file in files:
                os.close(file)
            exit_ = os.pidfd_open(pid)
            running[exit_] = pid
            looks.register(exit_, select.EPOLLIN)
            door.send(json.dumps([pid, None]).encode())


def _settle(files: Sequence[int], environment: Mapping[str, str], *, is_session: bool) -> None:
    """Be a process of its own, with these files and no other."""
    for place, file in enumerate(files):
        os.dup2(file, place)
    os.closerange(3, 1024)
    if is_session:
        os.setsid()
    os.environ.clear()
    os.environ.update(environment)


def _run(command: list[str]) -> None:
    """As `python` runs a script, `-m` a module and `-c` a text, with `-W` for all warnings."""
    if command[0] == "-W":
        warnings.simplefilter(command[1])  # type: ignore[arg-type]
        _run(command[2:])
    elif command[0] == "-m":
        sys.argv = command[1:]
        runpy.run_module(command[1], run_name="__main__", alter_sys=True)
    elif command[0] == "-c":
        sys.argv = ["-c", *command[2:]]
        exec(compile(command[1], "<string>", "exec"), {"__name__": "__main__"})
    else:
        sys.argv = command
        runpy.run_path(command[0], run_name="__main__")


if __name__ == "__main__":
    own_door = socket.socket(fileno=int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal's Ctrl-C is for the tests
    _load()
    asked = _attend(own_door)
    if asked is not None:
        own_door.detach()  # closed by now
        signal.signal(signal.SIGINT, signal.default_int_handler)
        _run(asked)
