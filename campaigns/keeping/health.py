"""What of keeping decides whether the house stands: writing, room on the disk, a worker; and what
whoever starts it should know of its backups."""

import shutil
from datetime import timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from campaigns.keeping import selectors
from campaigns.keeping.backups import shelf
from campaigns.keeping.services import mark_set, write_probe
from campaigns.printing.models import PrintJob
from companion.frame import health

# Every worker looks for waiting jobs every five seconds and takes up those older than fifteen.
WAITED_TOO_LONG = timedelta(seconds=45)
SAME_DISK = "backups-on-the-same-disk"


def connect() -> None:
    health.register("writes", can_write)
    health.register("disk", has_room)
    health.register("worker", is_worked_on)
    health.advise(backups_unreadable)
    health.advise(backups_on_the_same_disk)


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


def backups_unreadable() -> str:
    """Said at every start: nobody makes a backup where we may not even look."""
    if not settings.AUTOMATIC_BACKUPS or not (why := shelf.why_unreadable()):
        return ""
    return (
        f"  No backups can be made: the folder {settings.BACKUP_DIR} cannot be read.\n"
        f"  {why}. Let the site's user into it, or choose another BACKUP_DIR.\n"
    )


def backups_on_the_same_disk() -> str:
    """Said once: a disk that dies takes the automatic backups along."""
    is_told = selectors.mark(SAME_DISK) is not None
    if is_told or not settings.AUTOMATIC_BACKUPS or shelf.why_unreadable():
        return ""
    if not shelf.is_on_the_same_disk():
        return ""
    mark_set(SAME_DISK)
    return (
        f"  Backups are made every day in {settings.BACKUP_DIR},\n"
        "  on the same disk as the site. A file to take along, for example on a stick:\n"
        "  .venv/bin/python manage.py backup --to FOLDER\n"
        "  or /operate/ in the browser. This is said only once.\n"
    )
