"""The only writers of print jobs."""

import hashlib
import json
import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import msgspec
from django.core.files.base import ContentFile
from django.db.models import F, Q
from django.utils import timezone

from campaigns.printing.look import Look
from campaigns.printing.models import PrintJob
from companion.frame.jobs.services import Jobs
from companion.frame.queue import send
from companion.people.models import Person
from companion.writing import write_transaction

HEARTBEAT_SECONDS = 4
KEEP_FILES = timedelta(days=30)
KEEP_PREVIEWS = timedelta(days=1)


def _send(job_id: uuid.UUID) -> bool:
    from campaigns.printing.tasks import run_print

    return send(run_print, str(job_id))


jobs = Jobs(
    PrintJob,
    send=_send,
    stale_after=timedelta(seconds=15),
    when_over=lambda: {"finished_at": timezone.now()},
)


def print_request(
    *,
    person: Person,
    kind: str,
    content: msgspec.Struct,
    language: str,
    look: Look | None = None,
    sheets: int = 0,
) -> PrintJob:
    """Ask for a print, of so many sheets where that is known.

    The same content asked for again is the print that is there already.
    """
    look, stored = look or Look(), msgspec.to_builtins(content)
    identity = json.dumps([kind, language, look.told, stored], sort_keys=True, ensure_ascii=False)
    content_hash = hashlib.sha256(identity.encode()).hexdigest()
    now = timezone.now()
    with write_transaction():
        Person.objects.select_for_update().get(pk=person.pk)  # one request of a person at a time
        again = PrintJob.objects.filter(person=person, content_hash=content_hash).first()
        if again and _is_still_good(again):
            PrintJob.objects.filter(pk=again.pk).update(asked_at=now)
            again.asked_at = now
            return again
        job = PrintJob.objects.create(
            person=person,
            kind=kind,
            content=stored,
            look=look.told,
            language=language,
            content_hash=content_hash,
            total=sheets,
            queued_at=now,
            asked_at=now,
        )
        jobs.send_after_commit(job.pk)
    return job


def _is_still_good(job: PrintJob) -> bool:
    """On its way, or complete with its file."""
    if job.state in (PrintJob.State.QUEUED, PrintJob.State.RUNNING):
        return True
    is_whole = job.state == PrintJob.State.DONE and not job.flaws
    return is_whole and bool(job.file) and job.file.storage.exists(job.file.name or "")


def print_retry(*, job: PrintJob) -> None:
    """Queue a print once more that failed, was cancelled or lacks a sheet."""
    with write_transaction():
        retried = (
            PrintJob.objects.filter(pk=job.pk)
            .filter(
                Q(state__in=[PrintJob.State.FAILED, PrintJob.State.CANCELLED])
                | Q(state=PrintJob.State.DONE) & ~Q(flaws=[])
            )
            .update(
                state=PrintJob.State.QUEUED,
                attempts=0,
                made=0,
                making="",
                flaws=[],
                finished_at=None,
                queued_at=timezone.now(),
            )
        )
        if retried:
            jobs.send_after_commit(job.pk)


def print_cancel(*, job: PrintJob) -> bool:
    """Stop a print that waits or runs. Its worker sees that the job is no longer its own."""
    with write_transaction():
        return bool(
            PrintJob.objects.filter(
                pk=job.pk, state__in=[PrintJob.State.QUEUED, PrintJob.State.RUNNING]
            ).update(state=PrintJob.State.CANCELLED, making="", finished_at=timezone.now())
        )


def job_claim(job_id: uuid.UUID) -> PrintJob | None:
    """Take a print that waits, or whose worker fell silent. None if somebody else has it."""
    return jobs.claim(job_id, made=0, making="", flaws=[])


def job_progress(job: PrintJob, *, made: int, total: int, making: str) -> bool:
    """Say how many sheets are made and which one is next; False when it is no longer ours."""
    return jobs.beat(job, made=made, total=total, making=making[:120])


SMALL_PRINT = 6
"""Prints of so many sheets or fewer are made between two sheets of a larger one."""


def small_prints_waiting() -> list[uuid.UUID]:
    """Return the prints that need not wait for a large one, the longest waiting first."""
    waiting = PrintJob.objects.filter(
        state=PrintJob.State.QUEUED, total__gt=0, total__lte=SMALL_PRINT
    )
    return list(waiting.order_by("queued_at").values_list("pk", flat=True)[:1])


def job_finish(
    job: PrintJob, pdf: bytes, *, pages: int = 1, flaws: Sequence[str] = (), missing: str = ""
) -> bool:
    """Store the file and close the job, if it is still ours."""
    old = job.file.name
    job.file.save("sheet.pdf", ContentFile(pdf), save=False)  # slow: before the transaction
    with write_transaction():
        is_ours = jobs.mine(job).update(
            state=PrintJob.State.DONE,
            made=F("total"),
            making="",
            flaws=list(flaws),
            missing=missing,
            pages=pages,
            file=job.file.name,
            finished_at=timezone.now(),
        )
    if not is_ours:
        job.file.delete(save=False)
    elif old and old != job.file.name:
        job.file.storage.delete(old)
    return bool(is_ours)


def prints_expire() -> int:
    """Remove prints nobody asked for in `KEEP_FILES`, files included; they can be printed again.

    Previews go after `KEEP_PREVIEWS`.
    """
    now = timezone.now()
    is_old = Q(asked_at__lt=now - KEEP_FILES)
    is_looked_at = Q(look__has_key="extent", asked_at__lt=now - KEEP_PREVIEWS)
    return _remove(PrintJob.objects.filter(is_old | is_looked_at))


def _remove(expired: Any) -> int:
    removable = list(expired)
    with write_transaction():
        removed = PrintJob.objects.filter(pk__in=[job.pk for job in removable]).delete()[0]
    for file in [job.file for job in removable if job.file]:
        file.storage.delete(file.name)
    return int(removed)


def prints_hand_over(giver: Person, taker: Person) -> None:
    PrintJob.objects.filter(person=giver).update(person=taker)


def prints_release(person: Person) -> None:
    _remove(PrintJob.objects.filter(person=person))
