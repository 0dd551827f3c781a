"""Waking a worker for a row that waits. The row is the truth: a message may be lost or repeated."""

import logging
from typing import Any

from celery import Task, current_app
from django.db import transaction

from companion.frame.away import is_away

log = logging.getLogger("safehouse.queue")


def send_after_commit(task: Task, *arguments: Any) -> None:
    """Tell a worker once the row is there for everybody."""
    transaction.on_commit(lambda: send(task, *arguments), robust=True)


def send(task: Task, *arguments: Any) -> bool:
    """Tell a worker now; False if the broker is away, or its disk is full. Of what has a row a
    sweep of the room tells a worker later.

    By a connection of its own, not one from before the broker went.
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
