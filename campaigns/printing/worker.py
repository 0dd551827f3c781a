"""What every worker does besides its tasks: sweep lost jobs, empty bins, follow its parent.

Sweeps run where tasks run. A pool's own process forks, at any time, a new child for one that was
killed; a connection to SQLite that is open there goes along with its locks, and a child forked in
the middle of a write finds the database locked for ever. So that process never opens one.
"""

import logging
import os
import signal
import threading
import time
from collections.abc import Callable

from celery.signals import worker_process_init, worker_ready, worker_shutting_down
from django.db import close_old_connections

log = logging.getLogger("safehouse.worker")
SWEEP_SECONDS = 5
HOUSEKEEPING_SECONDS = 3600
PARENT_VARIABLE = "SAFEHOUSE_SERVER_PID"

_stopping = threading.Event()


def connect() -> None:
    """Start the threads below in every process of ours that runs tasks."""
    worker_process_init.connect(_start, dispatch_uid="safehouse.worker.start")
    worker_ready.connect(_start_following, dispatch_uid="safehouse.worker.follow")
    worker_shutting_down.connect(_stop, dispatch_uid="safehouse.worker.stop")


def _start(**kwargs: object) -> None:
    _stopping.clear()
    _every(SWEEP_SECONDS, _sweep)
    _every(HOUSEKEEPING_SECONDS, housekeeping)


def _start_following(**kwargs: object) -> None:
    if parent := os.environ.get(PARENT_VARIABLE):
        _every(1, lambda: _follow(int(parent)))


def _stop(**kwargs: object) -> None:
    _stopping.set()


def _every(seconds: float, work: Callable[[], None]) -> None:
    def loop() -> None:
        while not _stopping.is_set():
            close_old_connections()
            try:
                work()
            except Exception:  # a failing sweep is tried again, it must not end the thread
                log.exception("background work failed")
            close_old_connections()
            _stopping.wait(seconds)

    threading.Thread(target=loop, daemon=True).start()


def _sweep() -> None:
    from campaigns.printing.services import jobs_sweep

    if count := jobs_sweep():
        log.info("prints taken up again", extra={"count": count})


def housekeeping() -> None:
    """Empty the bins whose days are over."""
    from campaigns.printing.services import prints_expire
    from campaigns.shelf.services import campaigns_bin_empty
    from companion.people.services import bin_empty
    from companion.shelf.services import bin_empty as tables_empty

    counts = {
        "prints": prints_expire(),
        "people": bin_empty(),
        "tables": tables_empty(),
        "campaigns": campaigns_bin_empty(),
    }
    if any(counts.values()):
        log.info("bins emptied", extra=counts)


def _follow(parent: int) -> None:
    """The child of `manage.py serve` goes when its server is gone, even if that was killed."""
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(1)
