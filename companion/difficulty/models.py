"""A measurement: a set-up without names, how far its evenings are, and what they came to."""

from typing import ClassVar

import msgspec
from django.conf import settings
from django.db import models

from companion.frame.jobs.models import Job
from rules.evenings.setting import Setting
from rules.evenings.tally import EVENINGS, Tally


class Measurement(Job):
    """The truth about it, whoever asked; queues only wake a worker for its next evenings."""

    class State(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        STOPPED = "stopped"

    content_hash = models.CharField(max_length=64, unique=True)
    setting_json = models.TextField()
    tally_json = models.TextField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    # Who asked for it and may stop it.
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    asked_at = models.DateTimeField(db_index=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["state", "queued_at"])]

    def __str__(self) -> str:
        return f"{self.setting.game} {self.content_hash[:8]}"

    @property
    def setting(self) -> Setting:
        return msgspec.json.decode(self.setting_json, type=Setting)

    @property
    def tally(self) -> Tally:
        return msgspec.json.decode(self.tally_json, type=Tally)

    @property
    def is_under_way(self) -> bool:
        return self.state in (self.State.QUEUED, self.State.RUNNING)

    @property
    def is_whole(self) -> bool:
        return self.state == self.State.DONE

    @property
    def wanted(self) -> int:
        return EVENINGS
