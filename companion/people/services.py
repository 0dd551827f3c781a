"""The only writers of people."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from companion.people.belongings import hand_over_everything, release_everything
from companion.people.models import Person
from companion.writing import write_transaction


def account_create(*, person: Person | None, name: str, email: str, password: str) -> Person:
    """Make the account. A guest's own row becomes it, so everything they made stays theirs."""
    with write_transaction():
        person = person or Person()
        person.name, person.email = name, email.lower()
        person.set_password(password)
        person.save()
    return person


def guest_absorb(*, guest: Person, account: Person) -> None:
    """Signing in on a browser that was a guest: what the guest made joins the account."""
    if guest.has_account or guest.pk == account.pk:
        return
    with write_transaction():
        hand_over_everything(guest, account)
        guest.delete()


def account_update(*, person: Person, name: str, email: str) -> None:
    with write_transaction():
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
