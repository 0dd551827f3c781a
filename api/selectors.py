"""What only the API reads: its keys, and lists by the page. Each is a fixed number of queries."""

import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec
from django.db import connection
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from msgspec import UNSET, UnsetType

from api.bodies import CampaignLogQuery, CampaignsQuery, LogQuery, TablesQuery
from api.models import Token
from api.services import digest_of
from campaigns.models import Campaign, Invitation, Member
from campaigns.printing.models import PrintJob
from campaigns.printing.selectors import whole_prints
from companion.journal.models import Book
from companion.journal.selectors import light_entries
from companion.models import LogEntry, Seat, Table
from companion.people import keys
from companion.people.belongings import File
from companion.people.models import Person
from companion.shelf.selectors import SHELVES


def tokens_of(person: Person) -> QuerySet[Token]:
    """This person's keys, the newest first, revoked ones too."""
    return Token.objects.filter(person=person).order_by("-id")


def tokens_in_force(person: Person) -> QuerySet[Token]:
    """Every token that opens something of this person: their own, and those of their seats."""
    mine = Q(person=person) | Q(seat__person=person)
    return Token.objects.filter(mine, revoked_at=None).order_by("-id")


def keys_listed(person: Person) -> Iterator[keys.Key]:
    """The same, for the page of everything that opens an account."""
    for token in tokens_in_force(person):
        yield keys.Key(token.name, token.last_used_at, reverse("tokens:revoke", args=[token.pk]))


class Key(NamedTuple):
    """A token that opens something: whose it is, and the one table a seat's token is for."""

    token_id: int
    scope: str
    last_used_at: datetime | None
    person_id: uuid.UUID
    table_id: uuid.UUID | None
    role: str | None


# Both are asked for with every command. By the ORM, putting the SQL together and making objects
# of the rows takes longer than the rest of the way through the API; so they are written out.
KEY_SQL = """
    SELECT token.id, token.scope, token.last_used_at, person.id, seat.table_id, seat.role
    FROM api_token token
    LEFT JOIN companion_seat seat ON seat.id = token.seat_id
    JOIN people_person person ON person.id = COALESCE(token.person_id, seat.person_id)
    WHERE token.digest = %s AND token.revoked_at IS NULL AND person.binned_at IS NULL
"""
SEAT_SQL = """
    SELECT seat.id, seat.name, seat.player, seat.role
    FROM companion_seat seat JOIN companion_table ON companion_table.id = table_id
    WHERE table_id = %s AND person_id = %s AND companion_table.binned_at IS NULL
"""


def _row(sql: str, values: list[Any]) -> tuple[Any, ...] | None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        row: tuple[Any, ...] | None = cursor.fetchone()
    return row


def key_by_secret(secret: str) -> Key | None:
    """What that secret opens; None if it is revoked, unknown, or its person in the bin."""
    row = _row(KEY_SQL, [digest_of(secret)])
    if row is None:
        return None
    token_id, scope, last_used_at, person_id, table_id, role = row
    if last_used_at is not None and timezone.is_naive(last_used_at):  # SQLite's, in UTC
        last_used_at = last_used_at.replace(tzinfo=UTC)
    # PostgreSQL gives ids, SQLite the text of ids.
    table = uuid.UUID(str(table_id)) if table_id else None
    return Key(token_id, scope, last_used_at, uuid.UUID(str(person_id)), table, role)


def seat_to_play(*, table_id: uuid.UUID, person_id: uuid.UUID) -> Seat | None:
    """The seat of that person there, as a command needs it: without its table or its date."""
    prepared = Seat._meta.get_field("table").get_db_prep_value
    row = _row(SEAT_SQL, [prepared(key, connection) for key in (table_id, person_id)])
    if row is None:
        return None
    seat_id, name, player, role = row
    seat = Seat(
        id=seat_id, table_id=table_id, person_id=person_id, name=name, player=player, role=role
    )
    seat._state.adding, seat._state.db = False, connection.alias
    return seat


def person_by_id(person_id: uuid.UUID) -> Person:
    return Person.objects.get(pk=person_id)


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
    """This person's campaigns on one shelf, whose states stay where they are."""
    members = Member.objects.filter(CAMPAIGN_SHELVES[query.shelf], person=person_id)
    members = members.select_related("campaign").defer("campaign__state_json")
    return members.filter(role=query.role) if query.role is not UNSET else members


def log_after(book: Book, query: LogQuery) -> list[Any]:
    """The entries after that one, one more than asked for."""
    entries = light_entries(book).filter(seq__gt=query.after)
    if isinstance(query, CampaignLogQuery) and query.sheet is not UNSET:
        entries = entries.filter(sheets__contains=f",{query.sheet},")
    return list(entries.order_by("seq")[: query.limit + 1])


def entries_at(table: Table, seqs: set[int]) -> dict[int, LogEntry]:
    """Some entries of a log by their numbers."""
    return {entry.seq: entry for entry in light_entries(table).filter(seq__in=seqs)}


def members_in(campaign: Campaign) -> QuerySet[Member]:
    """Who belongs, in the order they came."""
    return campaign.members.order_by("pk")


def member_there(*, campaign_id: uuid.UUID, member_id: int) -> Member | None:
    """One member of that campaign."""
    members = Member.objects.select_related("campaign").filter(campaign=campaign_id)
    return members.filter(pk=member_id).first()


def invitations_to(campaign: Campaign) -> QuerySet[Invitation]:
    """The open ones, the newest first."""
    return campaign.invitations.filter(closed_at=None).order_by("-pk")


def invitation_by_token(token: str) -> Invitation | None:
    """An open invitation to a campaign that is not in the bin."""
    invitations = Invitation.objects.select_related("campaign").filter(token=token, closed_at=None)
    return invitations.filter(campaign__binned_at=None).first()


def seat_there(*, table_id: uuid.UUID, seat_id: int) -> Seat | None:
    """One seat of that table."""
    return Seat.objects.select_related("table").filter(pk=seat_id, table=table_id).first()


def keys_taken_out(person: Person) -> Iterator[File]:
    """The list of this person's tokens; what they open with is known to nobody."""
    fields = ("name", "scope", "hint", "created_at", "last_used_at", "revoked_at")
    listed = list(tokens_of(person).values(*fields))
    yield "tokens.json", msgspec.json.format(msgspec.json.encode(listed))


def prints_of(person: Person, *, state: str | UnsetType) -> QuerySet[PrintJob]:
    """This person's prints, to be read by the page."""
    prints = whole_prints().filter(person=person)
    return prints.filter(state=state) if state is not UNSET else prints
