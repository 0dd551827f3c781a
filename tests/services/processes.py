"""Real workers and servers as processes, on the database of the running test."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection

from tests.nest import PASSED_ON, Forked, nest


def test_database_url() -> str:
    """The address of the database this test uses, for another process."""
    config = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{config['NAME']}"
    return f"postgres://{config['USER']}@{config['HOST']}:{config['PORT']}/{config['NAME']}"


def environment(**more: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    return (
        kept
        | {
            "DATABASE_URL": test_database_url(),
            "DATA_DIR": str(settings.DATA_DIR),
            "SECRET_KEY": settings.SECRET_KEY,
            "DEBUG": "1",
        }
        | more
    )


@contextmanager
def process(*command: str, log: Path, **more: str) -> Iterator[Forked]:
    """Run `python command...` in the project until the block ends."""
    with log.open("ab") as out, open(os.devnull, "rb") as nothing:
        files = (nothing.fileno(), out.fileno(), out.fileno())
        started = nest().fork(command, environment(**more), files, is_session=True)
    try:
        yield started
    finally:
        if started.poll() is None:
            os.killpg(started.pid, signal.SIGTERM)
            try:
                started.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(started.pid, signal.SIGKILL)
                started.wait()


def worker(log: Path, *options: str, **more: str):  # type: ignore[no-untyped-def]
    """A Celery worker, with the slow print in its repertoire."""
    return process(
        *("-W", "ignore", "-m", "celery", "--quiet", "--app", "config", "worker"),
        *("--include", "tests.services.slow_prints", "--loglevel", "INFO", *options),
        log=log,
        CELERY_SKIP_CHECKS="1",  # as `serve` starts its own
        **more,
    )


def wait_until(condition: Callable[[], object], seconds: float, log: Path | None = None) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {seconds} s\n{log.read_text()[-4000:] if log else ''}")
        time.sleep(0.1)
