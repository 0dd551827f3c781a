"""Nobody keeps a copy of a private page; the log says who came in, and never what opens a door."""

import io
import json
import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from api.models import Scope
from api.services import token_create, token_revoke
from campaigns.keeping.services import keeper_dismiss, keeper_make
from campaigns.members.services import campaign_hand_over, invitation_make
from campaigns.models import Member
from companion.models import Seat, Table
from companion.people.letters.services import LetterContext
from companion.people.models import Authenticator, Person
from companion.people.second_step.services import everything_remove
from companion.people.services import password_set, sign_out_everywhere
from companion.seats.services import places_release, seat_remove, seat_set_role
from companion.services import seat_give
from companion.workshop.services import offer_answer, pack_leave, pack_offer
from config.logs import JsonLines, WithoutSecrets, WithRequestId, without_secrets
from tests.api.conftest import Program
from tests.campaigns.kit import begin, keeper_of
from tests.people.kit import sign_in
from tests.workshop.kit import make_pack

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


def access(lines: Callable) -> list[tuple[str, str, str, str]]:
    """What the log has of who came in and whose rights have changed."""
    return [
        (line["message"], line["person"], line["address"], line["outcome"])
        for line in lines()
        if line["logger"] == "safehouse.access"
    ]


@pytest.fixture
def kept(django_capture_on_commit_callbacks: Any) -> Callable[..., Any]:
    """Do something whose transaction is kept, as outside of tests."""

    def do(work: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            return work(*arguments, **named)

    return do


def test_signing_in_and_out_are_events_with_person_address_and_outcome(
    account: Person, lines: Callable, kept: Callable[..., Any]
) -> None:
    client, who = Client(REMOTE_ADDR="192.0.2.7"), str(account.pk)[:8]
    kept(sign_in, client, account.email, "not-the-password")
    kept(sign_in, client, "nobody@example.org", "a-secret-of-mine")
    kept(sign_in, client, account.email)
    kept(client.post, reverse("people:sign-out"))
    assert access(lines) == [
        ("sign-in", who, "192.0.2.7", "wrong password"),
        ("sign-in", "", "192.0.2.7", "wrong password"),
        ("sign-in", who, "192.0.2.7", "done"),
        ("sign-out", who, "192.0.2.7", "done"),
    ]
    log = json.dumps(lines())
    assert not [typed for typed in ("not-the-pass", "a-secret", "@example.org") if typed in log]


def test_who_guesses_too_often_is_an_event(
    account: Person, lines: Callable, kept: Callable[..., Any], settings: Any
) -> None:
    client, who = Client(), str(account.pk)[:8]
    for _ in range(settings.AXES_FAILURE_LIMIT + 1):
        kept(sign_in, client, account.email, "wrong")
    assert access(lines)[-1][::3] == ("sign-in", "too many wrong passwords from there")
    assert access(lines)[-1][1] == who
    Authenticator.objects.create(person=account, secret="JBSWY3DPEHPK3PXP")
    half_way = Client(REMOTE_ADDR="192.0.2.8")
    kept(sign_in, half_way, account.email)
    kept(half_way.post, reverse("people:sign-in-step"), {"code": "000000"})
    assert [line[3] for line in access(lines)[-2:]] == ["second step asked for", "wrong code"]


def test_changes_of_rights_are_events(
    account: Person, guest: Person, table: Table, lines: Callable, kept: Callable[..., Any]
) -> None:
    sender = LetterContext("http://testserver", "en")
    mine, hers = str(account.pk)[:8], str(guest.pk)[:8]
    kept(keeper_make, person=account)
    kept(keeper_dismiss, person=account)
    kept(password_set, person=account, password="other-pass-1", sender=sender)
    kept(everything_remove, person=account, sender=sender)
    seat = seat_give(table=table, person=account, name="Luis", role=Seat.Role.PLAYER)
    kept(seat_set_role, seat=seat, role=Seat.Role.KEEPER)
    kept(seat_remove, seat=seat)
    campaign = begin(guest)
    member = Member.objects.create(campaign=campaign, person=account, name="Luis")
    kept(campaign_hand_over, giver=keeper_of(campaign), taker=member)
    kept(places_release, Member, "campaign", account)
    token = kept(token_create, person=account, name="lamp", scope=Scope.READ)[0]
    kept(token_revoke, token=token)
    kept(sign_out_everywhere, person=account)
    assert [line[:2] for line in access(lines)] == [
        ("keeper of the site", mine),
        ("keeper of the site", mine),
        ("password changed", mine),
        ("second step", mine),
        ("role", mine),
        ("role", mine),
        ("role", mine),
        ("role", hers),
        ("role", hers),
        ("token", mine),
        ("token", mine),
        ("sign-out", mine),
    ]
    told = [line for line in lines() if line["message"] == "role"]
    assert [line["role"] for line in told] == ["keeper", "none", "keeper", "player", "keeper"]


def test_who_may_have_a_house_pack_is_an_event(
    account: Person, guest: Person, lines: Callable, kept: Callable[..., Any]
) -> None:
    pack = make_pack(account)
    maker = pack.members.get(person=account)
    kept(pack_offer, member=maker, people=[(guest, "Marta")])
    hers = pack.members.get(person=guest)
    kept(offer_answer, member=hers, agrees=True)
    kept(pack_leave, member=maker)
    kept(offer_answer, member=pack.members.get(person=guest), agrees=False)
    told = [line for line in lines() if line["message"] == "role"]
    assert [(line["person"], line["role"]) for line in told] == [
        (str(guest.pk)[:8], "offered"),
        (str(guest.pk)[:8], "reader"),
        (str(guest.pk)[:8], "maker"),
        (str(account.pk)[:8], "none"),
        (str(guest.pk)[:8], "none"),
    ]
    assert {line["pack"] for line in told} == {str(pack.pk)}


def test_what_was_not_kept_is_no_event(account: Person, lines: Callable) -> None:
    with suppress(ValueError), transaction.atomic():
        keeper_make(person=account)
        raise ValueError
    assert access(lines) == []


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
