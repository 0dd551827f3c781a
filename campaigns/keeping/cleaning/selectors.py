"""What could go now."""

import time
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import CASCADE, Exists, OuterRef, QuerySet
from django.utils import timezone

from campaigns.keeping.checking.stored import orphans
from campaigns.keeping.models import Report
from campaigns.models import Campaign
from campaigns.printing.models import PrintJob
from campaigns.printing.services import KEEP_FILES
from companion.models import Table
from companion.people.models import Person, Session
from companion.workshop.models import HousePack

IDLE_GUEST = timedelta(days=30)
FORGET_ATTEMPTS = timedelta(days=30)
FORGET_REPORTS = timedelta(days=365)
# A worker may be writing a file whose row does not speak of it yet.
ORPHAN_SECONDS = 24 * 60 * 60


def guests_without_anything() -> QuerySet[Person]:
    """Guests of more than a month ago to whom nothing in any room belongs."""
    guests: Any = Person.objects.filter(
        email=None, binned_at=None, created_at__lt=timezone.now() - IDLE_GUEST
    )
    for relation in Person._meta.related_objects:
        if relation.on_delete is CASCADE:
            theirs = relation.related_model._base_manager.filter(
                **{relation.field.name: OuterRef("pk")}
            )
            guests = guests.filter(~Exists(theirs))
    return cast("QuerySet[Person]", guests)


def expired_sessions() -> QuerySet[Session]:
    return Session.objects.filter(expire_date__lt=timezone.now())


def old_prints() -> QuerySet[PrintJob]:
    return PrintJob.objects.filter(asked_at__lt=timezone.now() - KEEP_FILES)


def old_attempts() -> QuerySet[AccessAttempt]:
    """Wrong passwords of long ago."""
    attempts: QuerySet[AccessAttempt] = AccessAttempt.objects.filter(
        attempt_time__lt=timezone.now() - FORGET_ATTEMPTS
    )
    return attempts


def old_reports() -> QuerySet[Report]:
    return Report.objects.filter(closed_at__lt=timezone.now() - FORGET_REPORTS)


def old_orphans() -> list[Path]:
    """Files that no print has spoken of for a day."""
    limit = time.time() - ORPHAN_SECONDS
    return [path for path in orphans() if path.stat().st_mtime < limit]


def overdue_in_bins() -> int:
    """Tables, campaigns, packs and accounts whose days in the bin are over."""
    limit = timezone.now() - timedelta(days=settings.BIN_DAYS)
    kinds = (Table, Campaign, HousePack, Person)
    return sum(kind._default_manager.filter(binned_at__lt=limit).count() for kind in kinds)
