"""Processes that `manage.py serve` starts, and restarts whenever they die."""

import contextlib
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.frame.neighbours import make_sockets
from companion.frame.outage import Outage
from companion.server.forks import Fork, can_fork
from companion.server.pulse import make_pulse

log = logging.getLogger("safehouse.server")
PARENT_VARIABLE = "SAFEHOUSE_SERVER_PID"
"""Environment variable with a child's parent: the child ends with that process."""
STOP_SECONDS = 20
RESTART_SECONDS = 1.0
WORKER_NICE = 5


class Child:
    """One supervised process."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        nice: int = 0,
        **environment: str,
    ) -> None:
        """Prepare the child; each start adds the descriptors of its `sockets` as arguments."""
        self.command, self.nice = command, nice
        self.sockets: Sequence[socket.socket] = ()
        self.environment = environment
        self.is_stopping = threading.Event()
        self.failure = Outage(log, "a process to be started")
        self.process: subprocess.Popen[bytes] | Fork | None = None
        self.thread = threading.Thread(target=self._supervise, daemon=True)

    def start(self) -> None:
        self.thread.start()

    def _supervise(self) -> None:
        while not self.is_stopping.is_set():
            try:
                self.process = self._begin()
            except OSError as error:  # no memory or process to be had now
                self.failure.goes_on(error)
            else:
                self.failure.is_over()
                _give_way(self.process.pid, self.nice)
                ended = {"pid": self.process.pid, "code": self.process.wait()}
                if not self.is_stopping.is_set():
                    log.error("a process ended by itself", extra=ended)
            self.is_stopping.wait(RESTART_SECONDS)

    def _begin(self) -> subprocess.Popen[bytes] | Fork:
        # Its own session: Ctrl-C in the terminal reaches the server only, which then lets its
        # children finish what they are doing.
        files = [connection.fileno() for connection in self.sockets]
        return subprocess.Popen(  # noqa: S603 - our own command
            [*self.command, *map(str, files)],
            cwd=Path(__file__).resolve().parents[2],
            env=os.environ | self.environment | {PARENT_VARIABLE: str(os.getpid())},
            start_new_session=True,
            pass_fds=files,
        )

    def ask_to_stop(self) -> None:
        self.is_stopping.set()
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)

    def stop(self) -> None:
        """Let current work finish; kill the process if that takes too long."""
        self.ask_to_stop()
        if self.process is None:
            return
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def _give_way(pid: int, nice: int) -> None:
    """Lower a process's priority: a print may take a little longer; a tap may not."""
    if not nice:
        return
    with contextlib.suppress(OSError):  # it has died, or the machine knows no such thing
        os.setpriority(os.PRIO_PROCESS, pid, nice)
        # Linux weighs sessions before processes, and the worker has one of its own.
        Path(f"/proc/{pid}/autogroup").write_text(str(nice))


class Worker(Child):
    """The `celery worker` of a site without Redis.

    Its first process is forked here, from one that has loaded nearly all that it needs, and waits
    until it is started: that saves half a second of work on a machine that is about to open the
    pages. A process that died is replaced by a new Python, because the server has threads by then.
    """

    ARGUMENTS = (
        *("--quiet", "worker", "--pool", "solo", "--loglevel", "WARNING"),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
    )
    ROOT_WARNING = "You're running the worker with superuser"
    COMMAND = (
        *(sys.executable, "-W", f"ignore:{ROOT_WARNING}"),
        *("-m", "celery", "--app", "config", *ARGUMENTS),
    )

    def __init__(self) -> None:
        # Celery would load every page to run Django's checks, which `serve` does without, too.
        super().__init__(self.COMMAND, nice=WORKER_NICE, CELERY_SKIP_CHECKS="1")
        self.fork = Fork(self._work) if can_fork() else None

    def _begin(self) -> subprocess.Popen[bytes] | Fork:
        fork, self.fork = self.fork, None
        if fork is None:
            return super()._begin()
        fork.let_go()
        return fork

    def dismiss(self) -> None:
        """Dismiss a fork that still waits to be started."""
        fork, self.fork = self.fork, None
        if fork is not None:
            fork.dismiss()

    def _work(self) -> None:
        """Run the worker in the fork, as the command would."""
        from celery import current_app

        os.environ |= self.environment | {PARENT_VARIABLE: str(os.getppid())}
        warnings.filterwarnings("ignore", message=self.ROOT_WARNING)
        current_app.worker_main(list(self.ARGUMENTS))


class WebProcess(Child):
    """One of several web processes; it gives back what comes to the other end of its `pulse`.

    Each start has a socket of its own from `bind`, which no other process keeps open: with a killed
    process its socket is gone, and the kernel gives new connections to the others at once.
    """

    def __init__(self, bind: Callable[[], socket.socket], *others: socket.socket) -> None:
        self.bind = bind
        self.pulse, theirs = make_pulse()
        self.kept = (theirs, *others)
        super().__init__((sys.executable, "-m", "companion.server"))

    def _begin(self) -> subprocess.Popen[bytes] | Fork:
        with self.bind() as listener:
            self.sockets = (listener, *self.kept)
            return super()._begin()


def web_processes(
    count: int, bind: Callable[[], socket.socket], says: socket.socket
) -> list[WebProcess]:
    """Return so many web processes; each writes to `says` once it is open.

    They tell each other what they must know through sockets of their own.
    """
    ends = make_sockets(count)
    return [
        WebProcess(
            bind,
            says,
            hears,
            *(tells for other, (_hears, tells) in enumerate(ends) if other != number),
        )
        for number, (hears, _tells) in enumerate(ends)
    ]
