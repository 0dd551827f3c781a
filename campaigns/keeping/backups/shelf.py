"""The folder of backups: their names, what is there, and which the rotation lets go."""

import os
import re
import time
from collections.abc import Iterable
from contextlib import suppress
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
    """Return every backup in the folder, the newest first; none where `why_unreadable` says why."""
    backups: list[tuple[int, Shelved]] = []
    for path, stat in _readable():
        if match := _NAME.fullmatch(path.name):
            moment = timezone.make_aware(datetime.strptime(match[1], "%Y%m%d-%H%M%S"))  # noqa: DTZ007
            backup = Shelved(path, moment, match[2], stat.st_size)
            backups.append((int(match[3] or 0), backup))
    backups.sort(key=lambda pair: (pair[1].made_at, pair[0], pair[1].path.name), reverse=True)
    return [backup for _number, backup in backups]


def why_unreadable() -> str:
    """Return the reason why the folder cannot be read; empty if it is only not there yet."""
    try:
        _look()
    except FileNotFoundError:
        return ""
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _readable() -> list[tuple[Path, os.stat_result]]:
    with suppress(OSError):
        return _look()
    return []


def _look() -> list[tuple[Path, os.stat_result]]:
    """Return all that is in the folder; raises `OSError`."""
    found = []
    for path in Path(settings.BACKUP_DIR).iterdir():
        with suppress(FileNotFoundError):  # the rotation of another process was faster
            found.append((path, path.stat()))
    return found


def is_on_the_same_disk(folder: Path | None = None) -> bool:
    """Return whether backups and data are on the same disk."""
    place = Path(folder or settings.BACKUP_DIR)
    while not os.path.exists(place):  # unlike Path's, says no of what may not be looked at
        place = place.parent
    return os.stat(place).st_dev == os.stat(settings.DATA_DIR).st_dev


def superfluous(backups: Iterable[Shelved]) -> list[Shelved]:
    """Return the backups that the rotation removes.

    One that somebody asked for stays until somebody removes it. Of the daily ones stay the newest
    of each of the last `BACKUP_DAYS` days and of each of the last `BACKUP_WEEKS` weeks that have
    any: a laptop that sleeps for months loses none.
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
    old = time.time() - ABANDONED_SECONDS
    found = _readable()
    return [path for path, stat in found if path.name.startswith(DRAFT) and stat.st_mtime < old]
