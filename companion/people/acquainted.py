"""Browsers that have signed in to an account before.

Wrong passwords and codes of all others count for the account, wherever they come from. Those of
such a browser count for itself: nobody can lock it out by guessing.
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
    """Return the browser's name, who signed in on it, and who showed a second step on it."""
    nobody = {"browser": secrets.token_hex(8), "people": [], "passed": []}
    try:
        return nobody | cookie_read(request, COOKIE)  # type: ignore[no-any-return]
    except (KeyError, signing.BadSignature):
        return nobody


def is_acquainted(request: HttpRequest, person: uuid.UUID, *, has_passed: bool) -> bool:
    """Return True if the browser's cookie says all there is to say of this person."""
    kept = _read(request)
    return person.hex in kept["people"] and (not has_passed or person.hex in kept["passed"])


def whose_guesses(request: HttpRequest | None, address: str, person: Person | None) -> str:
    """Return the name that wrong passwords for this address are counted by."""
    if request is not None and person is not None:
        kept = _read(request)
        if person.pk.hex in kept["people"]:
            return f"{person.pk.hex}:{kept['browser']}"
    return address


def whose_codes(request: HttpRequest, person: Person) -> str:
    """Return the name that wrong codes for this account are counted by.

    A browser that has shown a code before counts for itself. Those that gave the password alone,
    before there was a second step, count together: whoever has it could have signed in with many.
    """
    kept, own = _read(request), person.pk.hex
    if own in kept["passed"]:
        return f"{own}:{kept['browser']}"
    return f"{own}:known" if own in kept["people"] else str(person.pk)


def is_counted_for_itself(request: HttpRequest, credentials: dict[str, Any] | None) -> bool:
    """Return True if axes shall leave the attempt alone, because it comes from such a browser.

    Strangers at the same address lock it out no more, and `AccountBackend` counts what it guesses.
    A browser that knows nobody asks the database nothing.
    """
    people = _read(request)["people"]
    address = str((credentials or {}).get("username") or "").lower()
    return bool(people) and Person.objects.filter(email=address, pk__in=people).exists()


def acquaint(
    request: HttpRequest, response: HttpResponse, person: uuid.UUID, *, has_passed: bool
) -> None:
    """Let this browser and that account know each other from now on."""
    kept = _read(request)
    for name in ("people", "passed") if has_passed else ("people",):
        others = [other for other in kept[name] if other != person.hex]
        kept[name] = [person.hex, *others][:MOST]
    cookie_lay(response, COOKIE, kept)
