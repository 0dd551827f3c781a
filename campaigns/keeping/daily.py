"""What happens by itself: signs of life every minute, cleaning and a backup once a day."""

from datetime import timedelta

from django.conf import settings

from campaigns.keeping.backups import shelf
from campaigns.keeping.backups.databases import database
from campaigns.keeping.backups.services import backup_make, backups_rotate
from campaigns.keeping.cleaning.services import clean
from campaigns.keeping.services import by_turns, mark_set

A_DAY = timedelta(days=1)
CLEANING, BACKUP, WORKER = "cleaning", "backup", "worker"
LIFE_SECONDS = 60


def sign_of_life() -> None:
    """A worker is there, also while there is nothing to do."""
    mark_set(WORKER)


def housekeeping() -> None:
    """Asked for every hour by every worker; each thing is done once a day by one of them."""
    by_turns(CLEANING, A_DAY, clean)
    if settings.AUTOMATIC_BACKUPS and not database().is_empty():
        by_turns(BACKUP, A_DAY, _back_up)


def _back_up() -> None:
    backup_make(shelf.DAILY)
    backups_rotate()
