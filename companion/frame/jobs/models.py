"""A row for a piece of work that a worker does in its own time."""

from typing import Any

from django.db import models

QUEUED, RUNNING, FAILED = "queued", "running", "failed"
"""States that every kind of work has, by these names."""


class Job(models.Model):
    """A row that exactly one worker works on. The states are those of its kind of work."""

    state: Any
    attempts = models.PositiveSmallIntegerField(default=0)
    claim = models.UUIDField(null=True)
    heartbeat_at = models.DateTimeField(null=True)
    queued_at = models.DateTimeField()

    class Meta:
        abstract = True
