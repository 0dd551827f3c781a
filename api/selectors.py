"""What only the API reads: lists by the page. Each is a fixed number of queries."""

import uuid
from typing import Any

from django.db.models import Q, QuerySet
from msgspec import UNSET, UnsetType

from api.bodies import CampaignLogQuery, CampaignsQuery, LogQuery, TablesQuery
from campaigns.models import Campaign, Invitation, Member
from campaigns.printing.models import PrintJob
from campaigns.printing.selectors import whole_prints
from companion.journal.models import Book
from companion.journal.selectors import light_entries
from companion.models import LogEntry, Seat, Table
from companion.people.models import Person
from companion.shelf.selectors import SHELVES


def seats_of(person_id: uuid.UUID, *, only: uuid.UUID | None, query: TablesQuery) -> QuerySet[Seat]:
    """This person's seats on one shelf with their tables, whose states stay where they are."""
    seats = Seat.objects.filter(SHELVES[query.shelf], person=person_id).select_related("table")
    seats = seats.defer("table__state_json")
    if only is not None:
        seats = seats.filter(table=only)
    if query.game is not UNSET:
        seats = seats.filter(table__game=query.game)
    return seats.filter(role=query.role) if query.role is not UNSET else seats


CAMPAIGN_SHELVES = {
    "playing": Q(campaign__binned_at=None, campaign__archived_at=None),
    "archive": Q(campaign__binned_at=None, campaign__archived_at__isnull=False),
    "bin": Q(campaign__binned_at__isnull=False, role=Member.Role.KEEPER),
}


def memberships_of(person_id: uuid.UUID, *, query: CampaignsQuery) -> QuerySet[Member]:
    """Return this person's campaigns on one shelf, whose states stay where they are."""
    members = Member.objects.filter(CAMPAIGN_SHELVES[query.shelf], person=person_id)
    members = members.select_related("campaign").defer("campaign__state_json")
    return members.filter(role=query.role) if query.role is not UNSET else members


def log_after(book: Book, query: LogQuery) -> list[Any]:
    """Return the entries after that one, one more than asked for."""
    entries = light_entries(book).filter(seq__gt=query.after)
    if isinstance(query, CampaignLogQuery) and query.sheet is not UNSET:
        entries = entries.filter(sheets__contains=f",{query.sheet},")
    return list(entries.order_by("seq")[: query.limit + 1])


def entries_at(table: Table, seqs: set[int]) -> dict[int, LogEntry]:
    """Some entries of a log by their numbers."""
    return {entry.seq: entry for entry in light_entries(table).filter(seq__in=seqs)}


def members_in(campaign: Campaign) -> QuerySet[Member]:
    """Return the members in the order they came."""
    return campaign.members.order_by("pk")


def member_there(*, campaign_id: uuid.UUID, member_id: int) -> Member | None:
    """Return one member of that campaign."""
    members = Member.objects.select_related("campaign").filter(campaign=campaign_id)
    return members.filter(pk=member_id).first()


def invitations_to(campaign: Campaign) -> QuerySet[Invitation]:
    """Return the open ones, the newest first."""
    return campaign.invitations.filter(closed_at=None).order_by("-pk")


def invitation_by_token(token: str) -> Invitation | None:
    """Return an open invitation to a campaign that is not in the bin."""
    invitations = Invitation.objects.select_related("campaign").filter(token=token, closed_at=None)
    return invitations.filter(campaign__binned_at=None).first()


def seat_there(*, table_id: uuid.UUID, seat_id: int) -> Seat | None:
    """Return one seat of that table."""
    return Seat.objects.select_related("table").filter(pk=seat_id, table=table_id).first()


def prints_of(person: Person, *, state: str | UnsetType) -> QuerySet[PrintJob]:
    """Return this person's prints, to be read by the page."""
    prints = whole_prints().filter(person=person)
    return prints.filter(state=state) if state is not UNSET else prints
