"""What of keeping decides whether the house stands: writing, room on the disk, a worker."""

import shutil
from datetime import timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from campaigns.keeping.services import write_probe
from campaigns.printing.models import PrintJob
from companion.frame import health

# Every worker looks for waiting jobs every five seconds and takes up those older than fifteen.
WAITED_TOO_LONG = timedelta(seconds=45)


def connect() -> None:
    health.register("writes", can_write)
    health.register("disk", has_room)
    health.register("worker", is_worked_on)


def can_write() -> bool:
    write_probe()
    return True


def has_room() -> bool:
    free = shutil.disk_usage(settings.DATA_DIR).free
    return bool(free >= settings.DISK_FREE_MB * 1_000_000)


def is_worked_on() -> bool:
    """No job has waited, or been silent, longer than any living worker would let it."""
    limit = timezone.now() - WAITED_TOO_LONG
    waits = Q(state=PrintJob.State.QUEUED, queued_at__lt=limit)
    is_silent = Q(state=PrintJob.State.RUNNING, heartbeat_at__lt=limit)
    return not PrintJob.objects.filter(waits | is_silent).exists()
