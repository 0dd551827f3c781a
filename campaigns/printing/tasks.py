"""The Celery side of printing: claim, beat, render, store."""

import logging
import threading
import uuid

from celery import shared_task
from django.db import DatabaseError, connection
from django.utils import translation

from campaigns.printing import services
from campaigns.printing.kinds import KINDS
from campaigns.printing.look import Look
from campaigns.printing.models import PrintJob
from campaigns.printing.render import Made, make_pdf, sheets_in
from companion.frame.jobs.services import NoLongerOurs

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
                services.jobs.beat(self.job)
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
    with services.jobs.working(job), Heartbeat(job), translation.override(job.language):
        made = _make(job)
        services.job_finish(job, made.pdf, pages=made.pages, flaws=made.flaws, missing=made.missing)


def _make(job: PrintJob) -> Made:
    look = Look.of(job.look)
    kind = KINDS[job.kind]
    pieces = kind.pieces(kind.read(job.content))
    if look.is_preview:
        pieces = [pieces[0]._replace(copies=1)]
    total = sheets_in(pieces)
    is_large = len(pieces) > services.SMALL_PRINT

    def report(made: int, label: str) -> None:
        for small in services.small_prints_waiting() if is_large else ():
            run_print(str(small))
        if not services.job_progress(job, made=made, total=total, making=label):
            raise NoLongerOurs

    return make_pdf(pieces, look, title=job.title, report=report)
