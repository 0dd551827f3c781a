"""Browsers that have signed in to an account before.

Wrong passwords of all others count for the account, wherever they come from. Those of such a
browser count for itself: nobody can lock it out by guessing.
"""

import secrets
import uuid
from typing import Any

from django.core import signing
from django.http import HttpRequest, HttpResponse

from companion.frame.cookies import cookie_lay, cookie_read
from companion.people.models import Person

COOKIE = "known"
MOST = 10
"""Accounts of one browser; a family's tablet has a few."""


def _read(request: HttpRequest) -> dict[str, Any]:
    """What this browser is called, and who has signed in on it."""
    try:
        return cookie_read(request, COOKIE)  # type: ignore[no-any-return]
    except (KeyError, signing.BadSignature):
        return {"browser": secrets.token_hex(8), "people": []}


def is_acquainted(request: HttpRequest, person: uuid.UUID) -> bool:
    return person.hex in _read(request)["people"]


def whose_guesses(request: HttpRequest | None, address: str, person: Person | None) -> str:
    """What wrong passwords for this address are counted by."""
    if request is not None and person is not None and is_acquainted(request, person.pk):
        return f"{person.pk.hex}:{_read(request)['browser']}"
    return address


def is_counted_for_itself(request: HttpRequest, credentials: dict[str, Any] | None) -> bool:
    """Whether axes leaves the attempt alone: strangers at the same address lock no such browser
    out, and `AccountBackend` counts what it guesses itself.

    A browser that knows nobody asks the database nothing.
    """
    people = _read(request)["people"]
    address = str((credentials or {}).get("username") or "").lower()
    return bool(people) and Person.objects.filter(email=address, pk__in=people).exists()


def acquaint(request: HttpRequest, response: HttpResponse, person: uuid.UUID) -> None:
    """This browser and that account know each other from now on."""
    kept = _read(request)
    others = [other for other in kept["people"] if other != person.hex]
    kept["people"] = [person.hex, *others][:MOST]
    cookie_lay(response, COOKIE, kept)
