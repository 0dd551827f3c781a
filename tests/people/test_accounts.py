"""Sign up, in and out, passwords, and the bin."""

import re
import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from companion.models import Seat, Table
from companion.people import services
from companion.people.forms import NameForm
from companion.people.identity import GUEST_COOKIE
from companion.people.letters.services import letters_send
from companion.people.models import Person
from tests.conftest import PASSWORD, open_table

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]

NEW = {"name": "Sofía", "email": "Sofia@Example.org", "password": "nine-walkers-passing"}


def sign_in(client: Client, email: str, password: str = PASSWORD):  # type: ignore[no-untyped-def]
    return client.post(reverse("people:sign-in"), {"username": email, "password": password})


def signed_in(client: Client) -> bool:
    return client.get(reverse("people:account")).status_code == 200


def test_signing_up_signs_in(client: Client) -> None:
    response = client.post(reverse("people:sign-up"), NEW)
    assert response.url == "/"
    assert signed_in(client)
    assert Person.objects.get().email == "sofia@example.org"


@pytest.mark.parametrize(
    "wrong",
    [
        {"email": "nonsense"},
        {"email": ""},
        {"password": "short"},
        {"password": "password123"},
        {"password": "sofia@example.org"},
        {"email": "LUIS@example.org"},
        {"name": "x" * 61},
    ],
)
def test_a_sign_up_that_is_not_accepted_says_why(
    client: Client, account: Person, wrong: dict
) -> None:
    response = client.post(reverse("people:sign-up"), NEW | wrong)
    assert response.status_code == 422
    assert b"field__errors" in response.content
    assert Person.objects.count() == 1


def test_sign_in_and_out(client: Client, account: Person) -> None:
    assert sign_in(client, "LUIS@example.org").status_code == 302
    assert signed_in(client)
    client.post(reverse("people:sign-out"))
    assert not signed_in(client)


def test_a_wrong_password_and_an_unknown_address_look_the_same(
    client: Client, account: Person
) -> None:
    answers = [sign_in(client, account.email, "wrong"), sign_in(client, "nobody@example.org")]
    assert [answer.status_code for answer in answers] == [422, 422]
    words = [re.findall(r'role="alert">.*?</ul>', answer.content.decode()) for answer in answers]
    assert words[0] == words[1]
    assert words[0]


def test_guessing_passwords_is_stopped_and_says_when_to_come_back(
    client: Client, account: Person
) -> None:
    spelled = [account.email.upper(), account.email, account.email.title()]
    codes = [sign_in(client, spelled[n % 3], f"guess-{n}").status_code for n in range(7)]
    assert codes[0] == 422
    last = sign_in(client, account.email)
    assert last.status_code == 429, "even the right password waits"
    assert last["Retry-After"] == "900"
    assert not signed_in(client)


def test_a_new_password_by_mail_ends_the_wait(client: Client, account: Person) -> None:
    for n in range(7):
        sign_in(client, account.email, f"guess-{n}")
    client.post(reverse("people:reset"), {"email": account.email})
    letters_send()
    link = re.search(r"http://testserver(/\S+)", mail.outbox[0].body)[1]  # type: ignore[index]
    form = client.get(link, follow=True)
    sent = {"new_password1": "other-pass-1", "new_password2": "other-pass-1"}
    client.post(form.request["PATH_INFO"], sent)
    assert sign_in(client, account.email, "other-pass-1").status_code == 302


def test_an_address_longer_than_any_account_has_is_refused(client: Client, db: None) -> None:
    assert sign_in(client, "a@" + ".".join(["b" * 60] * 5)).status_code == 422


def test_another_account_at_the_same_address_is_not_locked_out(
    client: Client, account: Person
) -> None:
    other = Person(email="marta@example.org")
    other.set_password(PASSWORD)
    other.save()
    for n in range(8):
        sign_in(client, account.email, f"guess-{n}")
    assert sign_in(client, other.email).status_code == 302


def test_signing_up_in_bulk_is_slowed(client: Client) -> None:
    url = reverse("people:sign-up")
    codes = [client.post(url, {"email": "nonsense"}).status_code for _ in range(21)]
    assert (codes[0], codes[-1]) == (422, 429)


def test_changing_the_password(as_person: AsPerson, account: Person) -> None:
    client = as_person(account)
    sent = {"new_password1": "other-pass-1", "new_password2": "other-pass-1"}
    assert client.post(reverse("people:password"), sent).status_code == 302
    assert signed_in(client), "this browser stays signed in"
    account.refresh_from_db()
    assert account.check_password("other-pass-1")


def test_resetting_the_password_by_mail(client: Client, account: Person) -> None:
    response = client.post(reverse("people:reset"), {"email": "LUIS@example.org"})
    assert response.url == reverse("people:reset-sent")
    letters_send()
    link = re.search(r"http://testserver(/\S+)", mail.outbox[0].body)[1]  # type: ignore[index]
    form = client.get(link, follow=True)
    sent = {"new_password1": "other-pass-1", "new_password2": "other-pass-1"}
    assert client.post(form.request["PATH_INFO"], sent).url == reverse("people:sign-in")
    assert sign_in(client, account.email, "other-pass-1").status_code == 302
    stale = Client().get(link, follow=True)
    assert stale.status_code == 200
    assert b"new_password1" not in stale.content, "a link works once"


def test_an_address_without_account_gets_no_mail_and_the_same_answer(client: Client) -> None:
    response = client.post(reverse("people:reset"), {"email": "nobody@example.org"})
    assert response.url == reverse("people:reset-sent")
    assert letters_send() == 0
    assert mail.outbox == []


def test_mails_are_slowed(client: Client) -> None:
    url = reverse("people:reset")
    codes = [client.post(url, {"email": "a@example.org"}).status_code for _ in range(11)]
    assert (codes[0], codes[-1]) == (302, 429)


def test_the_name_can_be_changed(as_person: AsPerson, account: Person) -> None:
    client, url = as_person(account), reverse("people:account")
    assert client.post(url, {"name": "Luis M."}).status_code == 302
    account.refresh_from_db()
    assert (account.name, account.email) == ("Luis M.", "luis@example.org")
    assert client.post(url, {"name": "x" * 61}).status_code == 422


def test_a_deleted_account_waits_in_the_bin_and_comes_back(
    as_person: AsPerson, account: Person
) -> None:
    table, client = open_table(account), as_person(account)
    assert client.post(reverse("people:delete")).status_code == 302
    assert not signed_in(client)
    assert client.get(reverse("companion:table", args=[table.pk])).status_code == 404
    assert sign_in(client, account.email).status_code == 302
    assert client.get(reverse("companion:table", args=[table.pk])).status_code == 200


def test_after_thirty_days_the_bin_is_emptied_and_others_keep_their_table(
    account: Person, guest: Person
) -> None:
    alone, shared = open_table(account), open_table(account)
    Seat.objects.create(table=shared, person=guest, name="Marta")
    services.account_bin(person=account)
    assert services.bin_empty() == 0
    Person.objects.filter(pk=account.pk).update(binned_at=timezone.now() - timedelta(days=31))
    assert services.bin_empty() == 1
    assert not Person.objects.filter(pk=account.pk).exists()
    assert not Table.objects.filter(pk=alone.pk).exists()
    assert shared.seats.get().role == Seat.Role.KEEPER


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "nowhere", "?x"]
)
def test_nobody_is_sent_to_another_site(client: Client, account: Person, target: str) -> None:
    sent = {"username": account.email, "password": PASSWORD, "next": target}
    assert client.post(reverse("people:sign-in"), sent).url == "/"


def test_a_guest_who_signs_up_keeps_everything(as_person: AsPerson, guest: Person) -> None:
    table, client = open_table(guest), as_person(guest)
    client.post(reverse("people:sign-up"), NEW)
    person = Person.objects.get()
    assert person.pk == guest.pk
    assert client.get(reverse("companion:table", args=[table.pk])).status_code == 200
    assert client.cookies[GUEST_COOKIE].value == "", "the guest's cookie is of no more use"


def test_the_old_guest_cookie_does_not_open_the_account(as_person: AsPerson, guest: Person) -> None:
    table, thief = open_table(guest), as_person(guest)
    as_person(guest).post(reverse("people:sign-up"), NEW)
    assert thief.get(reverse("companion:table", args=[table.pk])).status_code == 404


def test_what_a_guest_made_joins_the_account_on_signing_in(
    as_person: AsPerson, guest: Person, account: Person
) -> None:
    own, made, both = open_table(account), open_table(guest), open_table(guest)
    Seat.objects.create(table=both, person=account, name="Luis")
    client = as_person(guest)
    sign_in(client, account.email)
    assert not Person.objects.filter(pk=guest.pk).exists()
    for table in (own, made, both):
        assert table.seats.get().person == account
        assert table.seats.get().role == Seat.Role.KEEPER
        assert client.get(reverse("companion:table", args=[table.pk])).status_code == 200


@pytest.mark.parametrize("cookie", ["nonsense", "a:b:c", ""])
def test_a_forged_guest_cookie_is_nobody(client: Client, table: Table, cookie: str) -> None:
    client.cookies[GUEST_COOKIE] = cookie
    assert client.get(reverse("companion:table", args=[table.pk])).status_code == 404
    assert client.get("/").status_code == 200


def test_everything_that_belongs_to_a_person_is_handed_over() -> None:
    """A new relation to Person must be taught to `belongings`; this list is its reminder."""
    owned = {
        f"{relation.related_model._meta.label}.{relation.field.name}"
        for relation in Person._meta.related_objects
    }
    assert owned == {
        "campaigns.Member.person",
        "companion.HouseFact.person",
        "companion.LineUp.person",
        "api.Creation.person",
        "api.Token.person",
        "companion.Seat.person",
        "keeping.Ban.person",
        "keeping.Fault.person",
        "keeping.Report.person",
        "keeping.SiteKeeper.person",
        "people.Authenticator.person",
        "people.Letter.person",
        "people.Passkey.person",
        "people.RecoveryCode.person",
        "people.Session.person",
        "printing.PrintJob.person",
        "workshop.PackChange.person",
        "workshop.PackMember.person",
    }


@pytest.mark.django_db(transaction=True)
def test_one_address_signed_up_by_many_at_once_is_one_account() -> None:
    codes: list[int] = []

    def sign_up() -> None:
        codes.append(Client().post(reverse("people:sign-up"), NEW).status_code)
        connection.close()

    threads = [threading.Thread(target=sign_up) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [302] + [422] * 5
    assert Person.objects.count() == 1


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("  Luis   Ávila ", "Luis Ávila"), ("Lu\u200bis", "Luis"), ("\u3164\u2800", "")],
)
def test_what_nobody_can_see_is_no_part_of_a_name(typed: str, kept: str) -> None:
    form = NameForm({"name": typed})
    assert form.is_valid()
    assert form.cleaned_data["name"] == kept
