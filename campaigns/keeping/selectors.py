"""What whoever keeps the site wants to see. Each answers with a fixed number of queries."""

import re
import uuid
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec
from django.conf import settings
from django.core.paginator import Page, Paginator
from django.db.models import Count, Prefetch, Q, QuerySet
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils import timezone

from campaigns.keeping.backups import shelf
from campaigns.keeping.backups.databases import database
from campaigns.keeping.backups.services import size_of
from campaigns.keeping.bans import in_force
from campaigns.keeping.cleaning.services import brooms
from campaigns.keeping.models import Ban, Fault, Mark, Report
from campaigns.models import Campaign, Invitation, Member
from campaigns.printing.models import PrintJob
from companion.live.census import census, own_census
from companion.models import Seat, Table
from companion.people.belongings import File
from companion.people.models import Person
from companion.workshop.models import PackMember, ShelvedPack
from companion.workshop.public.selectors import on_shelf

A_PAGE = 40
LISTED = 10
A_WHILE = timedelta(minutes=15)
LONGEST_PATH = 300
ROOMS = ("companion", "campaigns", "workshop")
# By what an address names a table or campaign; a mission of a campaign has a code, too.
BY = ("table_id", "campaign_id", "code", "token", "shelved_id")
Name = tuple[str, str]
_REFERENCE = re.compile(r"[A-Za-z0-9-]{1,64}")


class SiteLoad(NamedTuple):
    """The numbers of tables, campaigns and people on the site."""

    tables_now: int
    """Tables that moved in the last quarter of an hour."""
    tables_today: int
    tables: int
    campaigns: int
    accounts: int
    guests: int
    streams: int
    """Phones and screens that follow something, through this process."""
    watched: int
    """Tables and campaigns they follow."""


def now() -> SiteLoad:
    moment = timezone.now()
    tables = Table.objects.aggregate(
        now=Count("pk", filter=Q(updated_at__gt=moment - A_WHILE)),
        today=Count("pk", filter=Q(updated_at__gt=moment - timedelta(days=1))),
        all=Count("pk"),
    )
    people = Person.objects.aggregate(
        accounts=Count("pk", filter=Q(email__isnull=False)),
        guests=Count("pk", filter=Q(email=None)),
    )
    following = census()
    return SiteLoad(
        tables_now=tables["now"],
        tables_today=tables["today"],
        tables=tables["all"],
        campaigns=Campaign.objects.count(),
        accounts=people["accounts"],
        guests=people["guests"],
        streams=following.streams,
        watched=len(following.topics),
    )


def streams() -> int:
    """Phones and screens that follow something through this process."""
    return own_census().streams


class PrintQueue(NamedTuple):
    """The print room: how many of each state, and those that are not done."""

    counts: dict[str, int]
    open: list[PrintJob]


def jobs() -> PrintQueue:
    counts = dict.fromkeys(PrintJob.State.values, 0)
    for row in PrintJob.objects.order_by().values("state").annotate(number=Count("pk")):
        counts[row["state"]] = row["number"]
    states = [PrintJob.State.QUEUED, PrintJob.State.RUNNING, PrintJob.State.FAILED]
    unfinished = PrintJob.objects.filter(state__in=states).order_by("-queued_at")
    return PrintQueue(counts, list(unfinished[:LISTED]))


def failed_job(job_id: uuid.UUID) -> PrintJob | None:
    return PrintJob.objects.filter(pk=job_id, state=PrintJob.State.FAILED).first()


class Sizes(NamedTuple):
    """Bytes of what we keep."""

    database: int
    files: int
    backups: int


def sizes() -> Sizes:
    backups = sum(backup.size for backup in shelf.shelved())
    return Sizes(database().size(), size_of(Path(settings.MEDIA_ROOT)), backups)


def cleanable() -> list[tuple[str, int]]:
    """Return each kind of data that could be cleaned now, in words, and its amount."""
    return [(str(broom.words), broom.amount()) for broom in brooms.values()]


def mark(name: str) -> Mark | None:
    return Mark.objects.filter(name=name).first()


def faults(page: str | None, reference: str = "") -> Page[Fault]:
    """The newest first, a page of them; or those of one reference number."""
    faults = Fault.objects.select_related("person")
    if reference:
        known = _REFERENCE.fullmatch(reference)
        faults = faults.filter(reference=reference) if known else faults.none()
    return Paginator(faults, A_PAGE).get_page(page)


def faults_lately() -> int:
    return Fault.objects.filter(at__gt=timezone.now() - timedelta(days=1)).count()


def bans() -> tuple[QuerySet[Ban], QuerySet[Ban]]:
    """Return the bans in force, and the last ones that are over."""
    every = Ban.objects.select_related("person")
    return every.filter(in_force())[:A_PAGE], every.exclude(in_force())[:LISTED]


def ban_there(ban_id: int) -> Ban | None:
    return Ban.objects.filter(pk=ban_id).first()


class ReportSubject(NamedTuple):
    """The subject of a report, as far as it still exists."""

    table: Table | None = None
    campaign: Campaign | None = None
    shelved: ShelvedPack | None = None
    """A pack on the public shelf."""
    keeper: Person | None = None


def reports() -> list[tuple[Report, ReportSubject]]:
    """The open ones, the newest first, with what they are about."""
    reports = list(Report.objects.select_related("person").filter(closed_at=None)[:A_PAGE])
    return list(zip(reports, _subjects([report.about for report in reports]), strict=True))


def reports_taken_out(person: Person) -> Iterator[File]:
    """Yield a file of the reports this person has made."""
    listed = list(Report.objects.filter(person=person).values("about", "text", "made_at"))
    yield "reports.json", msgspec.json.format(msgspec.json.encode(listed))


def report_there(report_id: int) -> Report | None:
    return Report.objects.filter(pk=report_id, closed_at=None).first()


def reports_open() -> int:
    return Report.objects.filter(closed_at=None).count()


def reported_page(address: str) -> str:
    """Return the page an address leads to on this site; the front page if to none.

    Of a table or campaign its path. Of others the pattern: a path may hold a password's token.
    """
    match = _resolved(address)
    if match is None:
        return "/"
    is_of_a_group = set(match.kwargs) & set(BY) and match.app_name in ROOMS
    return urlsplit(address).path if is_of_a_group else f"/{match.route}"


def _resolved(address: str) -> ResolverMatch | None:
    try:
        path = urlsplit(address).path
        return resolve(path) if path.isprintable() and len(path) <= LONGEST_PATH else None
    except (Resolver404, ValueError):
        return None


def subject_of(path: str) -> ReportSubject:
    """Return the table or campaign an address belongs to, and who keeps it."""
    return _subjects([path])[0]


def _subjects(paths: list[str]) -> list[ReportSubject]:
    """Of many at once, with the same few queries."""
    named = [_named(path) for path in paths]
    tables = _tables({name for name in named if name[0] in ("table_id", "code")})
    campaigns = _campaigns({name for name in named if name[0] in ("campaign_id", "token")})
    packs = _packs({name for name in named if name[0] == "shelved_id"})
    return [
        tables.get(name) or campaigns.get(name) or packs.get(name) or ReportSubject()
        for name in named
    ]


def _named(path: str) -> Name:
    """By what an address names its table or campaign."""
    match = _resolved(path)
    if match is None or match.app_name not in ROOMS:
        return "", ""
    arguments = {key: str(value) for key, value in match.kwargs.items()}
    key = next((key for key in BY if key in arguments), "")
    value = arguments.get(key, "")
    return key, value.replace("-", "").upper() if key == "code" else value


def _tables(names: set[Name]) -> dict[Name, ReportSubject]:
    if not names:
        return {}
    values = {key: [value for by, value in names if by == key] for key in ("table_id", "code")}
    keepers = Seat.objects.select_related("person").filter(role=Seat.Role.KEEPER)
    subjects: dict[Name, ReportSubject] = {}
    for table in Table.objects.filter(
        Q(pk__in=values["table_id"]) | Q(code__in=values["code"])
    ).prefetch_related(Prefetch("seats", keepers, to_attr="keepers")):
        kept_by: list[Seat] = table.keepers
        subject = ReportSubject(table=table, keeper=kept_by[0].person if kept_by else None)
        subjects["table_id", str(table.pk)] = subjects["code", table.code] = subject
    return subjects


def _packs(names: set[Name]) -> dict[Name, ReportSubject]:
    if not names:
        return {}
    there = {
        shelved.pack_id: shelved
        for shelved in on_shelf().filter(pack__in=[value for _by, value in names])
    }
    makers = PackMember.objects.select_related("person").filter(is_maker=True, pack__in=there)
    return {
        ("shelved_id", str(maker.pack_id)): ReportSubject(
            shelved=there[maker.pack_id], keeper=maker.person
        )
        for maker in makers
    }


def _campaigns(names: set[Name]) -> dict[Name, ReportSubject]:
    if not names:
        return {}
    values = {key: [value for by, value in names if by == key] for key in ("campaign_id", "token")}
    keepers = Member.objects.select_related("person").filter(role=Member.Role.KEEPER)
    invited = Invitation.objects.filter(token__in=values["token"])
    subjects: dict[Name, ReportSubject] = {}
    for campaign in (
        Campaign.objects.filter(
            Q(pk__in=values["campaign_id"]) | Q(pk__in=invited.values("campaign"))
        )
        .prefetch_related(Prefetch("members", keepers, to_attr="keepers"))
        .prefetch_related(Prefetch("invitations", invited, to_attr="named"))
    ):
        kept_by: list[Member] = campaign.keepers
        subject = ReportSubject(campaign=campaign, keeper=kept_by[0].person if kept_by else None)
        subjects["campaign_id", str(campaign.pk)] = subject
        for invitation in campaign.named:
            subjects["token", invitation.token] = subject
    return subjects
