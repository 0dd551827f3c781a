"""The pages of whoever keeps the site: what they show, and what they decide."""

import logging
import os
import re
import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlencode

import pyotp
import pytest
from celery import current_app
from django.core import mail
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import include, path, reverse
from django.utils import timezone

from api.models import Scope
from api.services import token_create
from campaigns.keeping import daily, services
from campaigns.keeping.backups import shelf
from campaigns.keeping.bans import ShutOut, bans, home_of
from campaigns.keeping.models import Ban, Fault, Mark, Report
from campaigns.keeping.selectors import reported_page
from campaigns.members.services import invitation_make
from campaigns.models import Member
from campaigns.printing.models import PrintJob
from companion.models import Table
from companion.people.models import Authenticator, Person
from tests.campaigns.kit import begin, keeper_of
from tests.conftest import PASSWORD, open_table
from tests.keeping.kit import finished_print, furnish
from tests.nest import run
from tests.people.kit import grow_stale, sign_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_folders")]


def broken(request: HttpRequest, secret: str = "") -> HttpResponse:
    from companion.people.identity import person_of

    person_of(request)
    raise ValueError(f"the sender's secret is {secret}")


urlpatterns = [
    path("broken/<str:secret>/", broken),
    path("", include("config.urls")),
]
handler500 = "companion.frame.errors.server_error"


@pytest.fixture
def operator(as_person: Callable[[Person], Client]) -> Client:
    keeper = Person.objects.create(name="Olga", email="olga@example.org")
    services.keeper_make(person=keeper)
    return as_person(keeper)


def state_of(client: Client, condition: str) -> tuple[str, str]:
    """How a condition stands on the page: its state, and the words."""
    page = client.get(reverse("keeping:operate"), HTTP_ACCEPT_LANGUAGE="en").content.decode()
    match = re.search(rf'cond--(\w+)" id="is-{condition}">.*?<small>(.*?)</small>', page)
    assert match, condition
    return match[1], match[2]


def test_a_keeper_may_have_to_have_a_second_step(
    settings: object, as_person: Callable[[Person], Client]
) -> None:
    """It is asked for on every page and button; whoever is no keeper learns nothing of it."""
    settings.KEEPERS_SECOND_STEP = True  # type: ignore[attr-defined]
    keeper = Person.objects.create(name="Olga", email="olga@example.org")
    services.keeper_make(person=keeper)
    client = as_person(keeper)
    for url in ("keeping:operate", "keeping:faults", "keeping:bans"):
        assert client.get(reverse(url)).url == reverse("people:second-step")  # type: ignore[attr-defined]
    refused = client.post(reverse("keeping:clean"), follow=True, HTTP_ACCEPT_LANGUAGE="en")
    page = " ".join(refused.content.decode().split())
    assert "The site admin pages need a second step. Set it up, then open /operate/ again." in page
    assert not Mark.objects.filter(name=daily.CLEANING).exists()
    stranger = as_person(Person.objects.create(name="Eva", email="eva@example.org"))
    assert stranger.get(reverse("keeping:operate")).status_code == 404
    Authenticator.objects.create(person=keeper, secret="JBSWY3DPEHPK3PXP")
    assert client.get(reverse("keeping:operate")).status_code == 200


def test_a_browser_signed_in_before_the_second_step_was_set_up_has_to_show_it(
    settings: object, account: Person, own_folders: Path
) -> None:
    """The account has one; this browser has shown a password alone. It owes it for backups, too."""
    settings.KEEPERS_SECOND_STEP = True  # type: ignore[attr-defined]
    services.keeper_make(person=account)
    client, operate = Client(), reverse("keeping:operate")
    sign_in(client, account.email)
    secret = "JBSWY3DPEHPK3PXP"
    Authenticator.objects.create(person=account, secret=secret)
    backup = own_folders / "backups" / shelf.name_of(timezone.now(), shelf.ASKED)
    backup.parent.mkdir()
    backup.write_bytes(b"everything")
    step, file = reverse("people:sign-in-step"), reverse("keeping:backup-file", args=[backup.name])
    grow_stale(client)
    assert client.get(file).url == f"{reverse('people:again')}?{urlencode({'next': file})}"  # type: ignore[attr-defined]
    client.post(reverse("people:again"), {"password": PASSWORD})
    for refused in (client.get(operate), client.post(reverse("keeping:clean")), client.get(file)):
        assert refused.url == step  # type: ignore[attr-defined]
    assert not Mark.objects.filter(name=daily.CLEANING).exists()
    assert client.post(step, {"code": pyotp.TOTP(secret).now()}).url == file  # type: ignore[attr-defined]
    assert b"".join(client.get(file).streaming_content) == b"everything"  # type: ignore[attr-defined]
    assert client.get(operate).status_code == 200


def test_without_that_setting_a_keeper_needs_none(operator: Client) -> None:
    assert operator.get(reverse("keeping:operate")).status_code == 200


# ---------- is everything well ----------


def test_the_page_knows_how_things_stand(operator: Client, settings: object) -> None:
    assert state_of(operator, "database")[0] == "well"
    assert state_of(operator, "worker") == (
        "heed",
        "No worker has been seen yet. 0 prints wait.",
    )
    daily.sign_of_life()
    assert state_of(operator, "worker")[0] == "well"
    Mark.objects.update(at=timezone.now() - timedelta(hours=1))
    assert state_of(operator, "worker")[0] == "heed"
    settings.DISK_FREE_MB = 10**9  # type: ignore[attr-defined]
    assert state_of(operator, "disk")[0] == "down"
    assert state_of(operator, "versions")[1].startswith("Safehouse 0.1.0 · Python 3")


@pytest.mark.django_db(transaction=True)
def test_backups_and_their_failures_are_told(
    operator: Client, own_folders: Path, settings: object
) -> None:
    settings.AUTOMATIC_BACKUPS = True  # type: ignore[attr-defined]
    furnish()
    assert state_of(operator, "backups")[1] == "There is none yet."
    daily.housekeeping()
    state, text = state_of(operator, "backups")
    assert (state, "1 in all" in text) == ("well", True)
    (made,) = (own_folders / "backups").glob("*.zip")
    old = made.with_name(re.sub(r"\d{8}", "20200101", made.name))
    made.rename(old)
    assert state_of(operator, "backups")[0] == "heed"
    Mark.objects.filter(name=daily.BACKUP).update(problem="No room in the attic.")
    assert state_of(operator, "backups") == ("down", "No room in the attic.")


def test_a_folder_of_backups_that_cannot_be_read_is_told(
    operator: Client, own_folders: Path, settings: object
) -> None:
    """A name no disk takes is refused to everybody, root too, as a foreign folder is to others."""
    settings.AUTOMATIC_BACKUPS = True  # type: ignore[attr-defined]
    settings.BACKUP_DIR = own_folders / ("x" * 300) / "backups"  # type: ignore[attr-defined]
    state, text = state_of(operator, "backups")
    assert (state, text.startswith("The folder for backups cannot be read: ")) == ("down", True)
    name = shelf.name_of(timezone.now(), shelf.ASKED)
    assert operator.get(reverse("keeping:backup-file", args=[name])).status_code == 404
    settings.AUTOMATIC_BACKUPS = False  # type: ignore[attr-defined]
    assert state_of(operator, "backups")[0] == "heed"


def test_a_keeper_takes_a_backup_along(
    operator: Client, own_folders: Path, as_person: Callable[[Person], Client]
) -> None:
    folder = own_folders / "backups"
    folder.mkdir()
    name = shelf.name_of(timezone.now(), shelf.ASKED)
    (folder / name).write_bytes(b"everything")
    url = reverse("keeping:backup-file", args=[name])
    page = operator.get(reverse("keeping:operate"), HTTP_ACCEPT_LANGUAGE="en").content.decode()
    assert url in page
    assert "Backups are on the same disk as the site." in page
    answer = operator.get(url)
    assert b"".join(answer.streaming_content) == b"everything"  # type: ignore[attr-defined]
    assert name in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"]
    grow_stale(operator)
    asked = operator.get(url)
    assert (asked.status_code, asked["Location"].split("?")[0]) == (302, reverse("people:again"))
    back = operator.post(asked["Location"], {"password": "wrong"})
    assert back.status_code == 422
    for other in ("../secret_key", "safehouse-20200101-000000-asked.zip", "secret_key"):
        path = reverse("keeping:operate") + f"backups/{other}/"
        assert operator.get(path).status_code == 404
    stranger = as_person(Person.objects.create(name="Eva", email="eva@example.org"))
    assert stranger.get(url).status_code == 404


def test_a_queue_that_is_away_is_told_on_the_page(
    operator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(current_app.conf, "broker_write_url", "redis://127.0.0.1:1/0")
    answer = operator.post(reverse("keeping:backup"), follow=True, HTTP_ACCEPT_LANGUAGE="en")
    assert answer.status_code == 200
    assert "The queue cannot be reached. Nothing has changed." in answer.content.decode()


def test_a_mail_is_tried(operator: Client, settings: object) -> None:
    response = operator.post(reverse("keeping:mail"), follow=True, HTTP_ACCEPT_LANGUAGE="en")
    assert "Sent to olga@example.org" in response.content.decode()
    assert mail.outbox[0].to == ["olga@example.org"]
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"  # type: ignore[attr-defined]
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1  # type: ignore[attr-defined]
    response = operator.post(reverse("keeping:mail"), follow=True, HTTP_ACCEPT_LANGUAGE="en")
    assert "The mail did not leave" in response.content.decode()


def test_the_page_costs_the_same_however_much_there_is(operator: Client) -> None:
    def cost() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert operator.get(reverse("keeping:operate")).status_code == 200
        return len(queries)

    first = cost()
    for _ in range(3):
        furnish()
    assert cost() <= first


def test_what_can_go_goes_by_a_button(operator: Client) -> None:
    guest = Person.objects.create_guest()
    Person.objects.filter(pk=guest.pk).update(created_at=timezone.now() - timedelta(days=50))
    page = operator.post(reverse("keeping:clean"), follow=True, HTTP_ACCEPT_LANGUAGE="en")
    assert "Cleaned: 1 things are gone" in page.content.decode()
    assert not Person.objects.filter(pk=guest.pk).exists()
    assert Mark.objects.get(name=daily.CLEANING).problem == ""


def test_a_failed_print_is_tried_again(operator: Client, guest: Person) -> None:
    job = finished_print(guest)
    retry = reverse("keeping:retry", args=[job.pk])
    assert operator.post(retry).status_code == 404, "it has not failed"
    PrintJob.objects.update(state="failed")
    assert operator.post(retry).status_code == 302
    assert PrintJob.objects.get().state == "queued"


# ---------- errors ----------


@override_settings(ROOT_URLCONF="tests.keeping.test_operate")
def test_an_error_is_found_by_the_number_on_its_page(
    operator: Client, guest: Person, as_person: Callable[[Person], Client]
) -> None:
    marta = as_person(guest)
    marta.raise_request_exception = False
    answer = marta.get("/broken/hunter2/?password=hunter2")
    assert answer.status_code == 500
    reference = answer["X-Request-ID"]
    fault = Fault.objects.get(reference=reference)
    assert (fault.error, fault.where) == ("ValueError", "GET /broken/<str:secret>/")
    assert (fault.person, "test_operate.py" in fault.lines) == (guest, True)
    assert "hunter2" not in repr(vars(fault)), "no secret is stored"
    errors = reverse("keeping:faults")
    assert reference in operator.get(errors).content.decode()
    assert "ValueError" in operator.get(errors, {"reference": reference}).content.decode()
    for other in ("0000000000", "\x00", "' OR 1=1", "x" * 900):
        page = operator.get(errors, {"reference": other}, HTTP_ACCEPT_LANGUAGE="en")
        assert "No error with that number" in page.content.decode()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the database has no part in it")
def test_the_server_as_it_is_started_listens_for_errors() -> None:
    """`manage.py serve` sets Django up and then loads the router."""
    script = (
        "import django, logging; django.setup(); import config.asgi;"
        "print(*(type(handler).__name__ for handler in "
        "logging.getLogger('django.request').handlers))"
    )
    done = run(["-c", script], os.environ)
    assert done.stdout.split() == ["FaultBook"], done.stderr


def test_what_fails_in_a_worker_is_kept_too() -> None:
    try:
        raise OSError("/secret/path")
    except OSError:
        logging.getLogger("safehouse.worker").exception("background work failed")
    fault = Fault.objects.get()
    assert (fault.where, fault.error) == ("safehouse.worker: background work failed", "OSError")
    assert "secret" not in repr(vars(fault))


def test_only_the_last_errors_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "FAULTS_KEPT", 3)
    for number in range(8):
        services.fault_note(reference=str(number), where="", error="", lines="", person=None)
    assert [fault.reference for fault in Fault.objects.all()] == ["7", "6", "5"]


# ---------- bans ----------


def test_an_address_is_shut_out_and_let_in_again(operator: Client) -> None:
    visitor = Client(REMOTE_ADDR="203.0.113.9", HTTP_ACCEPT_LANGUAGE="en")
    assert visitor.get("/").status_code == 200
    sent = {"whom": " 203.0.113.9 ", "days": "7", "reason": "noise"}
    assert operator.post(reverse("keeping:bans"), sent).status_code == 302
    refused = visitor.get("/")
    assert refused.status_code == 403
    assert "has shut you out" in refused.content.decode()
    assert visitor.get("/api/v1/games/").json()["code"] == "http.403"
    assert Client(REMOTE_ADDR="203.0.113.10").get("/").status_code == 200
    operator.post(reverse("keeping:lift", args=[Ban.objects.get().pk]))
    assert visitor.get("/").status_code == 200
    assert "noise" not in operator.get(reverse("keeping:bans")).content.decode()


def test_a_ban_ends_by_itself(operator: Client) -> None:
    operator.post(reverse("keeping:bans"), {"whom": "203.0.113.9", "days": "1"})
    Ban.objects.update(until=timezone.now() - timedelta(seconds=1))
    bans.forget()
    assert Client(REMOTE_ADDR="203.0.113.9").get("/").status_code == 200


@pytest.mark.parametrize(
    ("address", "other", "is_same"),
    [
        ("203.0.113.9", "203.0.113.9", True),
        ("203.0.113.9", "203.0.113.8", False),
        ("203.0.113.9", "::ffff:203.0.113.9", True),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::7", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
    ],
)
def test_a_household_is_one_address_or_64_bits(address: str, other: str, is_same: bool) -> None:
    assert (home_of(address) == home_of(other)) is is_same


def test_a_person_is_shut_out_with_their_keys(
    operator: Client, account: Person, as_person: Callable[[Person], Client]
) -> None:
    luis = as_person(account)
    _token, secret = token_create(person=account, name="x", scope=Scope.READ)
    program = Client(headers={"authorization": f"Bearer {secret}"})
    assert luis.get("/").status_code == program.get("/api/v1/me/").status_code == 200
    operator.post(reverse("keeping:bans"), {"whom": "LUIS@example.org", "days": "0"})
    assert luis.get("/").status_code == 403
    assert program.get("/api/v1/me/").status_code == 401
    assert Client().get("/").status_code == 200, "others are not"


@pytest.mark.parametrize(
    ("whom", "said"),
    [
        ("", "required"),
        ("nobody@example.org", "no account"),
        ("localhost", "neither"),
        ("203.0.113.0/24", "neither"),
        ("127.0.0.1", "That is you"),
        ("olga@example.org", "That is you"),
    ],
)
def test_a_ban_that_cannot_be_is_said(operator: Client, whom: str, said: str) -> None:
    sent = {"whom": whom, "days": "1"}
    answer = operator.post(reverse("keeping:bans"), sent, HTTP_ACCEPT_LANGUAGE="en")
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Ban.objects.exists()


def test_nobody_pays_for_bans_while_there_are_none(
    guest: Person, as_person: Callable[[Person], Client]
) -> None:
    marta = as_person(guest)
    bans.forget()
    with CaptureQueriesContext(connection) as first:
        marta.get("/credits/")
    with CaptureQueriesContext(connection) as second:
        marta.get("/credits/")
    assert (len(first), len(second)) == (1, 0)


@pytest.mark.django_db(transaction=True)
def test_no_page_waits_for_bans_once_they_are_known(
    guest: Person, as_person: Callable[[Person], Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database that says nothing costs a page that needs none of it no time."""
    marta = as_person(guest)
    bans.forget()
    marta.get("/credits/")
    looking, let_go = threading.Event(), threading.Event()

    def frozen(*_args: object) -> list[object]:
        looking.set()
        assert let_go.wait(30)
        raise OperationalError("the server does not answer")

    monkeypatch.setattr("campaigns.keeping.bans._in_force", frozen)
    monkeypatch.setattr("campaigns.keeping.bans.LOOK_SECONDS", 0)
    bans._known = ShutOut(frozenset({"203.0.113.9"}), frozenset())
    try:
        assert marta.get("/credits/").status_code == 200
        assert looking.wait(30), "they are read beside the request"
        assert marta.get("/credits/", REMOTE_ADDR="203.0.113.9").status_code == 403
    finally:
        let_go.set()
    assert bans.now().homes == {"203.0.113.9"}, "what was known last stays in force"


# ---------- reports ----------


def test_a_report_reaches_whoever_keeps_the_site(
    operator: Client, guest: Person, table: Table, as_person: Callable[[Person], Client]
) -> None:
    about = reverse("companion:join", args=[table.code])
    marta = as_person(guest)
    form = marta.get(reverse("keeping:report"), {"about": about}).content.decode()
    assert f'name="about" value="{about}"' in form
    sent = {"about": about, "text": "That is <b>no</b> game"}
    assert marta.post(reverse("keeping:report"), sent).status_code == 302
    page = operator.get(reverse("keeping:bans")).content.decode()
    assert "That is &lt;b&gt;no&lt;/b&gt; game" in page
    assert f"{table.code[:3]}-{table.code[3:]}" in page
    report = Report.objects.get()
    assert report.person == guest
    operator.post(reverse("keeping:report-bin", args=[report.pk]))
    assert Table.objects.get().binned_at is not None
    operator.post(reverse("keeping:report-ban", args=[report.pk]))
    assert marta.get("/").status_code == 403
    operator.post(reverse("keeping:report-close", args=[report.pk]))
    page = operator.get(reverse("keeping:bans"), HTTP_ACCEPT_LANGUAGE="en").content.decode()
    assert "No reports" in page
    assert operator.post(reverse("keeping:report-bin", args=[report.pk])).status_code == 404


def test_a_campaign_is_reported_by_its_invitation(operator: Client, guest: Person) -> None:
    campaign = begin(guest)
    invitation = invitation_make(
        campaign=campaign, member=keeper_of(campaign), role=Member.Role.PLAYER
    )
    about = reverse("campaigns:join", args=[invitation.token])
    Client().post(reverse("keeping:report"), {"about": about, "text": "a name"})
    assert "Los jueves" in operator.get(reverse("keeping:bans")).content.decode()
    operator.post(reverse("keeping:report-bin", args=[Report.objects.get().pk]))
    campaign.refresh_from_db()
    assert campaign.binned_at is not None


def test_many_reports_cost_what_one_costs(operator: Client, guest: Person) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            operator.get(reverse("keeping:bans"))
        return len(queries)

    def report_all() -> None:
        about = [
            reverse("companion:table", args=[open_table(guest).pk]),
            reverse("companion:join", args=[open_table(guest).code]),
            reverse("campaigns:campaign", args=[begin(guest).pk]),
        ]
        for page in about:
            services.report_make(person=guest, about=page, text="x")

    report_all()
    first = cost()
    report_all()
    assert cost() == first


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("https://evil.example/credits/", "/credits/"),
        ("/nowhere/", "/"),
        ("javascript:alert(1)", "/"),
        ("http://[", "/"),
        ("/join/\x00/", "/"),
        ("/join/" + "A" * 900 + "/", "/"),
        ("/account/reset/abc/the-secret-token/", "/account/reset/<uidb64>/<token>/"),
        ("/join/K74Q2M/", "/join/K74Q2M/"),
    ],
)
def test_of_an_address_only_what_is_needed_is_kept(address: str, kept: str) -> None:
    assert reported_page(address) == kept


def test_reports_are_limited_and_bounded(client: Client) -> None:
    answer = client.post(reverse("keeping:report"), {"about": "/", "text": "x" * 501})
    assert answer.status_code == 422
    codes = {
        client.post(reverse("keeping:report"), {"about": "/", "text": "x"}).status_code
        for _ in range(12)
    }
    assert codes == {302, 429}
    assert Report.objects.count() == 9


def test_a_guest_who_signs_in_keeps_what_they_reported(guest: Person, account: Person) -> None:
    from companion.people.services import guest_absorb

    open_table(guest)
    services.report_make(person=guest, about="/", text="x")
    guest_absorb(guest=guest, account=account)
    assert Report.objects.get().person == account
