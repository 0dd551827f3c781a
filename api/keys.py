"""Keys to the API: whose they are, what they open, and the seat they play. It knows no framework of
the API: accounts ask here, too."""

import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec
from django.db import connection
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from api.models import Token
from api.services import digest_of
from companion.models import Seat
from companion.people import keys
from companion.people.belongings import File
from companion.people.models import Person


def tokens_of(person: Person) -> QuerySet[Token]:
    """Return this person's keys, the newest first, revoked ones too."""
    return Token.objects.filter(person=person).order_by("-id")


def tokens_in_force(person: Person) -> QuerySet[Token]:
    """Every token that opens something of this person: their own, and those of their seats."""
    mine = Q(person=person) | Q(seat__person=person)
    return Token.objects.filter(mine, revoked_at=None).order_by("-id")


def keys_listed(person: Person) -> Iterator[keys.KeyRow]:
    """The same, for the page of everything that opens an account."""
    for token in tokens_in_force(person):
        yield keys.KeyRow(token.name, token.last_used_at, reverse("tokens:revoke", args=[token.pk]))


def keys_taken_out(person: Person) -> Iterator[File]:
    """Yield the list of this person's tokens, without their secrets, which are not stored."""
    fields = ("name", "scope", "hint", "created_at", "last_used_at", "revoked_at")
    listed = list(tokens_of(person).values(*fields))
    yield "tokens.json", msgspec.json.format(msgspec.json.encode(listed))


class ApiToken(NamedTuple):
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


def key_by_secret(secret: str) -> ApiToken | None:
    """Return the token of that secret; None if revoked, unknown, or its person is in the bin."""
    row = _row(KEY_SQL, [digest_of(secret)])
    if row is None:
        return None
    token_id, scope, last_used_at, person_id, table_id, role = row
    if last_used_at is not None and timezone.is_naive(last_used_at):  # SQLite's, in UTC
        last_used_at = last_used_at.replace(tzinfo=UTC)
    # PostgreSQL gives ids, SQLite the text of ids.
    table = uuid.UUID(str(table_id)) if table_id else None
    return ApiToken(token_id, scope, last_used_at, uuid.UUID(str(person_id)), table, role)


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
