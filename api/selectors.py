"""What only the API reads: its keys, and lists by the page. Each is a fixed number of queries."""

from django.db.models import QuerySet
from msgspec import UNSET, UnsetType

from api.models import Token
from api.services import digest_of
from campaigns.printing.models import PrintJob
from companion.models import LogEntry, Seat, Table
from companion.people.models import Person


def tokens_of(person: Person) -> QuerySet[Token]:
    """This person's keys, the newest first, revoked ones too."""
    return Token.objects.filter(person=person).order_by("-id")


def token_by_secret(secret: str) -> Token | None:
    """The key of that secret, with its person and seat; None if revoked or unknown."""
    return (
        Token.objects.select_related("person", "seat__person")
        .filter(digest=digest_of(secret), revoked_at=None)
        .first()
    )


def seats_of(
    person: Person, *, only: Seat | None, game: str | UnsetType, role: str | UnsetType
) -> QuerySet[Seat]:
    """This person's seats with their tables, whose states stay where they are."""
    seats = Seat.objects.filter(person=person).select_related("table").defer("table__state_json")
    if only is not None:
        seats = seats.filter(pk=only.pk)
    if game is not UNSET:
        seats = seats.filter(table__game=game)
    return seats.filter(role=role) if role is not UNSET else seats


def log_after(table: Table, after: int, limit: int) -> tuple[list[LogEntry], dict[int, LogEntry]]:
    """The entries after that one, and those that undos and redos among them speak of."""
    light = table.entries.defer("state_before_zlib").order_by("seq")
    entries = list(light.filter(seq__gt=after)[: limit + 1])
    targets = {entry.target_seq for entry in entries if entry.target_seq is not None}
    return entries, {entry.seq: entry for entry in light.filter(seq__in=targets)}


def seats_at(table: Table) -> QuerySet[Seat]:
    """Who sits there, in the order they came."""
    return table.seats.order_by("pk")


def prints_of(person: Person, *, state: str | UnsetType) -> QuerySet[PrintJob]:
    """This person's prints, to be read by the page."""
    prints = PrintJob.objects.filter(person=person)
    return prints.filter(state=state) if state is not UNSET else prints
