"""What a page asks a worker to do."""

from celery import shared_task

from campaigns.keeping.backups.services import backup_make, backups_rotate
from campaigns.keeping.daily import BACKUP
from campaigns.keeping.services import mark_failed, mark_set


@shared_task(name="keeping.back_up_now")  # type: ignore[untyped-decorator]
def back_up_now() -> None:
    """A backup; the operate page shows it, or why there is none."""
    try:
        backup_make()
        backups_rotate()
    except Exception as error:
        mark_failed(BACKUP, error)
        raise
    mark_set(BACKUP)
