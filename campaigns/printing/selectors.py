"""The only readers of print jobs."""

import uuid
from collections.abc import Iterator
from datetime import timedelta

import msgspec
from django.db.models import Q, QuerySet

from campaigns.printing.look import Look
from campaigns.printing.models import PrintJob
from companion.people.belongings import File
from companion.people.models import Person

AT_ONCE = timedelta(seconds=20)


def whole_prints() -> QuerySet[PrintJob]:
    """Return all but previews, which stand in no list."""
    return PrintJob.objects.exclude(look__has_key="extent")


def prints_of(person: Person | None) -> list[PrintJob]:
    """Return this person's prints, the newest first."""
    return list(whole_prints().filter(person=person)[:50]) if person else []


def latest_print(person: Person | None) -> PrintJob | None:
    """Return the one the front page shows."""
    return whole_prints().filter(person=person).first() if person else None


def print_of(*, job_id: uuid.UUID, person: Person | None) -> PrintJob | None:
    """Return one print, if it is this person's."""
    return PrintJob.objects.filter(pk=job_id, person=person).first() if person else None


def last_look(person: Person | None) -> Look:
    """Return the look of this person's last print, such as A4 paper, or the default."""
    job = latest_print(person)
    return Look.of(job.look) if job else Look()


def last_of_campaign(person: Person | None, url: str) -> list[PrintJob]:
    """Return this person's last prints of a campaign: all that were asked for at once."""
    if person is None:
        return []
    of_it = Q(content__url=url) | Q(content__story__url=url)
    jobs = list(whole_prints().filter(of_it, person=person).order_by("-asked_at")[:10])
    return [job for job in jobs if jobs[0].asked_at - job.asked_at < AT_ONCE]


def prints_taken_out(person: Person) -> Iterator[File]:
    """Yield the list of this person's prints; each can be printed again."""
    fields = ("kind", "language", "state", "pages", "look", "created_at", "asked_at")
    listed = list(whole_prints().filter(person=person).values(*fields))
    yield "prints.json", msgspec.json.format(msgspec.json.encode(listed))
