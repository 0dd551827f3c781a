"""The only writers of people."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError
from django.utils import timezone

from companion.people.belongings import hand_over_everything, release_everything
from companion.people.models import Person
from companion.writing import write_transaction


class AddressTaken(Exception):
    """Another account has this address, be it since a moment ago."""


def guest_create() -> Person:
    """A person for a browser that makes its first thing."""
    with write_transaction():
        return Person.objects.create_guest()


def account_create(*, person: Person | None, name: str, email: str, password: str) -> Person:
    """Make the account. A guest's own row becomes it, so everything they made stays theirs."""
    with _address_is_free(), write_transaction():
        guest = _locked_guest(person) or Person()
        guest.name, guest.email = name, email.lower()
        guest.set_password(password)
        guest.save()
    return guest


def _locked_guest(person: Person | None) -> Person | None:
    """The guest as they are now; None if another request made an account of them or took them."""
    if person is None:
        return None
    return Person.objects.select_for_update().filter(pk=person.pk, email=None).first()


@contextmanager
def _address_is_free() -> Iterator[None]:
    try:
        yield
    except IntegrityError as error:
        raise AddressTaken from error


def guest_absorb(*, guest: Person, account: Person) -> None:
    """Signing in on a browser that was a guest: what the guest made joins the account."""
    with write_transaction():
        if found := _locked_guest(guest):
            hand_over_everything(found, account)
            found.delete()


def account_update(*, person: Person, name: str, email: str) -> None:
    with _address_is_free(), write_transaction():
        person.name, person.email = name, email.lower()
        person.save(update_fields=["name", "email"])


def account_bin(*, person: Person) -> None:
    """Close the account; signing in within `BIN_DAYS` brings it back whole."""
    with write_transaction():
        person.binned_at = timezone.now()
        person.save(update_fields=["binned_at"])


def account_restore(*, person: Person) -> None:
    with write_transaction():
        person.binned_at = None
        person.save(update_fields=["binned_at"])


def bin_empty() -> int:
    """Remove for good whoever has been in the bin for `BIN_DAYS`; returns how many."""
    limit = timezone.now() - timedelta(days=settings.BIN_DAYS)
    removed = 0
    for person in Person.objects.filter(binned_at__lt=limit):
        with write_transaction():
            release_everything(person)
            person.delete()
        removed += 1
    return removed
