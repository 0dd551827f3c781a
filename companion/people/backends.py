"""Sign-in by address and password; a guest has neither.

Wrong passwords are counted twice: axes counts those for an account from one address, in the
database, and here all for an account count together, wherever they come from. Those of a browser
that has signed in to the account before are counted here alone, for itself.
"""

import uuid

from django.contrib.auth.backends import BaseBackend
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from companion.frame.access_log import note
from companion.frame.errors import TooManyRequests
from companion.frame.throttle import check_name, limit_name
from companion.people.acquainted import whose_guesses
from companion.people.models import Person

SCOPE = "password"
TOO_MANY = _(
    "Too many wrong passwords for this account. Wait an hour, or set a new password by mail."
)


class AccountBackend(BaseBackend):
    """Compares the password in constant time, also for an address nobody has."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: object,
    ) -> Person | None:
        if not username or password is None:
            return None
        person = Person.objects.filter(email=username.lower()).first()
        guesses = whose_guesses(request, username.lower(), person)
        _check(guesses, person)
        if person is None:
            Person().set_password(password)  # takes as long as checking a real one
        elif person.check_password(password):
            return person
        note("sign-in", person=person and person.pk, outcome="wrong password")
        limit_name(SCOPE, guesses)
        return None

    def get_user(self, user_id: uuid.UUID) -> Person | None:
        return Person.objects.filter(pk=user_id, binned_at=None, email__isnull=False).first()


def _check(guesses: str, person: Person | None) -> None:
    try:
        check_name(SCOPE, guesses, text=TOO_MANY)
    except TooManyRequests:
        note("sign-in", person=person and person.pk, outcome="too many wrong passwords")
        raise
