"""`manage.py serve`: the whole house in one command, for a machine at the table or a server.

Migrates, gathers static files, starts the web processes and, once they are open, without Redis, one
supervised child worker; prints where to find it; Ctrl-C stops all of it, work finished or left in
its row.
"""

import select
import signal
import socket
import sys
import threading
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.executor import MigrationExecutor

from companion.frame import health
from companion.frame.addresses import home_network_address, is_loopback
from companion.frame.database_age import NewerDatabase, refuse_newer_database
from companion.frame.log_lines import write_beside
from companion.frame.static_stamp import UNUSED, stamp_static, static_is_fresh
from companion.qr import qr_terminal
from companion.server.children import Worker, web_processes
from companion.server.listening import LAST_PORT, CannotListen, bind, hold, listen
from companion.server.process import serve
from companion.server.pulse import ALIVE, BEAT_SECONDS, READY, Pulse, tell_system

DATABASE_SECONDS = 60
MOST_WORKERS = 32


def _port(text: str) -> int:
    """Read a port as it is typed."""
    if not text.isdecimal() or not 1 <= int(text) <= LAST_PORT:
        raise ArgumentTypeError(f"a whole number from 1 to {LAST_PORT} is needed")
    return int(text)


class Command(BaseCommand):
    help = "Serve the site on this machine, with its background worker."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=_port, default=settings.PORT)
        parser.add_argument("--host", default=settings.HOST)
        parser.add_argument(
            "--workers",
            type=int,
            default=settings.WEB_PROCESSES,
            help="How many web processes; as many as the machine has cores is enough.",
        )

    def handle(self, *args: Any, host: str, port: int, workers: int, **options: Any) -> None:
        self.host = host
        self._check_workers(workers)
        worker = None if settings.REDIS_URL else Worker()  # before there are sockets and threads
        try:
            self._open(port, workers, worker)
        except KeyboardInterrupt:
            self.stdout.write("Stopped before it was open.")
        finally:
            if worker:
                worker.dismiss()

    def _open(self, port: int, workers: int, worker: Worker | None) -> None:
        listener = self._listen(port, workers)
        self._migrate()
        self._gather_static()
        banner = self._banner(port)

        def opened() -> None:
            print(banner, flush=True)
            tell_system(READY)
            if worker:  # not before: on a small machine the pages would come later
                worker.start()

        try:
            self._run(listener, workers, opened)
        finally:
            if worker:
                worker.stop()
            if select.select([], [sys.stdout], [], 1.0)[1]:  # else nobody reads it
                self._say("Safehouse has stopped. Everything is saved.")

    def _check_workers(self, workers: int) -> None:
        if not 1 <= workers <= MOST_WORKERS:
            raise CommandError(f"--workers takes a number from 1 to {MOST_WORKERS}.")

    def _listen(self, port: int, workers: int) -> socket.socket:
        """Take the port before anything else, so that a taken one costs no time."""
        try:
            return listen(self.host, port) if workers == 1 else hold(self.host, port)
        except CannotListen as error:
            raise CommandError(str(error)) from error

    def _run(self, listener: socket.socket, workers: int, opened: Callable[[], None]) -> None:
        if workers == 1:
            serve(listener, opened=opened)
            return
        write_beside()
        hears, says = socket.socketpair()
        port = listener.getsockname()[1]
        children = web_processes(workers, lambda: bind(self.host, port, is_shared=True), says)
        is_over = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_args: is_over.set())
        for child in children:
            child.start()
        threading.Thread(target=_announce, args=(hears, len(children), opened), daemon=True).start()
        pulse = Pulse(children)
        while not is_over.wait(BEAT_SECONDS):
            pulse.beat()
            if pulse.all_answer:
                tell_system(ALIVE)
        for child in children:
            child.ask_to_stop()
        for child in children:
            child.stop()

    def _say(self, words: str) -> None:
        self.stdout.write(words)
        self.stdout.flush()  # now, also where it is written to a file

    def _migrate(self) -> None:
        """Migrate; wait for a database that is only just starting, as after a power cut."""
        deadline = time.monotonic() + DATABASE_SECONDS
        while True:
            try:
                refuse_newer_database()
                executor = MigrationExecutor(connection)
                break
            except NewerDatabase as error:
                raise CommandError(str(error)) from error
            except OperationalError as error:
                connection.close()
                if time.monotonic() > deadline:
                    reason = str(error).strip().partition("\n")[0]
                    raise CommandError(f"The database does not answer: {reason}") from error
                self._say("Waiting for the database ...")
                time.sleep(2)
            except DatabaseError as error:  # a file that is none of SQLite's, for example
                raise CommandError(f"The database cannot be used: {error}") from error
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self._say("Preparing the database ...")
            call_command("migrate", interactive=False, verbosity=0)
        connection.close()

    def _gather_static(self) -> None:
        if settings.DEBUG or static_is_fresh():
            return
        self._say("Gathering static files ...")
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
        if advices := health.advices():
            lines += ["", *advices]
            connection.close()
        return "\n".join([*lines, "  Ctrl-C stops it; everything is saved.", ""])


def _announce(hears: socket.socket, count: int, opened: Callable[[], None]) -> None:
    """Call `opened` once every web process has said that it is open."""
    while count > 0:
        count -= len(hears.recv(count))
    opened()
    while hears.recv(1):  # those that are started again say it, too
        pass
