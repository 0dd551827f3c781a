"""An address counts once its link is followed, and nobody learns who has an account."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from companion.people import services
from companion.people.letters.services import (
    MOST_ATTEMPTS,
    RETRY_AFTER,
    LetterContext,
    letters_send,
)
from companion.people.models import Letter, Person
from tests.conftest import PASSWORD, open_table
from tests.people.kit import (
    account_of,
    grow_stale,
    is_signed_in,
    letters,
    link_in,
    measured,
    sign_in,
)

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
NEW = {"name": "Sofía", "email": "Sofia@Example.org", "password": "nine-walkers-passing"}
SENT = "people:sign-up-sent"


@pytest.fixture
def mailing(settings: Any) -> None:
    """A site that sends mail."""
    settings.MAIL_IS_SENT = True


def sign_up(client: Client, **changed: str) -> Any:
    return client.post(reverse("people:sign-up"), NEW | changed)


@pytest.mark.usefixtures("mailing")
class TestSigningUp:
    def test_the_account_is_one_when_the_link_is_followed(
        self, as_person: AsPerson, guest: Person
    ) -> None:
        table, client = open_table(guest), as_person(guest)
        assert sign_up(client).url == reverse(SENT)
        guest.refresh_from_db()
        assert (guest.email, guest.pending_email) == (None, "sofia@example.org")
        assert not is_signed_in(client)
        assert client.get(reverse("companion:table", args=[table.pk])).status_code == 200
        assert "sofia@example.org" in client.get(reverse(SENT)).content.decode()
        (letter,) = letters()
        assert letter.to == ["sofia@example.org"]
        page = client.get(link_in(letter))
        assert b'name="password"' not in page.content, "this browser asked: a button is enough"
        guest.refresh_from_db()
        assert guest.email is None, "looking at a link, as mail scanners do, changes nothing"
        assert client.post(link_in(letter)).url == reverse("people:account")
        assert is_signed_in(client)
        guest.refresh_from_db()
        assert (guest.email, guest.pending_email) == ("sofia@example.org", None)
        assert client.get(reverse("companion:table", args=[table.pk])).status_code == 200

    def test_a_browser_never_seen_before_becomes_a_guest_until_then(self, client: Client) -> None:
        sign_up(client)
        assert client.get(reverse(SENT)).status_code == 200
        client.post(link_in(letters()[0]))
        assert is_signed_in(client)
        assert Person.objects.count() == 1

    def test_a_password_does_not_open_what_is_not_confirmed(self, client: Client) -> None:
        sign_up(client)
        assert sign_in(Client(), "sofia@example.org", NEW["password"]).status_code == 422

    def test_elsewhere_the_link_needs_the_password(self, client: Client) -> None:
        """Whoever signs up with another's address must not have them open the account."""
        sign_up(client)
        link, other = link_in(letters()[0]), Client()
        assert b'name="password"' in other.get(link).content
        assert other.post(link, {"password": "wrong"}).status_code == 422
        assert other.post(link).status_code == 422
        assert not Person.objects.filter(email="sofia@example.org").exists()
        assert other.post(link, {"password": NEW["password"]}).status_code == 302
        assert is_signed_in(other)

    def test_guessing_that_password_is_stopped(self, client: Client) -> None:
        sign_up(client)
        link = link_in(letters()[0])
        codes = [Client().post(link, {"password": str(n)}).status_code for n in range(11)]
        assert (codes[0], codes[-1]) == (422, 429)

    def test_a_link_works_once_for_three_hours(self, client: Client, settings: Any) -> None:
        sign_up(client)
        link = link_in(letters()[0])
        settings.PASSWORD_RESET_TIMEOUT = -1
        assert client.get(link).status_code == 404
        settings.PASSWORD_RESET_TIMEOUT = 3 * 60 * 60
        assert client.post(link).status_code == 302
        assert client.get(link).status_code == 404
        assert client.post(link).status_code == 404

    def test_a_new_link_makes_the_one_before_useless(self, client: Client) -> None:
        sign_up(client)
        first = link_in(letters()[0])
        assert client.post(reverse(SENT)).status_code == 302
        second = link_in(letters()[0])
        assert client.get(first).status_code == 404
        assert client.get(second).status_code == 200

    @pytest.mark.parametrize("link", ["abc/def", "AA/c-d", "%F0%9F/x", "x" * 300 + "/y"])
    def test_a_made_up_link_opens_nothing(self, client: Client, link: str) -> None:
        assert client.get(f"/account/confirm/{link}/").status_code == 404

    def test_the_first_to_confirm_has_the_address(self, client: Client) -> None:
        other = Client()
        sign_up(client)
        sign_up(other, name="Mallory")
        mine, theirs = map(link_in, letters())
        assert client.post(mine).status_code == 302
        assert other.post(theirs).status_code == 404
        assert Person.objects.filter(email="sofia@example.org").get().name == "Sofía"

    def test_whoever_has_the_address_is_told_by_mail_and_nobody_else(
        self, client: Client, account: Person
    ) -> None:
        free, taken = sign_up(Client()), sign_up(client, email=account.email.upper())
        assert (taken.status_code, taken.url) == (free.status_code, free.url)
        assert account.email in client.get(reverse(SENT)).content.decode()
        letter = letters()[1]
        assert letter.to == [account.email]
        assert "There is one already: yours" in letter.body
        assert "/confirm/" not in letter.body
        account.refresh_from_db()
        assert account.check_password(PASSWORD)

    def test_a_request_does_the_same_work_either_way(
        self, client: Client, account: Person, settings: Any
    ) -> None:
        sign_up(Client(), email="warm@example.org")
        with measured(settings) as free:
            sign_up(Client())
        with measured(settings) as taken:
            sign_up(Client(), email=account.email)
        assert free.hashes == 1
        assert free == taken
        assert mail.outbox == [], "mails leave outside the request"


@pytest.mark.usefixtures("mailing")
class TestChangingTheAddress:
    def ask(self, client: Client, email: str = "new@example.org") -> Any:
        return client.post(reverse("people:address"), {"email": email})

    def test_the_old_one_counts_until_the_new_one_is_confirmed(
        self, as_person: AsPerson, account: Person
    ) -> None:
        client = as_person(account)
        assert self.ask(client, "New@example.org").url == reverse(SENT)
        (letter,) = letters()
        assert letter.to == ["new@example.org"]
        assert sign_in(Client(), "luis@example.org").status_code == 302
        assert sign_in(Client(), "new@example.org").status_code == 422
        Client().post(reverse("people:reset"), {"email": "new@example.org"})
        assert letters() == [], "resets go to the address that counts"
        client.post(link_in(letter))
        account.refresh_from_db()
        assert account.email == "new@example.org"
        assert sign_in(Client(), "new@example.org").status_code == 302
        (notice,) = letters()
        assert notice.to == ["luis@example.org"]
        assert "another mail address" in notice.subject

    def test_it_needs_the_password_entered_a_moment_ago(
        self, as_person: AsPerson, account: Person
    ) -> None:
        client = as_person(account)
        grow_stale(client)
        again = f"{reverse('people:again')}?next=%2Faccount%2Faddress%2F"
        assert self.ask(client).url == again
        assert not Letter.objects.exists()
        assert client.post(again, {"password": "wrong"}).status_code == 422
        assert self.ask(client).url == again
        assert client.post(again, {"password": PASSWORD}).url == reverse("people:address")
        assert self.ask(client).url == reverse(SENT)

    def test_an_address_somebody_has_is_answered_like_any_other(
        self, as_person: AsPerson, account: Person, settings: Any
    ) -> None:
        account_of("sofia@example.org")
        client = as_person(account)
        self.ask(client, "warm@example.org")
        with measured(settings) as free:
            answers = [self.ask(client)]
        with measured(settings) as taken:
            answers.append(self.ask(client, "sofia@example.org"))
        assert free == taken
        assert answers[0].url == answers[1].url
        last = letters()[-1]
        assert (last.to, "yours" in last.body) == (["sofia@example.org"], True)

    def test_another_password_forgets_the_address_that_waits(
        self, as_person: AsPerson, account: Person
    ) -> None:
        """A thief who asked for their own address does not get it after the owner's repair."""
        thief, owner = as_person(account), as_person(account)
        self.ask(thief, "thief@example.org")
        link = link_in(letters()[0])
        sent = {"new_password1": "other-pass-1", "new_password2": "other-pass-1"}
        owner.post(reverse("people:password"), sent)
        assert owner.get(link).status_code == 404

    def test_it_can_be_forgotten(self, as_person: AsPerson, account: Person) -> None:
        client = as_person(account)
        self.ask(client)
        link = link_in(letters()[0])
        assert "new@example.org" in client.get(reverse("people:account")).content.decode()
        client.post(reverse("people:address-forget"))
        assert client.get(link).status_code == 404


class TestAtHomeWithoutMail:
    def test_signing_up_counts_at_once_and_says_so(self, client: Client) -> None:
        assert "sends no mail" in client.get(reverse("people:sign-up")).content.decode()
        assert sign_up(client).url == "/"
        assert is_signed_in(client)
        assert letters() == []

    def test_another_address_counts_at_once(self, as_person: AsPerson, account: Person) -> None:
        account_of("sofia@example.org")
        client, url = as_person(account), reverse("people:address")
        assert client.post(url, {"email": "sofia@example.org"}).status_code == 422
        assert client.post(url, {"email": "nonsense"}).status_code == 422
        assert client.post(url, {"email": account.email}).url == reverse("people:account")
        assert client.post(url, {"email": "New@example.org"}).status_code == 302
        account.refresh_from_db()
        assert account.email == "new@example.org"
        (notice,) = letters()
        assert notice.to == ["luis@example.org"]


class TestNobodyLearnsWhoHasAnAccount:
    def test_by_signing_in(self, account: Person, settings: Any) -> None:
        sign_in(Client(), "warm@example.org")
        with measured(settings) as known:
            sign_in(Client(), account.email, "wrong")
        with measured(settings) as unknown:
            sign_in(Client(), "nobody@example.org", "wrong")
        assert known.hashes == unknown.hashes == 1
        assert len(known.statements) == len(unknown.statements)

    def test_by_resetting(self, account: Person, settings: Any) -> None:
        def ask(email: str) -> Any:
            return Client().post(reverse("people:reset"), {"email": email})

        with measured(settings) as known:
            answers = [ask(account.email)]
        with measured(settings) as unknown:
            answers.append(ask("nobody@example.org"))
        assert known == unknown
        assert answers[0].url == answers[1].url
        assert mail.outbox == []
        assert [letter.to for letter in letters()] == [[account.email]]


class TestLetters:
    def test_one_that_fails_is_tried_again_and_given_up_in_the_end(
        self, account: Person, settings: Any, caplog: pytest.LogCaptureFixture
    ) -> None:
        Client().post(reverse("people:reset"), {"email": account.email})
        works = settings.EMAIL_BACKEND
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9  # nobody listens there
        assert letters_send() == 0
        assert letters_send() == 0, "not again at once"
        assert Letter.objects.get().attempts == 1
        self._later()
        settings.EMAIL_BACKEND = works
        assert len(letters()) == 1
        assert not Letter.objects.exists()
        Client().post(reverse("people:reset"), {"email": account.email})
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        for _ in range(MOST_ATTEMPTS):
            letters_send()
            self._later()
        assert not Letter.objects.exists()
        assert "mail given up" in caplog.text

    def test_nobody_fills_the_letter_box_of_somebody_else(self, account: Person) -> None:
        """From as many browsers and addresses as one likes; and whether there is an account."""
        for email in (str(account.email), "nobody@example.org"):
            answers = [
                Client(REMOTE_ADDR=f"192.0.2.{number}").post(
                    reverse("people:reset"), {"email": email.upper() if number % 2 else email}
                )
                for number in range(1, 9)
            ]
            assert [answer.status_code for answer in answers] == [302] * 6 + [429] * 2
            assert "Retry-After" in answers[-1]
        assert Letter.objects.count() == 12

    @pytest.mark.usefixtures("mailing")
    def test_what_is_refused_spoils_no_link_that_was_sent(
        self, as_person: AsPerson, guest: Person
    ) -> None:
        client = as_person(guest)
        sign_up(client)
        for _ in range(5):
            assert client.post(reverse(SENT)).status_code == 302
        (*_, last) = letters()
        assert client.post(reverse(SENT)).status_code == 429
        assert client.get(link_in(last)).status_code == 200

    def _later(self) -> None:
        Letter.objects.update(claimed_at=timezone.now() - RETRY_AFTER - timedelta(seconds=1))

    def test_they_speak_the_language_of_whoever_asked(self, account: Person) -> None:
        client = Client(headers={"Accept-Language": "es"})
        client.post(reverse("people:reset"), {"email": account.email})
        assert "contraseña" in letters()[0].subject

    @pytest.mark.parametrize("language", ["es", "en"])
    @pytest.mark.parametrize("kind", Letter.Kind.values)
    def test_every_kind_has_words_and_no_more_than_one_line_of_subject(
        self, account: Person, kind: str, language: str
    ) -> None:
        waiting = Person.objects.create_guest(
            pending_email="new@example.org", pending_since=timezone.now()
        )
        is_new = kind == Letter.Kind.CONFIRM
        Letter.objects.create(
            kind=kind,
            to="new@example.org" if is_new else account.email,
            person=waiting if is_new else account,
            site="http://testserver",
            language=language,
        )
        (letter,) = letters()
        assert letter.subject.startswith("Safehouse: ")
        assert "http://testserver/" in letter.body
        assert "<" not in letter.body


def test_two_requests_with_one_link_make_one_account(client: Client, settings: Any) -> None:
    settings.MAIL_IS_SENT = True
    sign_up(client)
    token = link_in(letters()[0]).split("/")[-2]
    person = Person.objects.get()
    sender = LetterContext("http://testserver", "en")
    services.address_confirm(person=person, token=token, sender=sender)
    with pytest.raises(services.LinkSpent):
        services.address_confirm(person=person, token=token, sender=sender)
