"""Tokens: shown once, stored hashed, seen when used, gone when revoked."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from api.models import Scope, Token
from api.services import MOST_TOKENS, seat_token_create, token_create
from companion.models import Seat, Table
from companion.people.models import Person
from companion.people.services import guest_absorb
from tests.api.conftest import Program
from tests.api.test_tables import EVENING, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(keeper: Person, as_person: Callable[[Person], Client]) -> Client:
    return as_person(keeper)


def test_the_secret_is_shown_once_and_not_stored(keeper: Person) -> None:
    token, secret = token_create(person=keeper, name="lamp", scope=Scope.READ)
    assert secret.startswith("sh_")
    assert len(secret) > 40
    stored = Token.objects.values().get(pk=token.pk)
    assert not any(secret in str(value) for value in stored.values())
    assert stored["hint"] == secret[:8]


def test_the_page_makes_lists_and_revokes(browser: Client) -> None:
    page = browser.post("/account/tokens/", {"name": "The lamp", "scope": "play"})
    secret = page.context["secret"]
    assert secret in page.content.decode()
    program = Program(secret)
    assert program.get("me/").json()["access"] == {"by": "token", "scope": "play", "table": None}
    again = browser.get("/account/tokens/").content.decode()
    assert secret not in again
    assert "The lamp" in again
    assert secret[:8] in again
    token = Token.objects.get()
    assert token.last_used_at is not None
    browser.post(f"/account/tokens/{token.pk}/revoke/")
    assert refused(program.get("me/")) == (401, "token.unknown")
    assert "The lamp" in browser.get("/account/tokens/").content.decode()


def test_the_page_refuses_what_makes_no_sense(browser: Client) -> None:
    for sent in ({}, {"name": "", "scope": "play"}, {"name": "x", "scope": "own"}):
        assert browser.post("/account/tokens/", sent).status_code == 422
    assert not Token.objects.exists()


def test_twenty_tokens_are_enough(browser: Client, keeper: Person) -> None:
    for number in range(MOST_TOKENS):
        token_create(person=keeper, name=str(number), scope=Scope.READ)
    page = browser.post("/account/tokens/", {"name": "one more", "scope": "read"})
    assert page.status_code == 422
    assert "20 tokens are enough" in page.content.decode()
    answer = Program(client=browser).post("me/tokens/", {"name": "one more", "scope": "read"})
    assert refused(answer) == (422, "token.too_many")
    browser.post(f"/account/tokens/{Token.objects.first().pk}/revoke/")  # type: ignore[union-attr]
    assert browser.post("/account/tokens/", {"name": "x", "scope": "read"}).status_code == 200


def test_the_api_makes_lists_and_revokes_too(browser: Client) -> None:
    session = Program(client=browser)
    made = session.post(
        "me/tokens/", {"name": "lamp", "scope": "manage"}, idempotency_key="lamp-001"
    )
    program = Program(made.json()["token"])
    again = session.post(
        "me/tokens/", {"name": "lamp", "scope": "manage"}, idempotency_key="lamp-001"
    )
    assert (again.json()["id"], again.json()["token"]) == (made.json()["id"], None)
    (listed,) = program.get("me/tokens/").json()
    assert (listed["name"], listed["scope"], "token" in listed) == ("lamp", "manage", False)
    assert refused(program.post("me/tokens/", {"name": "heir", "scope": "read"})) == (
        403,
        "session.only",
    )
    assert program.ask("delete", f"me/tokens/{listed['id']}/").status_code == 204
    assert program.get("me/").status_code == 401


def test_a_use_is_noted_now_and_then_not_every_time(
    luis: Program, django_assert_num_queries: object
) -> None:
    luis.get("me/")
    token = Token.objects.get()
    first = token.last_used_at
    assert first is not None
    luis.get("me/")
    assert Token.objects.get().last_used_at == first
    Token.objects.update(last_used_at=first - timezone.timedelta(minutes=6))
    luis.get("me/")
    assert Token.objects.get().last_used_at > first  # type: ignore[operator]


def test_a_seat_token_has_the_rights_of_its_seat_as_they_change(kept: Table, guest: Person) -> None:
    seat = Seat.objects.create(table=kept, person=guest, name="Marta")
    program = Program(seat_token_create(seat=seat, name="phone")[1])
    assert program.get("me/").json()["access"]["scope"] == "play"
    Seat.objects.filter(pk=seat.pk).update(role=Seat.Role.READER)
    assert program.get("me/").json()["access"]["scope"] == "read"
    seat.delete()
    assert program.get("me/").status_code == 401


def test_a_guests_keys_follow_them_into_the_account(guest: Person, account: Person) -> None:
    marta = Program(token_create(person=guest, name="phone", scope=Scope.MANAGE)[1])
    table = marta.post("tables/", EVENING, idempotency_key="evening-0001").json()
    guest_absorb(guest=guest, account=account)
    assert marta.get("me/").json()["id"] == str(account.pk)
    again = marta.post("tables/", EVENING, idempotency_key="evening-0001").json()
    assert again["id"] == table["id"]


def test_a_token_opens_one_thing(seat: Seat, guest: Person) -> None:
    for wrong in (
        {"person": guest, "seat": seat, "scope": "read"},
        {"person": None, "seat": None, "scope": "read"},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Token.objects.create(name="x", digest="0", hint="", **wrong)


def test_the_account_page_leads_to_the_tokens(browser: Client) -> None:
    assert 'href="/account/tokens/"' in browser.get("/account/").content.decode()
