"""`manage.py serve`: the whole house in one command, for a machine at the table.

Migrates, gathers static files, starts one uvicorn process and, without Redis, one supervised
child worker; prints where to find it; Ctrl-C stops all of it, work finished or left in its row.
"""

import contextlib
import errno
import os
import signal
import socket
import subprocess
import sys
import threading
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from companion.frame.addresses import home_network_address, is_loopback
from companion.frame.static_stamp import UNUSED, stamp_static, static_is_fresh
from companion.live.hub import hub
from companion.qr import qr_terminal

WORKER_STOP_SECONDS = 20
WORKER_RESTART_SECONDS = 1.0
WORKER_NICE = 5


class Server(uvicorn.Server):
    """Ends the live streams first, so that a stop never waits for a phone."""

    def __init__(self, config: uvicorn.Config, banner: str) -> None:
        super().__init__(config)
        self.banner = banner

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(self.banner, flush=True)

    def handle_exit(self, sig: int, frame: Any) -> None:
        hub.close()
        super().handle_exit(sig, frame)


def _give_way(pid: int) -> None:
    """A print may take a little longer; a tap at the table may not."""
    with contextlib.suppress(OSError):  # it has died, or the machine knows no such thing
        os.setpriority(os.PRIO_PROCESS, pid, WORKER_NICE)
        # Linux weighs sessions before processes, and the worker has one of its own.
        Path(f"/proc/{pid}/autogroup").write_text(str(WORKER_NICE))


class Worker:
    """The child `celery worker`, started again whenever it dies."""

    COMMAND = (
        *(sys.executable, "-W", "ignore:You're running the worker with superuser"),
        *("-m", "celery", "--quiet", "--app", "config", "worker", "--pool", "solo"),
        *("--loglevel", "WARNING", "--without-gossip", "--without-mingle", "--without-heartbeat"),
    )

    def __init__(self) -> None:
        self.is_stopping = threading.Event()
        self.process: subprocess.Popen[bytes] | None = None
        self.thread = threading.Thread(target=self._supervise, daemon=True)

    def start(self) -> None:
        self.thread.start()

    def _supervise(self) -> None:
        environment = os.environ | {"SAFEHOUSE_SERVER_PID": str(os.getpid())}
        while not self.is_stopping.is_set():
            # Its own session: Ctrl-C in the terminal reaches the server only, which then lets
            # the worker finish what it is doing.
            self.process = subprocess.Popen(  # noqa: S603 - our own command
                self.COMMAND, cwd=settings.BASE_DIR, env=environment, start_new_session=True
            )
            _give_way(self.process.pid)
            self.process.wait()
            self.is_stopping.wait(WORKER_RESTART_SECONDS)

    def stop(self) -> None:
        """Let the task in hand finish; what takes too long is taken up at the next start."""
        self.is_stopping.set()
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(WORKER_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Command(BaseCommand):
    help = "Serve the site on this machine, with its background worker."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=settings.PORT)
        parser.add_argument("--host", default=settings.HOST)

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        self.host = host
        try:
            listener = self._listen(host, port)
            self._migrate()
            self._gather_static()
            self._run(listener, port)
        except KeyboardInterrupt:
            self.stdout.write("Stopped before it was open.")

    def _run(self, listener: socket.socket, port: int) -> None:
        config = uvicorn.Config(
            "config.asgi:application",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=5,
            timeout_keep_alive=30,
        )
        worker = None if settings.REDIS_URL else Worker()
        if worker:
            worker.start()
        try:
            Server(config, self._banner(port)).run(sockets=[listener])
        except KeyboardInterrupt:
            pass  # uvicorn raises it once more after a clean stop
        finally:
            if worker:
                worker.stop()
            self.stdout.write("Safehouse has stopped. Everything is saved.")

    def _listen(self, host: str, port: int) -> socket.socket:
        """Take the port before anything else, so that a taken one costs no time."""
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
            listener.listen(128)
        except OSError as error:
            listener.close()
            reason = {
                errno.EADDRINUSE: f"Port {port} is taken by another program.",
                errno.EACCES: f"Port {port} may not be used by this user.",
            }.get(error.errno or 0, f"Cannot listen on {host}:{port}: {error.strerror}.")
            raise CommandError(
                f"{reason} Choose another one, for example: make play PORT={port + 1}"
            ) from error
        return listener

    def _migrate(self) -> None:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self.stdout.write("Preparing the database ...")
            call_command("migrate", interactive=False, verbosity=0)
        connection.close()

    def _gather_static(self) -> None:
        if settings.DEBUG or static_is_fresh():
            return
        self.stdout.write("Gathering static files ...")
        call_command(
            "collectstatic", interactive=False, verbosity=0, clear=True, ignore_patterns=UNUSED
        )
        stamp_static()

    def _banner(self, port: int) -> str:
        here = f"http://localhost:{port}/"
        lines = ["", "  Safehouse is open.", f"  On this machine:            {here}"]
        if is_loopback(self.host):
            lines.append("  HOST keeps it to this machine: phones cannot reach it.")
        elif address := home_network_address():
            phones = f"http://{address}:{port}/"
            lines += [f"  Phones in the same network: {phones}", "", qr_terminal(phones)]
        else:
            lines.append("  No network found: phones cannot reach this machine now.")
        return "\n".join([*lines, "  Ctrl-C stops it; everything is saved.", ""])
