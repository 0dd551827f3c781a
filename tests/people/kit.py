"""What tests of accounts need: mails that have left, links in them, and how much work was done."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from companion.people.letters.services import letters_send
from companion.people.models import Person
from tests.conftest import PASSWORD


def letters() -> list[mail.EmailMessage]:
    """What the worker sends now."""
    before = len(mail.outbox)
    letters_send()
    return mail.outbox[before:]


def link_in(letter: mail.EmailMessage) -> str:
    return re.search(r"http://testserver(/\S+)", str(letter.body))[1]  # type: ignore[index]


def sign_in(client: Client, email: str | None, password: str = PASSWORD) -> Any:
    return client.post(reverse("people:sign-in"), {"username": email, "password": password})


def is_signed_in(client: Client) -> bool:
    return client.get(reverse("people:account")).status_code == 200


def grow_stale(client: Client) -> None:
    """The password was entered more than ten minutes ago."""
    session = client.session
    session["shown_at"] -= 601
    session.save()


def account_of(email: str) -> Person:
    person = Person(name="Sofía", email=email)
    person.set_password(PASSWORD)
    person.save()
    return person


class CountingHasher(MD5PasswordHasher):
    """Counts how often a password is hashed: what takes the time of a request."""

    count = 0

    def encode(self, password: str, salt: str) -> str:
        type(self).count += 1
        return super().encode(password, salt)


class Work:
    """What a request has done: password hashes, and statements without their values."""

    def __init__(self) -> None:
        self.hashes = 0
        self.statements: list[str] = []

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Work) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        return "\n".join([f"{self.hashes} hashes", *self.statements])


@contextmanager
def measured(settings: Any) -> Iterator[Work]:
    settings.PASSWORD_HASHERS = ["tests.people.kit.CountingHasher"]
    work, before = Work(), CountingHasher.count
    with CaptureQueriesContext(connection) as queries:
        yield work
    work.hashes = CountingHasher.count - before
    asked = [str(query["sql"]) for query in queries.captured_queries]
    work.statements = [
        re.sub(r"'[^']*'|\b\d+\b", "?", sql) for sql in asked if "SAVEPOINT" not in sql
    ]
