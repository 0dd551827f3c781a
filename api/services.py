"""The only writers of tokens and of remembered creations."""

import hashlib
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from api.models import Creation, Scope, Token
from api.refusals import ApiRefusal
from companion.frame.access_log import note
from companion.models import Seat
from companion.people.models import Person
from companion.people.services import guest_create
from companion.writing import write_transaction

PREFIX = "sh_"
HINT_LENGTH = 8
MOST_TOKENS = 20
NOTE_USE_EVERY = timedelta(minutes=5)
REMEMBER_CREATIONS = timedelta(hours=24)


def digest_of(secret: str) -> str:
    """Return the plain hash stored for a secret, which is long, random and cannot be guessed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _new_secret() -> str:
    return PREFIX + secrets.token_urlsafe(32)


def token_create(*, person: Person, name: str, scope: Scope) -> tuple[Token, str]:
    """Create a personal key, and return its secret, which nobody can ask for again."""
    secret = _new_secret()
    with write_transaction():
        Person.objects.select_for_update().get(pk=person.pk)  # one request of a person at a time
        if person.api_tokens.filter(revoked_at=None).count() >= MOST_TOKENS:
            raise ApiRefusal(422, "token.too_many", most=MOST_TOKENS)
        token = Token.objects.create(
            person=person,
            name=name,
            scope=scope,
            digest=digest_of(secret),
            hint=secret[:HINT_LENGTH],
        )
        note("token", person=person.pk, change="made", scope=scope)
    return token, secret


def seat_token_create(*, seat: Seat, name: str) -> tuple[Token, str]:
    """Create a key that can do what this seat may do, and nothing else."""
    secret = _new_secret()
    with write_transaction():
        token = Token.objects.create(
            seat=seat, name=name, digest=digest_of(secret), hint=secret[:HINT_LENGTH]
        )
    return token, secret


def as_new_guest(sit: Callable[[Person], Seat], *, name: str) -> tuple[Seat, str]:
    """Sit somebody down who came without credentials: a new guest, and the key of their seat."""
    with write_transaction():
        seat = sit(guest_create())
        _token, secret = seat_token_create(seat=seat, name=name)
    return seat, secret


def token_revoke(*, token: Token) -> None:
    """From now on it opens nothing. It stays listed, with its last use."""
    with write_transaction():
        Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())
        note("token", person=token.person_id, change="revoked")


def keys_end(person: Person) -> None:
    """Every token of this person and of their seats: somebody else may have them."""
    mine = Q(person=person) | Q(seat__person=person)
    Token.objects.filter(mine, revoked_at=None).update(revoked_at=timezone.now())


def token_note_use(token_id: int, last_used_at: datetime | None) -> None:
    """Remember the last use, to within a few minutes: not every read should be a write."""
    now = timezone.now()
    if last_used_at is None or now - last_used_at > NOTE_USE_EVERY:
        with write_transaction():
            Token.objects.filter(pk=token_id).update(last_used_at=now)


def create_once(
    *, person: Person, key: str, fingerprint: str, make: Callable[[], str]
) -> tuple[str, bool]:
    """Make something and remember its id under `key`; the same key again gives that id.

    The second value says whether it was there already. The same key with another request is
    refused, because one of the two must be a mistake.
    """
    with write_transaction():
        Person.objects.select_for_update().get(pk=person.pk)  # a resend waits for the first
        mine = Creation.objects.filter(person=person)
        mine.filter(created_at__lt=timezone.now() - REMEMBER_CREATIONS).delete()
        earlier = mine.filter(key=key).first()
        if earlier is None:
            made = make()
            Creation.objects.create(person=person, key=key, fingerprint=fingerprint, made=made)
            return made, False
        if earlier.fingerprint != fingerprint:
            raise ApiRefusal(422, "idempotency.other_request")
        return earlier.made, True


def creations_old() -> QuerySet[Creation]:
    """Return the creations that can no longer be repeated."""
    return Creation.objects.filter(created_at__lt=timezone.now() - REMEMBER_CREATIONS)


def creations_forget() -> int:
    with write_transaction():
        return creations_old().delete()[0]


def keys_hand_over(giver: Person, taker: Person) -> None:
    """A guest's remembered creations join the account, but where both used the same key."""
    Token.objects.filter(person=giver).update(person=taker)
    taken = Creation.objects.filter(person=taker).values("key")
    Creation.objects.filter(person=giver).exclude(key__in=taken).update(person=taker)


def keys_release(person: Person) -> None:
    Token.objects.filter(person=person).delete()
    Creation.objects.filter(person=person).delete()
