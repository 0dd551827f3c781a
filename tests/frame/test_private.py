"""Nobody keeps a copy of a private page, and no log has what opens a door."""

import io
import json
import logging
from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from django.urls import reverse

from api.models import Scope
from api.services import token_create
from campaigns.members.services import invitation_make
from campaigns.models import Member
from companion.models import Table
from companion.people.models import Person
from config.logs import JsonLines, WithoutSecrets, WithRequestId, without_secrets
from tests.api.conftest import Program
from tests.campaigns.kit import begin, keeper_of

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]


def private_pages(table: Table, guest: Person) -> list[str]:
    campaign = begin(guest)
    invitation = invitation_make(
        campaign=campaign, member=keeper_of(campaign), role=Member.Role.PLAYER
    )
    at_table = [
        reverse(f"companion:{name}", args=[table.pk])
        for name in ("table", "board", "seats", "story", "screen", "live")
    ]
    in_campaign = [
        reverse(f"campaigns:{name}", args=[campaign.pk]) for name in ("campaign", "members")
    ]
    others = [reverse("home"), reverse("companion:tables"), reverse("people:sign-in")]
    links = [reverse("companion:join", args=[table.code])]
    links.append(reverse("campaigns:join", args=[invitation.token]))
    missing = ["/tables/11111111-1111-1111-1111-111111111111/", "/nothing/"]
    return [*at_table, *in_campaign, *others, *links, *missing]


def test_no_private_page_is_kept(as_person: AsPerson, guest: Person, table: Table) -> None:
    for url in private_pages(table, guest):
        assert "no-store" in as_person(guest).get(url)["Cache-Control"], url
    refused = as_person(guest).post(reverse("companion:command", args=[table.pk]), {})
    assert "no-store" in refused["Cache-Control"]


def test_a_program_still_asks_by_the_tag_it_has(account: Person, guest: Person) -> None:
    from tests.conftest import open_table

    table = open_table(account)
    program = Program(token_create(person=account, name="lamp", scope=Scope.MANAGE)[1])
    answer = program.get(f"tables/{table.pk}/")
    assert answer["Cache-Control"] == "private, no-cache"
    again = program.get(f"tables/{table.pk}/", if_none_match=answer["ETag"])
    assert (again.status_code, again["Cache-Control"]) == (304, "private, no-cache")
    assert program.get("me/")["Cache-Control"] == "private, no-store"


@pytest.fixture
def lines() -> Iterator[Callable[[], list[dict[str, str]]]]:
    """What the log has, as a machine reads it."""
    handler = logging.StreamHandler(written := io.StringIO())
    handler.addFilter(WithRequestId())
    handler.addFilter(WithoutSecrets())
    handler.setFormatter(JsonLines())
    logging.getLogger().addHandler(handler)
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    logging.getLogger().removeHandler(handler)


def test_a_line_says_who_and_from_where(
    as_person: AsPerson, guest: Person, account: Person, table: Table, lines: Callable
) -> None:
    as_person(guest).get(reverse("companion:table", args=[table.pk]))
    as_person(account).get(reverse("companion:tables"))
    Program(token_create(person=account, name="lamp", scope=Scope.READ)[1]).get("me/")
    Client().get("/")
    callers = [(line["person"], line["address"]) for line in lines() if "status" in line]
    people = [str(guest.pk)[:8], str(account.pk)[:8], str(account.pk)[:8], ""]
    assert callers == [(person, "127.0.0.1") for person in people]


def test_no_line_has_what_opens_a_door(table: Table, guest: Person, lines: Callable) -> None:
    campaign = begin(guest)
    invitation = invitation_make(
        campaign=campaign, member=keeper_of(campaign), role=Member.Role.PLAYER
    )
    reset = reverse("people:reset-confirm", args=["c2VjcmV0", "set-password-1234"])
    secrets = [table.code, invitation.token, "c2VjcmV0", "set-password-1234"]
    for url in (
        reverse("companion:join", args=[table.code]),
        f"/join/{table.code}",
        f"{reverse('companion:find')}?code={table.code}",
        reverse("campaigns:join", args=[invitation.token]),
        reset,
        reset.rstrip("/"),
    ):
        Client().get(url)
    logging.getLogger("django.request").error("Internal Server Error: %s", reset)
    logging.getLogger("x").warning("away", extra={"path": f"/join/{table.code}/"})
    log = json.dumps(lines())
    assert [secret for secret in secrets if secret in log] == []
    assert "/join/***" in log


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("GET /join/K74Q2M/", "GET /join/***/"),
        ("GET /live/tables/1/?token=abc&seen=3", "GET /live/tables/1/?token=***&seen=3"),
        ("GET /account/reset/sent/", "GET /account/reset/sent/"),
        ("GET /account/reset/", "GET /account/reset/"),
        ("GET /tables/1/", "GET /tables/1/"),
    ],
)
def test_what_is_blacked_out(said: str, shown: str) -> None:
    assert without_secrets(said) == shown
