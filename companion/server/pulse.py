"""Health check of the web processes: a byte to each event loop and back, every second.

No page, thread or disk is in between, so a site that is overloaded or waits for its database
answers like an idle one. A process that answers nothing for `MOST_SILENT` beats in a row, be it
frozen or caught in a loop, is killed and restarted. Beats are counted, not seconds: while the
machine sleeps, or this process gets no turn itself, there are none, and nobody is blamed for them.
"""

import asyncio
import contextlib
import logging
import os
import socket
import time
from collections.abc import Sequence
from typing import Protocol

BEAT_SECONDS = 1.0
MOST_SILENT = 5
MOST_OPENING = 120
"""Beats until the first answer: a small machine takes its time to load the site."""
LATE_SECONDS = BEAT_SECONDS * 1.5
READY, ALIVE = "READY=1", "WATCHDOG=1"
BYTE = b"."
MOST_BYTES = 4096

log = logging.getLogger("safehouse.server")


class Running(Protocol):
    """A running process; another one after each start."""

    pid: int

    def kill(self) -> None: ...


class Beating(Protocol):
    """A child whose process answers at the other end of its `pulse`."""

    pulse: socket.socket

    @property
    def process(self) -> Running | None: ...


class Heart:
    """The state of one web process, as the server that started it sees it."""

    def __init__(self, child: Beating) -> None:
        self.child, self.running = child, child.process
        self.is_open, self.silent = False, 0

    def beat(self, *, is_late: bool) -> None:
        answered = bool(_read(self.child.pulse))
        if self.running is not self.child.process:
            # A late answer of the process before says nothing about the new one.
            answered = answered and self.running is None
            self.running, self.is_open, self.silent = self.child.process, False, 0
        self.is_open = self.is_open or answered
        self.silent = 0 if answered or is_late else self.silent + 1
        if self.running and self.silent == (MOST_SILENT if self.is_open else MOST_OPENING):
            self.running.kill()
            log.error("a web process did not answer: replaced", extra={"pid": self.running.pid})
        with contextlib.suppress(OSError):  # full: it has not read for long
            self.child.pulse.send(BYTE)


class Pulse:
    """The web processes of one `manage.py serve`; its server calls `beat` every `BEAT_SECONDS`."""

    def __init__(self, children: Sequence[Beating]) -> None:
        self.hearts = [Heart(child) for child in children]
        self.last = time.monotonic()

    def beat(self) -> None:
        now = time.monotonic()
        is_late, self.last = now - self.last > LATE_SECONDS, now
        for heart in self.hearts:
            heart.beat(is_late=is_late)

    @property
    def all_answer(self) -> bool:
        """Return True if some web process is open, and all that are have answered the beat before.

        One that is being replaced is waited for, however often it fails: whoever would start all of
        them anew for it would end those that are well.
        """
        opened = [heart for heart in self.hearts if heart.is_open]
        return bool(opened) and all(heart.silent == 0 for heart in opened)


def answer(pulse: socket.socket, loop: asyncio.AbstractEventLoop) -> None:
    """Report from a web process that it is open, and give back each beat while its loop turns."""

    def give_back() -> None:
        heard = _read(pulse)
        if heard:
            with contextlib.suppress(OSError):
                pulse.send(BYTE)
        elif heard is not None:
            loop.remove_reader(pulse)  # its end would be readable forever

    pulse.setblocking(False)
    with contextlib.suppress(OSError):
        pulse.send(BYTE)
    loop.add_reader(pulse, give_back)


def make_pulse() -> tuple[socket.socket, socket.socket]:
    """Return the server's end and the web process's; a restarted process has the same end."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    return ours, theirs


def tell_system(words: str) -> None:
    """Tell systemd, where it has started this process and wants to know (`sd_notify`)."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        # An address that begins with @ is no file: the kernel alone knows it.
        place = "\0" + address[1:] if address.startswith("@") else address
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as says:
            says.sendto(words.encode(), place)


def _read(pulse: socket.socket) -> bytes | None:
    """Return the bytes that came: None if there were none, empty once the other end is gone."""
    try:
        return pulse.recv(MOST_BYTES)
    except BlockingIOError:
        return None
    except ConnectionError:
        return b""
