"""Signing a browser in, once everything that is asked for was given."""

import time
import uuid
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from companion.frame.access_log import note
from companion.frame.throttle import client_address
from companion.people import services
from companion.people.devices import MOST_LETTERS, rough_address
from companion.people.identity import guest_of, remember_owner, remember_person
from companion.people.models import Person
from companion.people.recently import note_shown

BACKEND = "companion.people.backends.AccountBackend"
STEP_SECONDS = 10 * 60
_STEP = "second_step"
_PASSED = "second_step_passed"


def enter(request: HttpRequest, account: Person, *, by: str, has_passed: bool = False) -> None:
    """This browser is theirs from now on; what it made as a guest joins the account.

    `by` says for the log what they have shown; `has_passed` that it was more than a password.
    """
    guest = guest_of(request)
    if account.binned_at:
        services.account_restore(person=account)
        messages.success(request, _("Your account is out of the bin, with all it held."))
    request.session.pop(_STEP, None)
    login(request, account, backend=BACKEND)
    note_shown(request)
    request.session[_PASSED] = has_passed
    request.session["since"] = timezone.now().isoformat()
    request.session["agent"] = request.headers.get("User-Agent", "")[:MOST_LETTERS]
    request.session["address"] = rough_address(client_address(request))
    remember_person(request, account)
    remember_owner(request, account)
    note("sign-in", person=account.pk, by=by)
    if guest and guest.pk != account.pk:
        services.guest_absorb(guest=guest, account=account)


def note_passed(request: HttpRequest) -> None:
    """This browser has just shown a code or a passkey of its account."""
    request.session[_PASSED] = True


def has_passed(request: HttpRequest) -> bool:
    """Check if this browser has passed the second step.

    A session that began before the account had a second step has not.
    """
    return bool(request.session.get(_PASSED))


def pass_second_step(request: HttpRequest, account: Person, next_page: str) -> HttpResponse:
    """To the page of the second step, and from there to `next_page`; the password was right."""
    wait_for_second_step(request, account, next_page)
    return redirect("people:sign-in-step")


class HalfWay(NamedTuple):
    """A person whose password was right and whose second step is due, and the page they wanted."""

    person: Person
    next: str


def wait_for_second_step(request: HttpRequest, account: Person, next_page: str) -> None:
    """Remember that the password was right. Nothing is open yet."""
    request.session.cycle_key()
    request.session[_STEP] = {
        "person": str(account.pk),
        "hash": account.get_session_auth_hash(),
        "at": int(time.time()),
        "next": next_page,
    }
    note("sign-in", person=account.pk, outcome="second step asked for")


def half_way(request: HttpRequest) -> HalfWay | None:
    """Whoever is between the two steps here; None after ten minutes or with another password."""
    kept = request.session.get(_STEP)
    if not kept or not 0 <= time.time() - kept["at"] < STEP_SECONDS:
        return None
    person = Person.objects.filter(pk=uuid.UUID(kept["person"])).first()
    if person is None or not person.email or person.get_session_auth_hash() != kept["hash"]:
        return None
    return HalfWay(person, kept["next"])
