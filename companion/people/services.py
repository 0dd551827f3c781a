"""The only writers of people and their sessions."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError
from django.utils import timezone

from companion.frame.access_log import note
from companion.people.belongings import hand_over_everything, release_everything
from companion.people.keys import end_keys
from companion.people.letters.services import LetterContext, letter_put
from companion.people.links import address_links
from companion.people.models import Letter, Person, Session
from companion.writing import write_transaction


class AddressTaken(Exception):
    """Another account has this address, be it since a moment ago."""


class LinkSpent(Exception):
    """The link was followed already, is too old, or speaks of an address nobody waits for."""


def guest_create() -> Person:
    """Create a person for a browser that makes its first thing."""
    with write_transaction():
        return Person.objects.create_guest()


def account_create(*, person: Person | None, name: str, email: str, password: str) -> Person:
    """Make the account. A guest's own row becomes it, so everything they made stays theirs."""
    hashed = _hashed(password)
    with _address_is_free(), write_transaction():
        guest = _locked_guest(person) or Person()
        guest.name, guest.email, guest.password = name, email.lower(), hashed
        guest.save()
    return guest


def account_ask(
    *, person: Person | None, name: str, email: str, password: str, sender: LetterContext
) -> Person:
    """Ask for an account: it is one when the link in the mail is followed, and a guest until then.

    The same happens for an address that has an account already; only the mail is another.
    """
    hashed = _hashed(password)
    with write_transaction():
        guest = _locked_guest(person) or Person()
        guest.name, guest.password = name, hashed
        _wait_for(guest, email, sender)
    return guest


def _hashed(password: str) -> str:
    """Before the transaction: nobody else's tap waits for it."""
    candidate = Person()
    candidate.set_password(password)
    return candidate.password


def _wait_for(person: Person, email: str, sender: LetterContext) -> None:
    person.pending_email, person.pending_since = email.lower(), timezone.now()
    person.save()
    letter_put(Letter.Kind.CONFIRM, to=email.lower(), person=person, sender=sender)


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
        if locked := _locked_guest(guest):
            hand_over_everything(locked, account)
            locked.delete()


def name_change(*, person: Person, name: str) -> None:
    with write_transaction():
        person.name = name
        person.save(update_fields=["name"])


def address_change(*, person: Person, email: str, sender: LetterContext) -> None:
    """Another address, at once: for a site without mail, where no link can be sent."""
    with _address_is_free(), write_transaction():
        locked = Person.objects.select_for_update().get(pk=person.pk)
        _count(locked, email.lower(), sender)


def address_ask(*, person: Person, email: str, sender: LetterContext) -> None:
    """Another address, once its link is followed; until then the old one counts."""
    with write_transaction():
        locked = Person.objects.select_for_update().get(pk=person.pk)
        _wait_for(locked, email, sender)


def address_ask_again(*, person: Person, sender: LetterContext) -> None:
    """The link once more; the one before is of no use any more."""
    with write_transaction():
        locked = Person.objects.select_for_update().get(pk=person.pk)
        if locked.pending_email:
            _wait_for(locked, locked.pending_email, sender)


def address_forget(*, person: Person) -> None:
    """The address that waits is not wanted any more."""
    with write_transaction():
        Person.objects.filter(pk=person.pk).update(pending_email=None, pending_since=None)


def address_confirm(*, person: Person, token: str, sender: LetterContext) -> Person:
    """Confirm the address whose link was followed: from now on it counts."""
    with _address_is_free(), write_transaction():
        locked = Person.objects.select_for_update().get(pk=person.pk)
        if not locked.pending_email or not address_links.check_token(locked, token):
            raise LinkSpent
        _count(locked, locked.pending_email, sender)
    return locked


def _count(person: Person, email: str, sender: LetterContext) -> None:
    before, person.email = person.email, email
    person.pending_email = person.pending_since = None
    person.save(update_fields=["email", "pending_email", "pending_since"])
    note("address changed", person=person.pk)
    if before and before != email:
        letter_put(Letter.Kind.ADDRESS_CHANGED, to=before, person=person, sender=sender)


def password_set(
    *, person: Person, password: str, sender: LetterContext, keep_session: str | None = None
) -> None:
    """Another password. Whatever opened the account before, but for one session, opens it no more.

    An address that waits is forgotten, too: whoever had the old password may have asked for it.
    """
    hashed = _hashed(password)
    with write_transaction():
        locked = Person.objects.select_for_update().get(pk=person.pk)
        locked.password, locked.pending_email, locked.pending_since = hashed, None, None
        locked.save(update_fields=["password", "pending_email", "pending_since"])
        sessions_end(person=locked, keep=keep_session)
        end_keys(locked)
        note("password changed", person=locked.pk)
        assert locked.email
        letter_put(Letter.Kind.PASSWORD_CHANGED, to=locked.email, person=locked, sender=sender)
    person.password = hashed


def sessions_end(*, person: Person, keep: str | None = None) -> None:
    """Sign this person out of every browser, but for the one with that session."""
    with write_transaction():
        person.sessions.exclude(session_key=keep or "").delete()


def session_end(*, session: Session) -> None:
    with write_transaction():
        Session.objects.filter(pk=session.pk).delete()


def sign_out_everywhere(*, person: Person) -> None:
    """Every browser, this one too, and every token."""
    with write_transaction():
        sessions_end(person=person)
        end_keys(person)
        note("sign-out", person=person.pk, where="everywhere")


def session_note_visit(session_key: str) -> None:
    with write_transaction():
        Session.objects.filter(pk=session_key).update(seen_at=timezone.now())


def account_bin(*, person: Person) -> None:
    """Close the account; signing in within `BIN_DAYS` brings it back whole."""
    with write_transaction():
        person.binned_at = timezone.now()
        person.save(update_fields=["binned_at"])
        note("account in the bin", person=person.pk)


def account_restore(*, person: Person) -> None:
    with write_transaction():
        person.binned_at = None
        person.save(update_fields=["binned_at"])
        note("account out of the bin", person=person.pk)


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
