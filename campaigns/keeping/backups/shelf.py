"""The folder of backups: their names, what is there, and which the rotation lets go."""

import os
import re
import time
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone

ASKED, DAILY, MIGRATION, RESTORE = REASONS = ("asked", "daily", "migration", "restore")
# Of those made before something dangerous, so many are kept.
LAST_MADE = 3
DRAFT = ".making-"
ABANDONED_SECONDS = 24 * 60 * 60
# The number tells those of one second apart.
_NAME = re.compile(r"safehouse-(\d{8}-\d{6})-([a-z]+)(?:-(\d+))?\.zip")


class Shelved(NamedTuple):
    """A backup in the folder."""

    path: Path
    made_at: datetime
    reason: str
    size: int


def name_of(moment: datetime, reason: str) -> str:
    return f"safehouse-{timezone.localtime(moment):%Y%m%d-%H%M%S}-{reason}.zip"


def shelved() -> list[Shelved]:
    """Every backup in the folder, the newest first."""
    folder = Path(settings.BACKUP_DIR)
    backups: list[tuple[int, Shelved]] = []
    for path in folder.glob("safehouse-*.zip") if folder.is_dir() else ():
        if match := _NAME.fullmatch(path.name):
            moment = timezone.make_aware(datetime.strptime(match[1], "%Y%m%d-%H%M%S"))  # noqa: DTZ007
            backup = Shelved(path, moment, match[2], path.stat().st_size)
            backups.append((int(match[3] or 0), backup))
    backups.sort(key=lambda pair: (pair[1].made_at, pair[0], pair[1].path.name), reverse=True)
    return [backup for _number, backup in backups]


def is_on_the_same_disk(folder: Path | None = None) -> bool:
    """Whether a disk that dies takes these backups along with the data."""
    place = Path(folder or settings.BACKUP_DIR)
    while not place.exists():
        place = place.parent
    return os.stat(place).st_dev == os.stat(settings.DATA_DIR).st_dev


def superfluous(backups: Iterable[Shelved]) -> list[Shelved]:
    """Those of `shelved()` that the rotation lets go. What somebody asked for stays until somebody
    removes it.

    Of the daily ones stay the newest of each of the last `BACKUP_DAYS` days and of each of the
    last `BACKUP_WEEKS` weeks that have any: a laptop that sleeps for months loses none.
    """
    newest = sorted(backups, key=lambda backup: backup.made_at, reverse=True)  # else as they stood
    daily = [backup for backup in newest if backup.reason == DAILY]
    kept = set(_newest_of_each(daily, "%Y%m%d", settings.BACKUP_DAYS))
    kept |= set(_newest_of_each(daily, "%G-%V", settings.BACKUP_WEEKS))
    for reason in (MIGRATION, RESTORE):
        kept |= set([backup for backup in newest if backup.reason == reason][:LAST_MADE])
    return [backup for backup in newest if backup.reason != ASKED and backup not in kept]


def _newest_of_each(backups: Iterable[Shelved], period: str, most: int) -> list[Shelved]:
    firsts: dict[str, Shelved] = {}
    for backup in backups:
        firsts.setdefault(timezone.localtime(backup.made_at).strftime(period), backup)
    return list(firsts.values())[:most]


def abandoned() -> list[Path]:
    """Drafts that a killed backup left behind."""
    folder = Path(settings.BACKUP_DIR)
    old = time.time() - ABANDONED_SECONDS
    drafts = folder.glob(f"{DRAFT}*") if folder.is_dir() else ()
    return [path for path in drafts if path.stat().st_mtime < old]
