"""Messages that wake a worker. The row is the truth: a message may be lost or repeated."""

import logging
from collections.abc import Callable
from typing import Any

from celery import Task
from django.db import connection

from companion.frame.away import Asker, is_away
from companion.frame.outage import Outage

log = logging.getLogger("safehouse.queue")
BROKER_SECONDS = 3.0
_outage = Outage(log, "queue")
_asker = Asker("queue", BROKER_SECONDS)


def send(task: Task, *arguments: Any) -> bool:
    """Tell a worker now; return False if the broker is away, or its disk is full.

    Work that has a row is sent again by a sweep of the room. The connection is a new one, not one
    from before the broker went.
    """
    try:
        with task.app.connection_for_write() as broker:
            task.apply_async(args=arguments, retry=False, connection=broker)
    except Exception as error:
        if not is_away(error):
            raise
        _outage.goes_on(error)
        return False
    _outage.is_over()
    return True


def send_in_time(task: Task, *arguments: Any) -> bool:
    """Tell a worker as `send` does; return False, too, if that takes longer than a page may."""
    try:
        return _asker.ask(lambda: send(task, *arguments))
    except TimeoutError:
        return False


def beside(work: Callable[[], None]) -> None:
    """Do work that talks to the broker in a thread beside: no request and no writer waits."""

    def do() -> None:
        try:
            work()
        except Exception:
            log.exception("work beside failed")
        finally:
            connection.close()

    _asker.begin(do)
