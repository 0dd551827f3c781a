"""Whose request is this? The account's session first, else the guest's signed cookie."""

import uuid

from django.contrib.auth import SESSION_KEY
from django.core import signing
from django.http import HttpRequest, HttpResponse

from companion.frame.cookies import cookie_lay, cookie_read
from companion.frame.throttle import limit
from companion.people.models import Person
from companion.people.services import guest_create

GUEST_COOKIE = "guest"
_RENEW_AFTER = 60 * 60 * 24 * 7
_UNSET = object()


def person_of(request: HttpRequest) -> Person | None:
    """Return the person asking, or None for a browser that has not made anything yet."""
    known = getattr(request, "_person", _UNSET)
    if known is _UNSET:
        known = request.user if request.user.is_authenticated else guest_of(request)
        request._person = known  # type: ignore[attr-defined]
    return known  # type: ignore[return-value]


def ensure_person(request: HttpRequest) -> Person:
    """Return the person asking; a new guest if need be, remembered by the answer's cookie."""
    person = person_of(request)
    if person is None:
        limit(request, "guest")
        person = guest_create()
        remember_new_guest(request, person)
    return person


def remember_new_guest(request: HttpRequest, person: Person) -> None:
    """From now on this browser is theirs, by the answer's cookie."""
    request._person = request._new_guest = person  # type: ignore[attr-defined]


def guest_of(request: HttpRequest) -> Person | None:
    """Return the guest of this browser's cookie.

    A guest who has signed up since is an account: then only the password opens it.
    """
    key = guest_key(request)
    if key is None:
        return None
    return Person.objects.filter(pk=key, email__isnull=True, binned_at=None).first()


def guest_key(request: HttpRequest) -> uuid.UUID | None:
    """Return the guest's key from the cookie, without checking that the guest still exists."""
    try:
        return uuid.UUID(cookie_read(request, GUEST_COOKIE))
    except (KeyError, signing.BadSignature, ValueError, TypeError, AttributeError):
        return None


def key_of(request: HttpRequest) -> uuid.UUID | None:
    """Return the person's key from the session or the guest cookie, without reading the person."""
    session = getattr(request, "session", None)
    if session is not None and (signed_in := session.get(SESSION_KEY)):
        return uuid.UUID(signed_in)
    return guest_key(request)


def remember_key(request: HttpRequest, key: uuid.UUID) -> None:
    """Somebody came by another way than the browser's cookies: by a token."""
    request._asker = key  # type: ignore[attr-defined]


def asker_of(request: HttpRequest) -> uuid.UUID | None:
    """Return the key of the person who makes the request, for the log; no database query."""
    if token := getattr(request, "_asker", None):
        return token  # type: ignore[no-any-return]
    if person := getattr(request, "_person", None):
        return person.pk  # type: ignore[no-any-return]
    return account_key(request) or guest_key(request)


def account_key(request: HttpRequest) -> uuid.UUID | None:
    """Return the account's key if the session has been read already; no database query."""
    session = getattr(request, "session", None)
    was_read = hasattr(session, "_session_cache")
    signed_in = session.get(SESSION_KEY) if session is not None and was_read else None
    return uuid.UUID(signed_in) if signed_in else None


def remember_person(request: HttpRequest, person: Person) -> None:
    """Somebody else has read the person already; nobody need read them again."""
    request._person = person  # type: ignore[attr-defined]


def remember_owner(request: HttpRequest, person: Person) -> None:
    """Whoever uses this browser has shown that the account is theirs."""
    request._owner = person.pk  # type: ignore[attr-defined]


def cookie_needs_renewal(request: HttpRequest) -> bool:
    """True once a week, so that a group that keeps coming is never forgotten."""
    try:
        cookie_read(request, GUEST_COOKIE, max_age=_RENEW_AFTER)
    except signing.SignatureExpired:
        return True
    except (KeyError, signing.BadSignature):
        return False
    return False


def set_guest_cookie(response: HttpResponse, person: Person) -> None:
    cookie_lay(response, GUEST_COOKIE, str(person.pk))
