"""Programs around one table: browsers, personal tokens, seat tokens."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from api.models import Scope
from api.services import seat_token_create, token_create, token_revoke
from companion.models import Seat, Table
from companion.people.models import Person
from tests.conftest import open_table


class Program:
    """A client of the API: JSON out, JSON in, with or without a token."""

    def __init__(self, token: str = "", client: Client | None = None) -> None:
        self.client = client or Client()
        self.headers = {"authorization": f"Bearer {token}"} if token else {}

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        sent = body if isinstance(body, bytes) else json.dumps(body)
        has_body = {} if body is None else {"data": sent, "content_type": "application/json"}
        url = path if path.startswith("/") else f"/api/v1/{path}"
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.generic(
            method.upper(), url, headers={**self.headers, **named}, **has_body
        )

    def get(self, path: str, **headers: str) -> Any:
        return self.ask("get", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.ask("post", path, {} if body is None else body, **headers)


@pytest.fixture
def keeper(account: Person) -> Person:
    return account


@pytest.fixture
def kept(keeper: Person) -> Table:
    """A table that Luis, who has an account, keeps."""
    return open_table(keeper)


@pytest.fixture
def token_of() -> Callable[..., Program]:
    """A program with a personal token of that person."""

    def make(person: Person, scope: Scope = Scope.MANAGE) -> Program:
        return Program(token_create(person=person, name=f"to {scope}", scope=scope)[1])

    return make


@pytest.fixture
def luis(keeper: Person, kept: Table, token_of: Callable[..., Program]) -> Program:
    """The keeper's own program, which may do everything he may."""
    return token_of(keeper)


@pytest.fixture
def actors(
    keeper: Person,
    kept: Table,
    token_of: Callable[..., Program],
    as_person: Callable[[Person], Client],
) -> dict[str, Program]:
    """A program of every kind around Luis' table."""
    reader, player, other = (Person.objects.create_guest(name=name) for name in "RPO")
    seats = {
        "reader": Seat.objects.create(table=kept, person=reader, name="R", role=Seat.Role.READER),
        "player": Seat.objects.create(table=kept, person=player, name="P"),
        "keeper": kept.seats.get(role=Seat.Role.KEEPER),
        "other": open_table(other).seats.get(),
    }
    revoked, secret = token_create(person=keeper, name="old", scope=Scope.MANAGE)
    token_revoke(token=revoked)
    return {
        "nobody": Program(),
        "unknown token": Program("sh_nothing"),
        "revoked token": Program(secret),
        "other keeper": Program(client=as_person(other)),
        "other's token": token_of(other),
        "reader": Program(client=as_person(reader)),
        "player": Program(client=as_person(player)),
        "keeper": Program(client=as_person(keeper)),
        **{f"{scope} token": token_of(keeper, scope) for scope in Scope},
        **{
            f"{name} seat token": Program(seat_token_create(seat=seat, name=name)[1])
            for name, seat in seats.items()
        },
    }
