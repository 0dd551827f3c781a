"""The second step of signing in: codes of an app, codes on paper, what takes it away."""

import html
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyotp
import pytest
import segno
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from companion.people.models import Authenticator, Person
from companion.people.second_step import services as second_step
from companion.people.services import account_bin
from tests.conftest import PASSWORD
from tests.people.kit import grow_stale, is_signed_in, letters, link_in, sign_in

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
STEP = "people:sign-in-step"
NOON = 1_800_000_000  # a moment at the beginning of a half minute


class Clock:
    """What time it is for the site, and what the phone shows then."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = float(NOON)
        monkeypatch.setattr(second_step.time, "time", lambda: self.now)

    def code(self, secret: str, *, ago: int = 0) -> str:
        return pyotp.TOTP(secret).at(int(self.now) - ago)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def set_up(client: Client, clock: Clock) -> tuple[str, list[str]]:
    """Set an app up on the pages; returns its key and the codes for paper."""
    page = client.get(reverse("people:app")).content.decode()
    secret = re.search(r'class="secret">([A-Z2-7 ]+)<', page)[1].replace(" ", "")  # type: ignore[index]
    done = client.post(reverse("people:app"), {"code": clock.code(secret)})
    assert done.status_code == 200
    return secret, done.context["codes"]


@pytest.fixture
def secured(account: Person, clock: Clock) -> tuple[str, list[str]]:
    client = Client()
    sign_in(client, account.email)
    made = set_up(client, clock)
    letters()
    clock.now += 60
    return made


def half_way(account: Person) -> Client:
    """A browser that has given the right password."""
    client = Client()
    assert sign_in(client, account.email).url == reverse(STEP)
    return client


def test_setting_an_app_up(account: Person, clock: Clock, tmp_path: Path) -> None:
    client = Client()
    sign_in(client, account.email)
    page = client.get(reverse("people:app"))
    assert page.context["address"].startswith("otpauth://totp/Safehouse:luis%40example.org?secret=")
    assert page.context["secret"] == client.get(reverse("people:app")).context["secret"]
    assert client.post(reverse("people:app"), {"code": "000000"}).status_code == 422
    other_digits = {"code": "\N{ARABIC-INDIC DIGIT ONE}" * 6}
    assert client.post(reverse("people:app"), other_digits).status_code == 422
    assert not Authenticator.objects.exists(), "nothing is asked for before a code was right"
    _secret, codes = set_up(client, clock)
    assert len(set(codes)) == second_step.CODES
    assert [letter.to for letter in letters()] == [[account.email]]
    again = client.get(reverse("people:second-step")).content.decode()
    assert not any(code in again for code in codes)
    assert client.get(reverse("people:app")).context["secret"] != page.context["secret"]


def test_the_qr_code_says_what_the_page_says(
    as_person: AsPerson, account: Person, tmp_path: Path
) -> None:
    page = as_person(account).get(reverse("people:app"))
    drawn = re.search(r"<svg.*?</svg>", page.content.decode(), re.DOTALL)[0]  # type: ignore[index]
    assert "otpauth" not in drawn
    segno.make(page.context["address"], error="m").save(str(tmp_path / "code.png"), scale=6)
    read = subprocess.run(
        ["zbarimg", "--quiet", "--raw", str(tmp_path / "code.png")], capture_output=True, text=True
    )
    assert read.stdout.strip() == html.unescape(page.context["address"])


def test_the_password_alone_opens_nothing(
    account: Person, secured: tuple[str, list[str]], clock: Clock
) -> None:
    client = half_way(account)
    assert not is_signed_in(client)
    assert client.get(reverse(STEP)).status_code == 200
    assert client.post(reverse(STEP), {"code": "123456"}).status_code == 422
    assert client.post(reverse(STEP), {"code": ""}).status_code == 422
    code = clock.code(secured[0])
    assert client.post(reverse(STEP), {"code": f" {code[:3]} {code[3:]} "}).url == "/"
    assert is_signed_in(client)


def test_a_code_works_once(account: Person, secured: tuple[str, list[str]], clock: Clock) -> None:
    code = clock.code(secured[0])
    assert half_way(account).post(reverse(STEP), {"code": code}).status_code == 302
    assert half_way(account).post(reverse(STEP), {"code": code}).status_code == 422
    older = clock.code(secured[0], ago=30)
    assert half_way(account).post(reverse(STEP), {"code": older}).status_code == 422


def test_the_code_of_the_set_up_does_not_work_again(account: Person, clock: Clock) -> None:
    client = Client()
    sign_in(client, account.email)
    secret, _codes = set_up(client, clock)
    used = {"code": clock.code(secret)}
    assert half_way(account).post(reverse(STEP), used).status_code == 422


@pytest.mark.parametrize(("ago", "status"), [(-60, 422), (-30, 302), (30, 302), (60, 422)])
def test_a_clock_may_be_half_a_minute_off(
    account: Person, secured: tuple[str, list[str]], clock: Clock, ago: int, status: int
) -> None:
    clock.now += 300
    code = clock.code(secured[0], ago=ago)
    assert half_way(account).post(reverse(STEP), {"code": code}).status_code == status


def test_a_code_on_paper_works_once(account: Person, secured: tuple[str, list[str]]) -> None:
    code = secured[1][0]
    assert half_way(account).post(reverse(STEP), {"code": code.upper()}).status_code == 302
    assert half_way(account).post(reverse(STEP), {"code": code}).status_code == 422
    assert account.recovery_codes.count() == second_step.CODES - 1


def test_codes_on_paper_outlive_a_new_secret_key(
    account: Person, secured: tuple[str, list[str]], settings: Any
) -> None:
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another" * 9
    assert second_step.code_take(person=account, code=secured[1][0])


def test_new_codes_make_the_old_ones_useless(
    as_person: AsPerson, account: Person, secured: tuple[str, list[str]]
) -> None:
    fresh = as_person(account).post(reverse("people:codes")).context["codes"]
    assert not second_step.code_take(person=account, code=secured[1][0])
    assert second_step.code_take(person=account, code=fresh[0])


def test_guessing_is_stopped_wherever_it_comes_from(
    account: Person, secured: tuple[str, list[str]], clock: Clock
) -> None:
    codes = []
    for number in range(11):
        client = half_way(account)
        sent = {"code": f"{number:06}"}
        codes.append(client.post(reverse(STEP), sent, REMOTE_ADDR=f"203.0.113.{number}"))
    assert [answer.status_code for answer in codes] == [422] * 10 + [429]
    right = half_way(account).post(reverse(STEP), {"code": clock.code(secured[0])})
    assert right.status_code == 429


def guess_codes(account: Person) -> list[int]:
    """Try codes from browsers that were never here, until no more are taken."""
    wrong = [{"code": f"{number:06}"} for number in range(11)]
    return [half_way(account).post(reverse(STEP), sent).status_code for sent in wrong]


def leave_and_return(client: Client, account: Person) -> Client:
    client.post(reverse("people:sign-out"))
    assert sign_in(client, account.email).url == reverse(STEP)
    return client


def test_a_browser_that_has_shown_a_code_before_is_not_locked_out(
    account: Person, secured: tuple[str, list[str]], clock: Clock
) -> None:
    known = half_way(account)
    known.post(reverse(STEP), {"code": clock.code(secured[0])})
    assert is_signed_in(known)
    clock.now += 60
    assert guess_codes(account)[-1] == 429
    leave_and_return(known, account)
    wrong = [known.post(reverse(STEP), {"code": "000000"}).status_code for _ in range(9)]
    assert wrong == [422] * 9
    assert known.post(reverse(STEP), {"code": clock.code(secured[0])}).status_code == 302
    assert known.post(reverse(STEP), {"code": "000000"}).url == reverse("people:sign-in")
    leave_and_return(known, account)
    assert known.post(reverse(STEP), {"code": "000000"}).status_code == 429, "it may not guess on"


def test_browsers_from_before_the_second_step_are_not_locked_out_and_count_together(
    account: Person, clock: Clock
) -> None:
    """Else whoever had the password could have prepared any number of them."""
    before = [Client() for _ in range(3)]
    for client in before:
        sign_in(client, account.email)
    secret, _codes = set_up(before[0], clock)
    before[0].get(reverse("people:account"))  # which says that it has shown a code
    clock.now += 60
    assert guess_codes(account)[-1] == 429
    for client in before:
        leave_and_return(client, account)
    second, third = before[1:]
    assert second.post(reverse(STEP), {"code": "000000"}).status_code == 422
    statuses = [third.post(reverse(STEP), {"code": "000000"}).status_code for _ in range(10)]
    assert statuses == [422] * 9 + [429]
    assert second.post(reverse(STEP), {"code": clock.code(secret)}).status_code == 429
    assert before[0].post(reverse(STEP), {"code": clock.code(secret)}).status_code == 302


def test_the_first_step_counts_for_ten_minutes_and_one_password(
    account: Person, secured: tuple[str, list[str]], clock: Clock
) -> None:
    late, changed = half_way(account), half_way(account)
    account.set_password("other-pass-1")
    account.save()
    sent = {"code": clock.code(secured[0])}
    assert changed.post(reverse(STEP), sent).url == reverse("people:sign-in")
    account.set_password(PASSWORD)
    account.save()
    late = half_way(account)
    clock.now += 601
    sent = {"code": clock.code(secured[0])}
    assert late.post(reverse(STEP), sent).url == reverse("people:sign-in")
    assert not is_signed_in(late)


def test_a_reset_by_mail_does_not_go_round_it(
    account: Person, secured: tuple[str, list[str]], clock: Clock
) -> None:
    client = Client()
    client.post(reverse("people:reset"), {"email": account.email})
    form = client.get(link_in(letters()[0]), follow=True)
    sent = {"new_password1": "other-pass-1", "new_password2": "other-pass-1"}
    client.post(form.request["PATH_INFO"], sent)
    assert sign_in(client, account.email, "other-pass-1").url == reverse(STEP)
    assert not is_signed_in(client)


def test_an_account_in_the_bin_stays_there_until_the_second_step(
    account: Person, secured: tuple[str, list[str]], clock: Clock
) -> None:
    account_bin(person=account)
    client = half_way(account)
    account.refresh_from_db()
    assert account.binned_at is not None
    client.post(reverse(STEP), {"code": clock.code(secured[0])})
    assert is_signed_in(client)


def test_what_a_guest_made_joins_the_account_after_the_second_step_only(
    as_person: AsPerson,
    guest: Person,
    account: Person,
    secured: tuple[str, list[str]],
    clock: Clock,
) -> None:
    client = as_person(guest)
    sign_in(client, account.email)
    assert Person.objects.filter(pk=guest.pk).exists()
    client.post(reverse(STEP), {"code": clock.code(secured[0])})
    assert not Person.objects.filter(pk=guest.pk).exists()


def test_removing_it_needs_the_password_and_is_announced(
    as_person: AsPerson, account: Person, secured: tuple[str, list[str]]
) -> None:
    client = as_person(account)
    grow_stale(client)
    assert client.post(reverse("people:app-remove")).url.startswith(reverse("people:again"))
    assert Authenticator.objects.exists()
    client.post(reverse("people:again"), {"password": PASSWORD})
    client.post(reverse("people:app-remove"))
    assert not Authenticator.objects.exists()
    assert not account.recovery_codes.exists()
    assert "a second step less" in letters()[0].subject
    assert sign_in(Client(), account.email).url == "/"


@pytest.mark.parametrize("page", ["app-remove", "codes", "app", "passkey-options", "passkey-add"])
def test_a_password_alone_changes_none(account: Person, clock: Clock, page: str) -> None:
    """Of a browser that was signed in before there was a second step."""
    before, setting_up = Client(), Client()
    sign_in(before, account.email)
    sign_in(setting_up, account.email)
    secret, codes = set_up(setting_up, clock)
    clock.now += 60
    assert before.get(reverse("people:second-step")).url == reverse(STEP)  # type: ignore[attr-defined]
    assert before.post(reverse(f"people:{page}")).url == reverse(STEP)  # type: ignore[attr-defined]
    assert second_step.code_take(person=account, code=codes[0]), "nothing has changed"
    assert Authenticator.objects.get().secret == secret
    assert setting_up.get(reverse("people:second-step")).status_code == 200, "it has shown one"
    sent = {"code": clock.code(secret)}
    assert before.post(reverse(STEP), sent).url == reverse("people:second-step")  # type: ignore[attr-defined]
    assert before.get(reverse("people:second-step")).status_code == 200


def test_whoever_has_the_machine_can_help_out(
    account: Person, secured: tuple[str, list[str]]
) -> None:
    with pytest.raises(CommandError):
        call_command("forget_second_step", "nobody@example.org")
    call_command("forget_second_step", account.email.upper())
    assert sign_in(Client(), account.email).url == "/"
    assert "a second step less" in letters()[0].subject


@pytest.mark.parametrize(
    "answer",
    ["", "{}", "[]", "null", "nonsense", '{"id": 1}', '{"rawId":"AA","id":"AA"}', "9" * 9999],
)
def test_a_passkey_that_cannot_be_read_opens_nothing(
    as_person: AsPerson, account: Person, answer: str
) -> None:
    client = Client()
    assert "challenge" in client.post(reverse("people:sign-in-options")).json()["publicKey"]
    response = client.post(reverse("people:sign-in-passkey"), {"answer": answer})
    assert response.url == reverse("people:sign-in")
    assert not is_signed_in(client)
    client = as_person(account)
    assert "user" in client.post(reverse("people:passkey-options")).json()["publicKey"]
    response = client.post(reverse("people:passkey-add"), {"answer": answer})
    assert response.url == reverse("people:second-step")
    assert not account.passkeys.exists()
