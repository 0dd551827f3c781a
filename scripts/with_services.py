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
from collections.abc import Iterator
from pathlib import Path

START_SECONDS = 30
USER = "safehouse"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        if process.poll() is not None or time.monotonic() > deadline:
            raise SystemExit(f"{process.args!r} did not start:\n{log.read_text()}")
        time.sleep(0.05)


@contextlib.contextmanager
def running(command: list[str], port: int, log: Path, stop: signal.Signals) -> Iterator[None]:
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)
    try:
        wait_for(port, process, log)
        yield
    finally:
        process.send_signal(stop)
        process.wait(START_SECONDS)


def redis(folder: Path, port: int) -> contextlib.AbstractContextManager[None]:
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1"]
    command += ["--dir", str(folder), "--save", "", "--appendonly", "no"]
    return running(command, port, folder / "redis.log", signal.SIGTERM)


@contextlib.contextmanager
def postgres(folder: Path, port: int) -> Iterator[None]:
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
    for option in ("listen_addresses=127.0.0.1", f"unix_socket_directories={data}", "fsync=off"):
        command += ["-c", option]
    with running(command, port, folder / "postgres.log", signal.SIGINT):
        yield


def main() -> int:
    redis_port, postgres_port = free_port(), free_port()
    with tempfile.TemporaryDirectory(prefix="safehouse-services-") as name:
        folder = Path(name)
        with redis(folder, redis_port), postgres(folder, postgres_port):
            environment = os.environ | {
                "TEST_REDIS_URL": f"redis://127.0.0.1:{redis_port}/0",
                "TEST_POSTGRES_URL": f"postgres://{USER}@127.0.0.1:{postgres_port}/postgres",
            }
            return subprocess.run(sys.argv[1:], env=environment, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
