"""Where an account is open, and how that ends."""

import io
import json
import zipfile
from collections.abc import Callable
from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session as DjangoSession
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from api.models import Scope, Token
from api.services import seat_token_create, token_create
from companion.models import Seat, Table
from companion.people.devices import device_words, rough_address
from companion.people.models import Person, Session
from companion.people.services import account_bin
from tests.api.conftest import Program
from tests.conftest import PASSWORD
from tests.people.kit import grow_stale, is_signed_in, letters, link_in, sign_in

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
PAGE = "people:sign-ins"
NEW_PASSWORD = {"new_password1": "other-pass-1", "new_password2": "other-pass-1"}


@pytest.fixture
def browsers(account: Person) -> list[Client]:
    """Three browsers of Luis: this one, Firefox on a phone, and another."""
    clients = [Client(), Client(headers={"User-Agent": FIREFOX}), Client()]
    for client in clients:
        assert sign_in(client, account.email).status_code == 302
    return clients


def marks(client: Client) -> dict[str, str]:
    """The mark of each browser on the page, by its device."""
    return {
        browser.device: browser.mark for browser in client.get(reverse(PAGE)).context["browsers"]
    }


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (FIREFOX, "Firefox on Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 "
         "(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
         "Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0", "Edge on Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
         "Chrome/140.0.0.0 Safari/537.36", "Chrome on Linux"),
        ("curl/8.0", "A browser"),
        ("", "A browser"),
    ],
)  # fmt: skip
def test_a_browser_in_words(agent: str, words: str) -> None:
    assert device_words(agent) == words


@pytest.mark.parametrize(
    ("address", "rough"),
    [
        ("203.0.113.77", "203.0.113.*"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::*"),
        ("::ffff:203.0.113.77", "203.0.113.*"),
        (None, ""),
    ],
)
def test_where_it_is_roughly(address: str | None, rough: str) -> None:
    assert rough_address(address) == rough


def test_the_page_lists_browsers_and_tokens(
    browsers: list[Client], account: Person, seat: Seat
) -> None:
    token_create(person=account, name="lamp", scope=Scope.READ)
    Seat.objects.filter(pk=seat.pk).update(person=account)
    seat_token_create(seat=seat, name="old phone")
    page = browsers[0].get(reverse(PAGE))
    text = page.content.decode()
    for words in ("this browser", "Firefox on Android", "127.0.0.*", "lamp", "old phone"):
        assert words in text
    listed = page.context["browsers"]
    assert [browser.is_this for browser in listed] == [True, False, False]
    assert all(browser.since is not None for browser in listed)
    assert not any(session.session_key in text for session in Session.objects.all())
    assert page["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"


def test_however_many_there_are_the_queries_are_the_same(
    browsers: list[Client], account: Person
) -> None:
    with CaptureQueriesContext(connection) as few:
        browsers[0].get(reverse(PAGE))
    for _ in range(4):
        sign_in(Client(), account.email)
        token_create(person=account, name="lamp", scope=Scope.READ)
    with CaptureQueriesContext(connection) as many:
        browsers[0].get(reverse(PAGE))
    assert len(many) == len(few)


def test_one_browser_is_signed_out_by_another(browsers: list[Client], account: Person) -> None:
    here = browsers[0]
    ended = reverse("people:sign-in-end", args=[marks(here)["Firefox on Android"]])
    assert here.post(ended).url == reverse(PAGE)
    assert [is_signed_in(browser) for browser in browsers] == [True, False, True]
    assert here.post(ended).status_code == 404


def test_nobody_ends_the_sign_in_of_another(browsers: list[Client], as_person: AsPerson) -> None:
    other = Person.objects.create(email="other@example.org")
    ended = reverse("people:sign-in-end", args=[marks(browsers[0])["Firefox on Android"]])
    assert as_person(other).post(ended).status_code == 404
    assert is_signed_in(browsers[1])


def test_signing_out_everywhere_ends_this_browser_and_the_tokens_too(
    browsers: list[Client], account: Person
) -> None:
    program = Program(token_create(person=account, name="lamp", scope=Scope.READ)[1])
    assert program.get("me/").status_code == 200
    done = browsers[0].post(reverse("people:sign-out-everywhere"))
    assert done.url == reverse("people:sign-in")
    assert not any(is_signed_in(browser) for browser in browsers)
    assert program.get("me/").status_code == 401
    assert not account.sessions.exists()


def test_another_password_ends_other_browsers_and_tokens_and_is_announced(
    browsers: list[Client], account: Person, seat: Seat
) -> None:
    Seat.objects.filter(pk=seat.pk).update(person=account)
    programs = [
        Program(token_create(person=account, name="lamp", scope=Scope.READ)[1]),
        Program(seat_token_create(seat=seat, name="phone")[1]),
    ]
    assert browsers[0].post(reverse("people:password"), NEW_PASSWORD).status_code == 302
    assert [is_signed_in(browser) for browser in browsers] == [True, False, False]
    assert account.sessions.count() == 1
    assert [program.get("me/").status_code for program in programs] == [401, 401]
    (letter,) = letters()
    assert letter.to == [account.email]
    assert "another password" in letter.subject


def test_a_reset_ends_every_browser_and_token_and_is_announced(
    browsers: list[Client], account: Person
) -> None:
    program = Program(token_create(person=account, name="lamp", scope=Scope.READ)[1])
    stranger = Client()
    stranger.post(reverse("people:reset"), {"email": account.email})
    form = stranger.get(link_in(letters()[0]), follow=True)
    done = stranger.post(form.request["PATH_INFO"], NEW_PASSWORD)
    assert done.url == reverse("people:sign-in")
    assert not any(is_signed_in(browser) for browser in [*browsers, stranger])
    assert program.get("me/").status_code == 401
    assert "another password" in letters()[0].subject


def test_a_password_that_is_refused_ends_nothing(browsers: list[Client], account: Person) -> None:
    token_create(person=account, name="lamp", scope=Scope.READ)
    sent = {"new_password1": "short", "new_password2": "short"}
    assert browsers[0].post(reverse("people:password"), sent).status_code == 422
    assert all(is_signed_in(browser) for browser in browsers)
    assert Token.objects.filter(revoked_at=None).exists()
    assert letters() == []


@pytest.mark.parametrize("name", ["password", "address", "delete", "second-step", "app"])
def test_the_password_is_asked_for_again_after_ten_minutes(
    name: str, as_person: AsPerson, account: Person
) -> None:
    client, url = as_person(account), reverse(f"people:{name}")
    assert client.get(url).status_code == 200
    grow_stale(client)
    for answer in (client.get(url), client.post(url, NEW_PASSWORD)):
        assert answer.url == f"{reverse('people:again')}?next={url.replace('/', '%2F')}"
    account.refresh_from_db()
    assert account.check_password(PASSWORD)
    assert account.binned_at is None


def test_a_token_needs_the_password_entered_a_moment_ago(
    as_person: AsPerson, account: Person
) -> None:
    client, sent = as_person(account), {"name": "lamp", "scope": "read"}
    grow_stale(client)
    assert b'name="scope"' not in client.get("/account/tokens/").content
    assert client.post("/account/tokens/", sent).url.startswith(reverse("people:again"))
    answer = Program(client=client).post("me/tokens/", sent)
    assert (answer.status_code, answer.json()["code"]) == (403, "password.again")
    assert not Token.objects.exists()
    client.post(f"{reverse('people:again')}?next=/account/tokens/", {"password": PASSWORD})
    assert client.post("/account/tokens/", sent).status_code == 200


def test_guessing_at_the_password_again_is_stopped(as_person: AsPerson, account: Person) -> None:
    client, url = as_person(account), reverse("people:again")
    codes = [client.post(url, {"password": f"guess-{n}"}).status_code for n in range(7)]
    assert (codes[0], codes[-1]) == (422, 429)
    assert client.post(url, {"password": PASSWORD}).status_code == 429


def test_a_visit_is_noted_now_and_then_not_every_time(
    browsers: list[Client], account: Person, table: Table
) -> None:
    long_ago = timezone.now() - timedelta(hours=3)
    Session.objects.update(seen_at=long_ago)
    browsers[0].post(reverse("people:account"), {"name": "x" * 61})
    assert account.sessions.filter(seen_at=long_ago).count() == 3, "no tap waits for it"
    browsers[0].get("/")
    noted = account.sessions.exclude(seen_at=long_ago).get()
    browsers[0].get("/")
    assert account.sessions.exclude(seen_at=long_ago).get().seen_at == noted.seen_at


def test_whoever_was_signed_in_stays_so_when_sessions_move(
    browsers: list[Client], account: Person
) -> None:
    """As the migration finds them, in Django's own table."""
    for row in Session.objects.all():
        DjangoSession.objects.create(
            session_key=row.session_key,
            session_data=row.session_data,
            expire_date=row.expire_date,
        )
    Session.objects.all().delete()
    move = import_module("companion.people.migrations.0003_move_sessions")
    move.move_sessions(apps, None)
    assert all(is_signed_in(browser) for browser in browsers)
    assert account.sessions.count() == 3
    assert not DjangoSession.objects.exists()


def test_an_account_in_the_bin_is_open_nowhere(browsers: list[Client], account: Person) -> None:
    account_bin(person=account)
    assert not any(is_signed_in(browser) for browser in browsers)


def test_what_is_known_of_sign_ins_can_be_taken_out(browsers: list[Client]) -> None:
    answer = browsers[0].get("/account/data/file/")
    with zipfile.ZipFile(io.BytesIO(answer.getvalue())) as archive:
        kept = json.loads(archive.read("sign-ins.json"))
    assert {browser["device"] for browser in kept["browsers"]} == {
        "A browser",
        "Firefox on Android",
    }
