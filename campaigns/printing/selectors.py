"""The only readers of print jobs."""

import uuid
from collections.abc import Iterator

import msgspec

from campaigns.printing.look import Look
from campaigns.printing.models import PrintJob
from companion.people.belongings import File
from companion.people.models import Person


def prints_of(person: Person | None) -> list[PrintJob]:
    """This person's prints, the newest first."""
    return list(PrintJob.objects.filter(person=person)[:50]) if person else []


def latest_print(person: Person | None) -> PrintJob | None:
    """The one the front page shows."""
    return PrintJob.objects.filter(person=person).first() if person else None


def print_of(*, job_id: uuid.UUID, person: Person | None) -> PrintJob | None:
    """One print, if it is this person's."""
    return PrintJob.objects.filter(pk=job_id, person=person).first() if person else None


def last_look(person: Person | None) -> Look:
    """How this person had the last print; whoever has A4 paper once has it again."""
    job = latest_print(person)
    return Look.of(job.look) if job else Look()


def prints_taken_out(person: Person) -> Iterator[File]:
    """The list of this person's prints; each can be printed again."""
    fields = ("kind", "language", "state", "pages", "look", "created_at", "asked_at")
    listed = list(PrintJob.objects.filter(person=person).values(*fields))
    yield "prints.json", msgspec.json.format(msgspec.json.encode(listed))
