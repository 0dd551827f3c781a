"""Guessing passwords: all wrong ones for an account count together, and lock no friend out."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.throttling import SimpleRateThrottle

from companion.people import acquainted
from companion.people.models import Person
from tests.people.kit import account_of, is_signed_in, letters, link_in, sign_in

pytestmark = pytest.mark.django_db
MOST = 3
_addresses = (f"198.51.100.{number}" for number in count(1))


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = {**SimpleRateThrottle.THROTTLE_RATES, "password": f"{MOST}/hour"}
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", rates)


def stranger() -> Client:
    """A browser that was never here, from an address of its own."""
    return Client(REMOTE_ADDR=next(_addresses))


def guess(email: str | None, times: int = MOST) -> list[int]:
    return [sign_in(stranger(), email, "wrong").status_code for _ in range(times)]


def test_many_addresses_have_one_limit_for_one_account(account: Person) -> None:
    assert guess(account.email, MOST + 1) == [422] * MOST + [429]
    refused = sign_in(stranger(), account.email)
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 3600
    assert "Too many wrong passwords for this account." in refused.content.decode()
    other = account_of("sofia@example.org")
    assert sign_in(stranger(), other.email).status_code == 302


def test_nobody_learns_who_has_an_account(account: Person) -> None:
    assert guess("nobody@example.org", MOST + 1) == guess(account.email, MOST + 1)


def test_a_browser_that_was_signed_in_before_is_not_locked_out(account: Person) -> None:
    known = stranger()
    sign_in(known, account.email)
    known.post(reverse("people:sign-out"))
    assert guess(account.email, MOST + 1)[-1] == 429
    assert sign_in(known, account.email).status_code == 302


def test_a_stranger_at_the_same_address_does_not_lock_a_known_browser_out(
    account: Person, settings: Any
) -> None:
    settings.AXES_FAILURE_LIMIT = 2
    known, address = stranger(), next(_addresses)
    sign_in(known, account.email)
    known.post(reverse("people:sign-out"))
    known.defaults["REMOTE_ADDR"] = address
    beside = Client(REMOTE_ADDR=address)
    statuses = [sign_in(beside, account.email, "wrong").status_code for _ in range(2)]
    assert [*statuses, sign_in(beside, account.email).status_code] == [422, 429, 429]
    assert sign_in(known, str(account.email).upper()).status_code == 302
    known.post(reverse("people:sign-out"))
    other = account_of("sofia@example.org")
    for _ in range(2):
        sign_in(beside, other.email, "wrong")
    assert sign_in(known, other.email).status_code == 429, "it knows one account, not the other"


def test_a_signed_in_browser_from_before_is_known_by_its_next_page(
    account: Person, as_person: Callable[[Person], Client]
) -> None:
    signed_in = as_person(account)
    assert acquainted.COOKIE not in signed_in.cookies
    signed_in.get(reverse("people:account"))
    cookie = signed_in.cookies[acquainted.COOKIE]
    assert cookie["httponly"]
    again = signed_in.get(reverse("people:account"))
    assert acquainted.COOKIE not in again.cookies, "said once"
    signed_in.post(reverse("people:sign-out"))
    assert guess(account.email, MOST + 1)[-1] == 429
    assert sign_in(signed_in, account.email).status_code == 302


def test_a_known_browser_cannot_guess_for_ever(account: Person) -> None:
    known = stranger()
    sign_in(known, account.email)
    known.post(reverse("people:sign-out"))
    statuses = [sign_in(known, account.email, "wrong").status_code for _ in range(MOST + 1)]
    assert statuses == [422] * MOST + [429]
    assert sign_in(stranger(), account.email).status_code == 302, "it is counted for itself"


def test_knowing_one_account_says_nothing_of_another(account: Person) -> None:
    known, other = stranger(), account_of("sofia@example.org")
    sign_in(known, account.email)
    known.post(reverse("people:sign-out"))
    guess(other.email, MOST)
    assert sign_in(known, other.email).status_code == 429


def test_a_forged_cookie_knows_nobody(account: Person) -> None:
    forger = stranger()
    forger.cookies[acquainted.COOKIE] = f'{{"browser": "x", "people": ["{account.pk.hex}"]}}'
    guess(account.email)
    assert sign_in(forger, account.email).status_code == 429


def test_a_family_has_room_for_so_many(account: Person) -> None:
    tablet = stranger()
    sign_in(tablet, account.email)
    for number in range(acquainted.MOST):
        tablet.post(reverse("people:sign-out"))
        sign_in(tablet, account_of(f"{number}@example.org").email)
    guess(account.email)
    tablet.post(reverse("people:sign-out"))
    assert sign_in(tablet, account.email).status_code == 429, "the first one is forgotten"


def test_a_new_password_by_mail_opens_at_once(account: Person) -> None:
    guess(account.email)
    browser = stranger()
    browser.post(reverse("people:reset"), {"email": account.email})
    page: Any = browser.get(link_in(letters()[0]), follow=True)
    words = {"new_password1": "other-pass-1", "new_password2": "other-pass-1"}
    assert browser.post(page.request["PATH_INFO"], words).status_code == 302
    assert sign_in(browser, account.email, "other-pass-1").status_code == 302
    assert is_signed_in(browser)
