"""Sign-in by address and password; a guest has neither."""

import uuid

from django.contrib.auth.backends import BaseBackend
from django.http import HttpRequest

from companion.people.models import Person


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
        if person is None:
            Person().set_password(password)  # takes as long as checking a real one
            return None
        return person if person.check_password(password) else None

    def get_user(self, user_id: uuid.UUID) -> Person | None:
        return Person.objects.filter(pk=user_id, binned_at=None, email__isnull=False).first()
