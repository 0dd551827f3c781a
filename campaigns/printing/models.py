"""A print: what was asked for, how far it is, and the file."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models

from campaigns.printing.glyphs import packages_of
from companion.frame.jobs.models import Job


def file_path(job: "PrintJob", filename: str) -> str:
    """Return a file name for each claim: a worker thought dead cannot touch its successor's."""
    return f"prints/{job.pk}-{job.claim}.pdf"


class PrintJob(Job):
    """The truth about a print. Queues may lose or repeat messages; this row decides."""

    class State(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="prints"
    )
    kind = models.SlugField(max_length=40)
    content = models.JSONField()
    look = models.JSONField(default=dict)
    language = models.CharField(max_length=5)
    content_hash = models.CharField(max_length=64, db_index=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    # Sheets made of those asked for, and what is being made now, in the print's language.
    made = models.PositiveSmallIntegerField(default=0)
    total = models.PositiveSmallIntegerField(default=0)
    making = models.CharField(max_length=120, blank=True)
    # Sheets that could not be made, by name; the file has all the others.
    flaws = models.JSONField(default=list)
    # Characters no font of this machine has.
    missing = models.CharField(max_length=200, blank=True)
    # Asked for again, a print is as good as new: it is listed first and kept for another month.
    asked_at = models.DateTimeField(db_index=True)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)
    file = models.FileField(upload_to=file_path, blank=True)
    pages = models.PositiveIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["-asked_at"]
        indexes: ClassVar = [models.Index(fields=["state", "heartbeat_at"])]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def title(self) -> str:
        """The title of the print, in the reader's language."""
        # The registry of kinds needs Django's apps, which need this module.
        from campaigns.printing.kinds import title_of

        return title_of(self.kind, self.content)

    @property
    def packages(self) -> list[str]:
        """Packages of fonts with the letters that no font here has."""
        return packages_of(self.missing)

    @property
    def look_words(self) -> str:
        """Paper, ink, type and language, in the reader's language."""
        # The form needs Django's apps, which need this module.
        from campaigns.printing.forms import look_words

        return look_words(self.look, self.language)

    @property
    def progress(self) -> int:
        """Per cent; a hundred only when the file is there."""
        if self.state == self.State.DONE:
            return 100
        return min(99, self.made * 100 // self.total) if self.total else 0

    @property
    def is_over(self) -> bool:
        return self.state in (self.State.DONE, self.State.FAILED, self.State.CANCELLED)

    @property
    def may_be_tried_again(self) -> bool:
        """A failed or cancelled print, or one that lacks a sheet."""
        return self.state in (self.State.FAILED, self.State.CANCELLED) or bool(self.flaws)
