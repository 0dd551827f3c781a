"""A print: what was asked for, how far it is, and the file."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models

from campaigns.printing.titles import title_of


def file_path(job: "PrintJob", filename: str) -> str:
    """One file a claim, so that a worker thought dead cannot touch its successor's."""
    return f"prints/{job.pk}-{job.claim}.pdf"


class PrintJob(models.Model):
    """The truth about a print. Queues may lose or repeat messages; this row decides."""

    class State(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="prints"
    )
    kind = models.SlugField(max_length=40)
    content = models.JSONField()
    language = models.CharField(max_length=5)
    content_hash = models.CharField(max_length=64, db_index=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    progress = models.PositiveSmallIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    claim = models.UUIDField(null=True)
    heartbeat_at = models.DateTimeField(null=True)
    queued_at = models.DateTimeField()
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)
    file = models.FileField(upload_to=file_path, blank=True)

    class Meta:
        ordering: ClassVar = ["-created_at"]
        indexes: ClassVar = [models.Index(fields=["state", "heartbeat_at"])]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def title(self) -> str:
        """What the print is called, in the reader's language."""
        return title_of(self.kind, self.content)

    @property
    def is_over(self) -> bool:
        return self.state in (self.State.DONE, self.State.FAILED)
