"""Runs a command with a Redis and a PostgreSQL of its own, on free ports, in a temporary folder.

The command finds them in `TEST_REDIS_URL` and `TEST_POSTGRES_URL`; both end with it.
"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

START_SECONDS = 30
USER = "safehouse"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Service:
    """A server of ours in a process group of its own: started, stopped, frozen and thawed."""

    def __init__(self, command: list[str], port: int, log: Path, stop: signal.Signals) -> None:
        self.command, self.port, self.log, self.stop_signal = command, port, log, stop
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                self.command, stdout=out, stderr=subprocess.STDOUT, start_new_session=True
            )
        deadline = time.monotonic() + START_SECONDS
        while True:
            with (
                contextlib.suppress(OSError),
                socket.create_connection(("127.0.0.1", self.port), 1),
            ):
                return
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"{self.command!r} did not start:\n{self.log.read_text()}")
            time.sleep(0.05)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(self.stop_signal)
            self.process.wait(START_SECONDS)

    def freeze(self) -> None:
        """It is there and takes connections, and answers nothing."""
        self._signal_all(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal_all(signal.SIGCONT)

    def _signal_all(self, number: signal.Signals) -> None:
        """To the process and its children, which may have groups of their own."""
        assert self.process is not None
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for process in (pid, *map(int, children)):
            os.kill(process, number)

    def __enter__(self) -> "Service":
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()


def redis(folder: Path, port: int) -> Service:
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1"]
    command += ["--dir", str(folder), "--save", "", "--appendonly", "no"]
    return Service(command, port, folder / "redis.log", signal.SIGTERM)


def redis_url(service: Service) -> str:
    return f"redis://127.0.0.1:{service.port}/0"


def postgres(folder: Path, port: int) -> Service:
    """PostgreSQL refuses to run as root: then it runs as the user its package made."""
    binaries = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
    data = folder / "postgres"
    data.mkdir()
    prefix: list[str] = []
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
        shutil.chown(data, "postgres", "postgres")
        prefix = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
    subprocess.run(
        [*prefix, binaries / "initdb", "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8"],
        check=True,
        stdout=subprocess.DEVNULL,
        cwd=folder,
    )
    command = [*prefix, str(binaries / "postgres"), "-D", str(data), "-p", str(port)]
    # What is lost with the machine is of no use to a test, nor is keeping house for years.
    quick = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
    quick += ("autovacuum=off", "jit=off")
    for option in ("listen_addresses=127.0.0.1", f"unix_socket_directories={data}", *quick):
        command += ["-c", option]
    return Service(command, port, folder / "postgres.log", signal.SIGINT)


def postgres_url(service: Service) -> str:
    return f"postgres://{USER}@127.0.0.1:{service.port}/postgres"


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="safehouse-services-") as name:
        folder = Path(name)
        with redis(folder, free_port()) as cache, postgres(folder, free_port()) as database:
            urls = {
                "TEST_REDIS_URL": redis_url(cache),
                "TEST_POSTGRES_URL": postgres_url(database),
            }
            return subprocess.run(sys.argv[1:], env=os.environ | urls, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
