"""Messages that wake a worker. The row is the truth: a message may be lost or repeated."""

import logging
from typing import Any

from celery import Task, current_app
from django.db import transaction

from companion.frame.away import is_away

log = logging.getLogger("safehouse.queue")


def send_after_commit(task: Task, *arguments: Any) -> None:
    """Tell a worker once the row is committed, so that everybody sees it."""
    transaction.on_commit(lambda: send(task, *arguments), robust=True)


def send(task: Task, *arguments: Any) -> bool:
    """Tell a worker now; return False if the broker is away, or its disk is full.

    Work that has a row is sent again by a sweep of the room. The connection is a new one, not one
    from before the broker went.
    """
    try:
        with current_app.connection_for_write() as broker:
            task.apply_async(args=arguments, retry=False, connection=broker)
    except Exception as error:
        if not is_away(error):
            raise
        log.warning("not sent to the queue yet", extra={"task": task.name, "error": repr(error)})
        return False
    return True
