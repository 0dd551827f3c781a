"""A log that nobody reads: lines wait for a while, and the site does not."""

import logging
import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from companion.frame.log_lines import LAST_SECONDS, LinesBeside
from companion.server.pulse import BEAT_SECONDS, MOST_SILENT
from tests.server.test_processes import web
from tests.services.processes import wait_until
from tests.site import Site

PIPE_BYTES = 64 * 1024
LINE_BYTES = 90


@pytest.fixture
def unread(tmp_path: Path) -> Iterator[tuple[Site, int]]:
    """A site of two processes whose log is a pipe, and the end of it that nobody reads yet."""
    site = Site(tmp_path / "data", WEB_PROCESSES="2", API_CLIENT_RATE="100000/min")
    os.mkfifo(site.log)
    reads = os.open(site.log, os.O_RDONLY | os.O_NONBLOCK)
    with site:
        yield site, reads
    os.close(reads)


def read(reads: int) -> bytes:
    """Read all that is there now."""
    said = b""
    try:
        while piece := os.read(reads, PIPE_BYTES):
            said += piece
    except BlockingIOError:
        pass
    return said


def test_a_log_that_nobody_reads_ends_no_process_and_holds_nobody_up(
    unread: tuple[Site, int],
) -> None:
    site, reads = unread
    wait_until(lambda: len(web(site)) == 2 and site.answers(), 30)
    before = web(site)
    until = time.monotonic() + BEAT_SECONDS * (MOST_SILENT + 3)
    asked = 0
    while time.monotonic() < until or asked * LINE_BYTES < 2 * PIPE_BYTES:
        started = time.monotonic()
        assert site.answers()
        assert time.monotonic() - started < BEAT_SECONDS * MOST_SILENT
        asked += 1
    assert web(site) == before
    assert len(read(reads)) > PIPE_BYTES - 4096, "it was full"
    wait_until(lambda: site.answers() and b"GET /healthz" in read(reads), 20)
    for _ in range(2 * PIPE_BYTES // LINE_BYTES):
        assert site.answers()
    assert site.stop() == 0, "full again: it says its last words to nobody"


@pytest.fixture
def full() -> Iterator[tuple[Any, int]]:
    """A pipe that takes nothing any more, as a console, and its other end."""
    reads, writes = os.pipe()
    os.set_blocking(writes, False)
    with suppress(BlockingIOError):
        while True:
            os.write(writes, b"." * 4096)
    os.set_blocking(writes, True)
    os.set_blocking(reads, False)
    with os.fdopen(writes, "w") as console:
        yield console, reads
        read(reads)
    os.close(reads)


def test_lines_beyond_those_that_may_wait_are_dropped_and_counted(full: tuple[Any, int]) -> None:
    console, reads = full
    beside = LinesBeside(logging.StreamHandler(console), most=10)
    log = logging.Logger("safehouse.unread")
    log.addHandler(beside)
    for number in range(100):
        log.warning("line %d", number)
    started = time.monotonic()
    beside.flush()
    assert LAST_SECONDS <= time.monotonic() - started < 2 * LAST_SECONDS, "an end does not wait"
    pieces = [read(reads)]
    beside.flush()
    log.warning("once more")
    beside.flush()
    said = b"".join([*pieces, read(reads)]).lstrip(b".").decode().splitlines()
    kept = [line for line in said if line.startswith("line ")]
    dropped = 100 - len(kept)
    assert dropped > 80
    assert said[-2:] == [f"{dropped} log lines were dropped: nobody reads them", "once more"]


def test_a_process_that_is_forked_writes_its_own_lines(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with path.open("w") as console:
        beside = LinesBeside(logging.StreamHandler(console))
        log = logging.Logger("safehouse.forked")
        log.addHandler(beside)
        log.warning("before")
        beside.flush()
        child = os.fork()
        if not child:
            log.warning("in the child")
            beside.flush()
            os.kill(os.getpid(), signal.SIGKILL)
        os.waitpid(child, 0)
        log.warning("after")
        beside.flush()
    assert path.read_text().splitlines() == ["before", "in the child", "after"]
