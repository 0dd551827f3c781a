"""The site as `make play` starts it, in a process of its own, with the floor in it."""

import contextlib
import http.client
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from tests.site import START_SECONDS, STOP_SECONDS, free_port

MANY_FILES = 20_000


@contextlib.contextmanager
def serving(*options: str, **environment: str) -> Iterator[int]:
    """`manage.py serve` with these options; gives its port."""
    port = free_port()
    usual = {
        "PORT": str(port),
        "HOST": "127.0.0.1",
        "DJANGO_SETTINGS_MODULE": "benchmarks.settings",
    }
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve", *options],
        cwd=settings.BASE_DIR,
        env=os.environ | usual | environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(port, process)
        yield port
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(STOP_SECONDS)


def core_seconds(pid: str = "self") -> float:
    """What all processes below this one have worked until now: those of the site that is served."""
    below = [
        child
        for path in Path(f"/proc/{pid}/task").glob("*/children")
        for child in path.read_text().split()
    ]
    return sum(_own_seconds(child) + core_seconds(child) for child in below)


def _own_seconds(pid: str) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    ticks = int(fields[11]) + int(fields[12])  # as user, and in the kernel
    return ticks / os.sysconf("SC_CLK_TCK")


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        with contextlib.suppress(OSError):
            health = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            health.request("GET", "/robots.txt")
            health.getresponse().read()
            health.close()
            return
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError("the server did not start")
        time.sleep(0.05)
