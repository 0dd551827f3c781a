"""The only writers of what keeping a site needs to remember."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from django.db import connection, transaction
from django.utils import timezone

from campaigns.keeping.bans import bans
from campaigns.keeping.models import Ban, Fault, Mark, Report, SiteKeeper
from companion.frame.access_log import note
from companion.frame.addresses import home_of
from companion.people.models import Person
from companion.writing import write_transaction

log = logging.getLogger("safehouse.keeping")

FAULTS_KEPT = 500
PATIENCE_MILLISECONDS = 2000
TRY_AGAIN_AFTER = timedelta(hours=1)
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


class OwnBan(Exception):
    """Whoever keeps the site cannot shut themselves out."""


# ---------- who keeps the site ----------


def keeper_make(*, person: Person) -> None:
    with write_transaction():
        SiteKeeper.objects.get_or_create(person=person)
        note("keeper of the site", person=person.pk, change="named")


def keeper_dismiss(*, person: Person) -> None:
    with write_transaction():
        SiteKeeper.objects.filter(person=person).delete()
        note("keeper of the site", person=person.pk, change="dismissed")


# ---------- what happens by itself ----------


def mark_set(name: str) -> None:
    """It happened now."""
    with write_transaction():
        Mark.objects.update_or_create(name=name, defaults={"at": timezone.now(), "problem": ""})


def by_turns(name: str, every: timedelta, work: Callable[[], object]) -> bool:
    """Do something once in a while, whoever comes first of all processes; True if we did.

    What fails is told by its mark and tried again an hour later.
    """
    now = timezone.now()
    with write_transaction():
        Mark.objects.get_or_create(name=name, defaults={"at": LONG_AGO})
        due = Mark.objects.filter(name=name, at__lte=now - every)
        if not due.update(at=now, problem=""):
            return False
    try:
        work()
    except Exception as error:
        mark_failed(name, error, at=now - every + TRY_AGAIN_AFTER)
        raise
    return True


def mark_failed(name: str, error: Exception, *, at: datetime | None = None) -> None:
    """It was tried and went wrong; whoever keeps the site reads why."""
    outcome = {"at": at or timezone.now(), "problem": str(error) or repr(error)}
    with write_transaction():
        Mark.objects.update_or_create(name=name, defaults=outcome)


def write_probe() -> None:
    """Write something that matters to nobody; raises `DatabaseError` after two seconds.

    Without the queue of `write_transaction`: whoever asks about health must not wait in it.
    """
    with _short_patience(), transaction.atomic():
        Mark.objects.update_or_create(name="health", defaults={"at": timezone.now()})


@contextmanager
def _short_patience() -> Iterator[None]:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            usual = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
            cursor.execute(f"PRAGMA busy_timeout = {PATIENCE_MILLISECONDS}")
        else:
            usual = cursor.execute("SHOW lock_timeout").fetchone()[0]
            cursor.execute(f"SET lock_timeout = {PATIENCE_MILLISECONDS}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute(f"PRAGMA busy_timeout = {usual}")
            else:
                cursor.execute("SET lock_timeout = %s", [usual])


# ---------- what failed ----------


def fault_note(
    *, reference: str, where: str, error: str, lines: str, person: Person | None
) -> None:
    """Remember a failure; the oldest of too many are forgotten."""
    with write_transaction():
        newest = Fault.objects.create(
            reference=reference,
            where=where[:200],
            error=error[:200],
            lines=lines,
            person=person,
        )
        Fault.objects.filter(pk__lte=newest.pk - FAULTS_KEPT).delete()


# ---------- whom we shut out, and what others tell us ----------


def ban_set(
    *,
    by: Person,
    own_address: str | None,
    address: str | None = None,
    person: Person | None = None,
    reason: str = "",
    until: datetime | None = None,
) -> Ban:
    """Shut out an address or a person, at once. `own_address` is where `by` sits."""
    is_own = address is not None and home_of(address) == home_of(own_address)
    if is_own or (person is not None and person.pk == by.pk):
        raise OwnBan
    with write_transaction():
        ban = Ban.objects.create(
            address=address, person=person, reason=reason, until=until, made_by=str(by)
        )
        note("shut out", person=person and person.pk, shut_out=address or "")
    bans.forget()
    return ban


def ban_lift(*, ban: Ban) -> None:
    with write_transaction():
        Ban.objects.filter(pk=ban.pk, lifted_at=None).update(lifted_at=timezone.now())
        note("let in again", person=ban.person_id, shut_out=ban.address or "")
    bans.forget()


def report_make(*, person: Person | None, about: str, text: str) -> Report:
    with write_transaction():
        return Report.objects.create(person=person, about=about, text=text)


def report_close(*, report: Report) -> None:
    with write_transaction():
        Report.objects.filter(pk=report.pk, closed_at=None).update(closed_at=timezone.now())


def keeping_hand_over(giver: Person, taker: Person) -> None:
    """Give the account the errors, reports and bans of its guest."""
    for model in (Fault, Report, Ban):
        model._default_manager.filter(person=giver).update(person=taker)


def keeping_release(person: Person) -> None:
    """Reports and faults stay, without their person; bans and the keys go with them."""
