"""Cleaning, once a day, by whichever worker comes first; nobody needs cron.

Rooms above register what only they know.
"""

import logging
from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaigns.keeping.cleaning import selectors
from campaigns.printing.services import prints_expire
from campaigns.shelf.services import campaigns_bin_empty
from companion.difficulty.selectors import old_measurements
from companion.difficulty.services import measurements_expire
from companion.people.models import Person
from companion.people.services import bin_empty as people_empty
from companion.shelf.services import bin_empty as tables_empty
from companion.workshop.services import packs_bin_empty
from companion.writing import write_transaction

log = logging.getLogger("safehouse.keeping")
AT_ONCE = 200


class Broom(NamedTuple):
    """Something that is cleaned: its words, how much of it could go, and how it goes."""

    words: Promise
    amount: Callable[[], int]
    sweep: Callable[[], int]


def sessions_clear() -> int:
    count = selectors.expired_sessions().count()
    with write_transaction():
        import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    return count


def guests_remove() -> int:
    """A few at a time, looked at again under lock: taps do not wait, and nobody loses a seat."""
    removed = 0
    while keys := list(selectors.guests_without_anything().values_list("pk", flat=True)[:AT_ONCE]):
        with write_transaction():
            list(Person.objects.select_for_update().filter(pk__in=keys).values_list("pk"))
            still = selectors.guests_without_anything().filter(pk__in=keys)
            count = still.delete()[0]
        if not count:
            break
        removed += count
    return removed


def orphans_remove() -> int:
    orphans = selectors.old_orphans()
    for path in orphans:
        path.unlink(missing_ok=True)
    return len(orphans)


def attempts_forget() -> int:
    with write_transaction():
        return int(selectors.old_attempts().delete()[0])


def reports_forget() -> int:
    with write_transaction():
        return selectors.old_reports().delete()[0]


def bins_empty() -> int:
    return people_empty() + tables_empty() + campaigns_bin_empty() + packs_bin_empty()


brooms: dict[str, Broom] = {
    "bins": Broom(
        _("Tables, campaigns, packs and accounts whose 30 days in the bin are over"),
        selectors.overdue_in_bins,
        bins_empty,
    ),
    "prints": Broom(
        _("Prints nobody asked for in 30 days"),
        lambda: selectors.old_prints().count(),
        prints_expire,
    ),
    "files": Broom(
        _("Files no print speaks of"), lambda: len(selectors.old_orphans()), orphans_remove
    ),
    "measurements": Broom(
        _("Simulated evenings nobody asked for in 90 days"),
        lambda: old_measurements().count(),
        measurements_expire,
    ),
    "sessions": Broom(
        _("Sign-ins that have expired"),
        lambda: selectors.expired_sessions().count(),
        sessions_clear,
    ),
    "guests": Broom(
        _("Guests of more than 30 days ago who have nothing"),
        lambda: selectors.guests_without_anything().count(),
        guests_remove,
    ),
    "attempts": Broom(
        _("Wrong passwords of more than 30 days ago"),
        lambda: selectors.old_attempts().count(),
        attempts_forget,
    ),
    "reports": Broom(
        _("Reports closed a year ago"),
        lambda: selectors.old_reports().count(),
        reports_forget,
    ),
}


def register(name: str, broom: Broom) -> None:
    """Register a broom for data that only its own room knows how to clean."""
    brooms[name] = broom


def clean() -> dict[str, int]:
    """Sweep everything; returns how much of each went."""
    swept = {name: broom.sweep() for name, broom in brooms.items()}
    if any(swept.values()):
        log.info("cleaned", extra=swept)
    return swept
