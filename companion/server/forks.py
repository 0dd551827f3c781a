"""A process forked from this one before it is needed: it shares what is loaded by then, where a new
Python would load all of it again.
"""

import contextlib
import gc
import os
import select
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable


def can_fork() -> bool:
    """A process with threads must not: what they hold would be held in the other one for ever."""
    return hasattr(os, "pidfd_open") and threading.active_count() == 1


class Fork:
    """Waits until it is let go, then works and ends. If this process ends before, it ends, too.

    In a session of its own; the rest is as at a `subprocess.Popen`.
    """

    def __init__(self, work: Callable[[], None]) -> None:
        waits, self._lets_go = os.pipe()
        gc.freeze()  # looked through by neither process, what is loaded stays shared
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
        """It is not needed after all."""
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
    """Live the life of the fork; never returns to what the other process was doing."""
    code = 1
    try:
        os.setsid()
        if os.read(waits, 1):
            os.close(waits)
            work()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # nobody above it would tell
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)
