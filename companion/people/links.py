"""Links in mails: signed, for three hours, and of no use once they were followed."""

import uuid
from typing import Any

from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.exceptions import ValidationError
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from companion.people.models import Person


class AddressLinks(PasswordResetTokenGenerator):
    """Good for the one address that waits, until it counts, or the password is another."""

    key_salt = "safehouse.address"

    def _make_hash_value(self, user: Any, timestamp: int) -> str:
        since = user.pending_since.isoformat() if user.pending_since else ""
        parts = (user.pk, user.password, user.email, user.pending_email, since, timestamp)
        return "|".join(map(str, parts))


address_links = AddressLinks()


def uid_of(person: Person) -> str:
    """Return a person's id as it stands in a link."""
    return urlsafe_base64_encode(force_bytes(person.pk))


def person_of_uid(uid: str) -> Person | None:
    try:
        key = uuid.UUID(urlsafe_base64_decode(uid).decode())
        return Person.objects.filter(pk=key).first()
    except (ValueError, OverflowError, ValidationError):
        return None


def waiting_person(uid: str, token: str) -> Person | None:
    """Return the person whose new address this link confirms; None if used, stale or forged."""
    person = person_of_uid(uid)
    is_good = person and person.pending_email and address_links.check_token(person, token)
    return person if is_good else None
