"""Work of every worker besides its tasks: mails, lost jobs, bins, following its parent.

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

from celery.signals import worker_init, worker_process_init, worker_ready, worker_shutting_down
from django.db import close_old_connections

from companion.frame.away import is_away
from companion.frame.database_age import stop_if_database_is_newer
from companion.frame.log_lines import write_beside
from companion.frame.outage import Outage
from companion.frame.request_id import begin_request, end_request
from companion.server.children import PARENT_VARIABLE

log = logging.getLogger("safehouse.worker")
SWEEP_SECONDS, AWAY_SECONDS = 5, 1
"""Intervals of the sweep; the second one while the queue is away, to tell of prints at once."""
MAIL_SECONDS = 2
HOUSEKEEPING_SECONDS = 3600


_stopping = threading.Event()


def connect() -> None:
    """Start the threads below in every process of ours that runs tasks."""
    worker_init.connect(_begin, dispatch_uid="safehouse.worker.begin")
    worker_process_init.connect(_start, dispatch_uid="safehouse.worker.start")
    worker_ready.connect(_start_following, dispatch_uid="safehouse.worker.follow")
    worker_shutting_down.connect(_stop, dispatch_uid="safehouse.worker.stop")


def _begin(**kwargs: object) -> None:
    """Look at the database before anything is forked, so that the connection is gone by then."""
    write_beside()
    stop_if_database_is_newer()


def _start(**kwargs: object) -> None:
    _stopping.clear()
    _every(SWEEP_SECONDS, _sweep, away=AWAY_SECONDS)
    _every(MAIL_SECONDS, _send_mails)
    # Above the print room, which therefore does not name them before they are needed.
    from campaigns.keeping import daily

    _every(daily.LIFE_SECONDS, daily.sign_of_life)
    _every(HOUSEKEEPING_SECONDS, daily.housekeeping)


def _start_following(**kwargs: object) -> None:
    if parent := os.environ.get(PARENT_VARIABLE):
        _every(1, lambda: _follow(int(parent)))


def _stop(**kwargs: object) -> None:
    _stopping.set()


def _every(seconds: float, work: Callable[[], None], *, away: float | None = None) -> None:
    """Do that work every so many seconds; every `away` seconds while something of it is away."""
    outage = Outage(log, work.__name__.strip("_"))

    def loop() -> None:
        while not _stopping.is_set():
            pause = seconds
            close_old_connections()
            begin_request("")  # what fails here has a reference number, too
            try:
                work()
                outage.is_over()
            except Exception as error:  # a failing sweep is tried again, it must not end the thread
                if is_away(error):  # a full disk, a database that is gone: nothing of ours failed
                    outage.goes_on(error)
                    pause = away or seconds
                else:
                    log.exception("background work failed")
            end_request()
            close_old_connections()
            _stopping.wait(pause)

    threading.Thread(target=loop, daemon=True).start()


def _sweep() -> None:
    from campaigns.printing.services import jobs as prints
    from companion.difficulty.services import jobs as measurements

    if count := prints.sweep():
        log.info("prints taken up again", extra={"count": count})
    if count := measurements.sweep():
        log.info("measurements taken up again", extra={"count": count})


def _send_mails() -> None:
    from companion.people.letters.services import letters_send

    if count := letters_send():
        log.info("mails sent", extra={"count": count})


def _follow(parent: int) -> None:
    """Go when the `manage.py serve` that started this worker is gone, even if it was killed."""
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(1)
