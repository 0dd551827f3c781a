"""The Celery side of printing: claim, beat, render, store."""

import logging
import threading
import uuid
from functools import partial

from celery import shared_task
from django.db import DatabaseError, connection
from django.utils import translation

from campaigns.printing import services
from campaigns.printing.kinds import KINDS
from campaigns.printing.models import PrintJob

log = logging.getLogger("safehouse.prints")


class Heartbeat(threading.Thread):
    """Keeps a claimed job alive while its worker is busy rendering."""

    def __init__(self, job: PrintJob) -> None:
        super().__init__(name=f"heartbeat-{job.pk}", daemon=True)
        self.job = job
        self.is_over = threading.Event()

    def run(self) -> None:
        while not self.is_over.wait(services.HEARTBEAT_SECONDS):
            try:
                services.job_beat(self.job)
            except DatabaseError as error:  # a missed beat is made up for by the next one
                log.warning("heartbeat failed", extra={"error": repr(error)})
            finally:
                connection.close()

    def __enter__(self) -> "Heartbeat":
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.is_over.set()
        self.join()


@shared_task(name="campaigns.run_print")  # type: ignore[untyped-decorator]
def run_print(job_id: str) -> None:
    """Make one print. Harmless to run twice: only one run holds the claim."""
    job = services.job_claim(uuid.UUID(job_id))
    if job is None:
        return
    try:
        with Heartbeat(job), translation.override(job.language):
            pdf = KINDS[job.kind](job, partial(services.job_beat, job))
    except Exception:  # one print that fails must not take the worker with it
        log.exception("print failed", extra={"job": job_id, "attempt": job.attempts})
        services.job_fail(job)
        return
    services.job_finish(job, pdf)
