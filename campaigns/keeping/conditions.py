"""Is everything well? One line for each part of the house, in words."""

import platform
import shutil
from datetime import timedelta
from typing import NamedTuple

import django
from django.conf import settings
from django.db import connection
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.keeping import daily, selectors
from campaigns.keeping.backups import shelf
from companion.frame import health
from companion.frame.counting import SharedCounts, counts
from companion.outside import joining
from companion.templatetags.terms import ago

WELL, HEED, DOWN = "well", "heed", "down"
LITTLE_ROOM = 1_000_000_000
SILENT_WORKER = timedelta(minutes=5)
OLD_BACKUP = timedelta(days=2)


class Condition(NamedTuple):
    """The condition of one part of the site."""

    key: str
    name: str
    state: str
    text: str

    @property
    def word(self) -> str:
        return {WELL: _("well"), HEED: _("heed"), DOWN: _("failing")}[self.state]


def conditions() -> list[Condition]:
    """Return the conditions of the site, what fails first."""
    checks = health.results()
    checked = [
        _database(checks),
        _disk(),
        _worker(checks),
        _backups(),
        _cleaning(),
        _mail(),
        _games(),
        _versions(checks),
    ]
    if settings.REDIS_URL and checks.get("broker", True):
        checked.append(_limits())
    if not checks.get("broker", True):
        checked.append(Condition("broker", _("Redis"), DOWN, _("Redis does not answer.")))
    return sorted(checked, key=lambda condition: (DOWN, HEED, WELL).index(condition.state))


def _database(checks: dict[str, bool]) -> Condition:
    is_well = checks.get("database", False) and checks.get("writes", False)
    text = _("It answers, and takes what is written.") if is_well else _("It cannot be written.")
    return Condition("database", _("Database"), WELL if is_well else DOWN, text)


def _disk() -> Condition:
    usage = shutil.disk_usage(settings.DATA_DIR)
    state = WELL
    if usage.free < LITTLE_ROOM:
        state = HEED
    if usage.free < settings.DISK_FREE_MB * 1_000_000:
        state = DOWN
    text = _("%(free)s of %(total)s are free.") % {
        "free": filesizeformat(usage.free),
        "total": filesizeformat(usage.total),
    }
    return Condition("disk", _("Disk"), state, text)


def _worker(checks: dict[str, bool]) -> Condition:
    seen = selectors.mark(daily.WORKER)
    waiting = selectors.jobs().counts["queued"]
    if seen is None:
        text, state = _("No worker has been seen yet."), HEED
    else:
        text = _("Last seen: %(time)s.") % {"time": ago(seen.at)}
        state = HEED if timezone.now() - seen.at > SILENT_WORKER else WELL
    if not checks.get("worker", True):
        state = DOWN
    waits = ngettext("%(n)d print waits.", "%(n)d prints wait.", waiting) % {"n": waiting}
    return Condition("worker", _("Worker"), state, f"{text} {waits}")


def _backups() -> Condition:
    if shelf.why_unreadable():
        text = _("The folder for backups cannot be read: %(folder)s")
        state = DOWN if settings.AUTOMATIC_BACKUPS else HEED
        words = text % {"folder": settings.BACKUP_DIR}
        return Condition("backups", _("Backups"), state, words)
    backups = shelf.shelved()
    made = selectors.mark(daily.BACKUP)
    if made is not None and made.problem:
        return Condition("backups", _("Backups"), DOWN, made.problem)
    if not backups:
        state = WELL if settings.AUTOMATIC_BACKUPS and made is None else HEED
        return Condition("backups", _("Backups"), state, _("There is none yet."))
    newest = backups[0]
    text = _("The newest: %(time)s, %(size)s. %(count)d in all.") % {
        "time": ago(newest.made_at),
        "size": filesizeformat(newest.size),
        "count": len(backups),
    }
    is_old = timezone.now() - newest.made_at > OLD_BACKUP
    return Condition("backups", _("Backups"), HEED if is_old else WELL, text)


def _cleaning() -> Condition:
    swept = selectors.mark(daily.CLEANING)
    if swept is None:
        return Condition("cleaning", _("Cleaning"), HEED, _("Nobody has cleaned yet."))
    if swept.problem:
        return Condition("cleaning", _("Cleaning"), DOWN, swept.problem)
    is_old = timezone.now() - swept.at > OLD_BACKUP
    text = _("Last time: %(time)s.") % {"time": ago(swept.at)}
    return Condition("cleaning", _("Cleaning"), HEED if is_old else WELL, text)


def _limits() -> Condition:
    shared = counts()
    if isinstance(shared, SharedCounts) and shared.forgets():
        text = _("Redis forgets when it is full: set its maxmemory-policy to noeviction.")
        return Condition("limits", _("Limits"), HEED, text)
    return Condition("limits", _("Limits"), WELL, _("Counted in Redis, which forgets nothing."))


def _mail() -> Condition:
    if settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        text = _("It leaves by %(host)s.") % {"host": settings.EMAIL_HOST}
        return Condition("mail", _("Mail"), WELL, text)
    text = _("It is printed where the server runs: nobody gets a password mail.")
    return Condition("mail", _("Mail"), HEED, text)


def _games() -> Condition:
    """Games from outside: which are played here, which are left out, and why."""
    name = _("Games from outside")
    if joining.refused:
        lines = [
            f"{package.package} ({package.where}): {package.why}" for package in joining.refused
        ]
        return Condition(
            "games", name, HEED, _("Left out: %(games)s") % {"games": " · ".join(lines)}
        )
    played = ", ".join(package.game for package in joining.joined)
    return Condition("games", name, WELL, played or _("There are none."))


def _versions(checks: dict[str, bool]) -> Condition:
    if connection.vendor == "sqlite":
        import sqlite3

        base = f"SQLite {sqlite3.sqlite_version}"
    else:
        number = getattr(connection, "pg_version", 0)
        base = f"PostgreSQL {number // 10000}.{number % 10000}"
    text = (
        f"Safehouse {settings.SAFEHOUSE_VERSION} · Python {platform.python_version()} · "
        f"Django {django.get_version()} · {base}"
    )
    if checks.get("migrations", True):
        return Condition("versions", _("Versions"), WELL, text)
    missing = _("The database is not as this version needs it: run `manage.py migrate`.")
    return Condition("versions", _("Versions"), DOWN, f"{missing} {text}")
