"""A process forked from this one before it is needed.

It shares what is loaded by then; a new Python would load all of it again.
"""

import contextlib
import gc
import logging
import os
import select
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable


def can_fork() -> bool:
    """Return True if this process may fork: it has no threads, whose locks would stay held."""
    return hasattr(os, "pidfd_open") and threading.active_count() == 1


class Fork:
    """A forked process that waits until it is let go, then works and ends.

    If this process ends before, it ends, too. It has a session of its own; the rest is as at a
    `subprocess.Popen`.
    """

    def __init__(self, work: Callable[[], None]) -> None:
        waits, self._lets_go = os.pipe()
        gc.freeze()  # no collector touches it in either process, so it stays shared
        self.pid = os.fork()
        if not self.pid:
            os.close(self._lets_go)
            _be(waits, work)
        os.close(waits)
        self._handle = os.pidfd_open(self.pid)
        self._lock = threading.Lock()
        self._code: int | None = None

    def let_go(self) -> None:
        with contextlib.suppress(BrokenPipeError):  # it was killed while it waited
            os.write(self._lets_go, b"!")
        os.close(self._lets_go)

    def dismiss(self) -> None:
        """End the fork without work: it is not needed after all."""
        os.close(self._lets_go)
        self.wait()

    def poll(self) -> int | None:
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def wait(self, timeout: float | None = None) -> int:
        if not select.select([self._handle], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired(f"fork {self.pid}", timeout or 0)
        with self._lock:
            if self._code is None:
                self._code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self._code

    def send_signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._handle, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def _be(waits: int, work: Callable[[], None]) -> None:
    """Run the work of the fork and exit; never return to what the other process was doing."""
    code = 1
    try:
        os.setsid()
        if os.read(waits, 1):
            os.close(waits)
            work()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # nothing above would report it
        traceback.print_exc()
    finally:
        logging.shutdown()
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)
