"""Limits: counted for a person and for a household, shared, and never forgotten early."""

import os
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core import signing
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import reverse
from rest_framework.throttling import SimpleRateThrottle

from campaigns.keeping import conditions
from companion.frame import counting, throttle
from companion.frame.counting import OwnCounts, SharedCounts, Window
from companion.frame.errors import TooManyRequests
from companion.frame.throttle import check_limit, limit
from companion.models import Table
from companion.people.identity import GUEST_COOKIE
from companion.people.models import Person
from tests.api.conftest import Program
from tests.services.processes import wait_until

HOUR = 3600


def window(number: int = 1, *, left: float = 100.0) -> Window:
    return Window(number, HOUR, left)


@pytest.fixture
def rates(monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    def given(**limits: str) -> None:
        named = {name.replace("_", "-"): rate for name, rate in limits.items()}
        changed = {**SimpleRateThrottle.THROTTLE_RATES, **named}
        monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", changed)

    return given


def asked(rf: RequestFactory, address: str, guest: Person | None = None) -> HttpRequest:
    request = rf.get("/", REMOTE_ADDR=address)
    if guest:
        request.COOKIES[GUEST_COOKIE] = signing.dumps(str(guest.pk), salt="safehouse.guest")
    return request


def test_nothing_pushes_a_number_out_before_its_time() -> None:
    counts = OwnCounts()
    for _ in range(3):
        counts.add("code:mallory", window())
    for number in range(5000):  # Django's cache in memory throws away from 300 on
        counts.add(f"code:{number}", window())
    assert counts.look("code:mallory", window()) == 3
    assert counts.look("code:mallory", window(2)) == 0, "the next hour begins anew"


def test_when_there_is_no_room_the_new_ones_are_counted_together() -> None:
    counts = OwnCounts(most=10)
    for number in range(10):
        counts.add(f"old {number}", window())
    assert [counts.add(f"new {number}", window()) for number in range(3)] == [1, 2, 3]
    assert counts.look("old 3", window()) == 1


def test_what_is_over_takes_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = OwnCounts()
    counts.add("early", window(left=1))
    later = time.time() + 2 * counting.SWEEP_SECONDS
    monkeypatch.setattr(counting.time, "time", lambda: later)
    counts.add("late", window(2))
    assert list(counts._numbers) == ["late:2"]


def test_twelve_threads_lose_no_count() -> None:
    counts = OwnCounts()
    with ThreadPoolExecutor(12) as threads:
        list(threads.map(lambda _: counts.add("x", window()), range(1200)))
    assert counts.look("x", window()) == 1200


@pytest.mark.services
def test_all_processes_count_together_in_redis(redis_url: str) -> None:
    own = f"{redis_url.rpartition('/')[0]}/9"  # what counts in the first is cleared by other tests
    name, now = f"test:{os.getpid()}", Window.now(HOUR)
    first, second = SharedCounts(own), SharedCounts(own)
    assert [first.add(name, now), second.add(name, now)] == [1, 2]
    assert first.look(name, now) == 2
    key = f"{counting.PREFIX}:{name}:{now.number}"
    assert 0 < int(first._client.ttl(key)) <= HOUR + 1, "it goes by itself"
    assert not first.forgets()
    first.clear()


@pytest.mark.services
def test_a_redis_that_forgets_is_told_to_the_keeper(redis_url: str, settings: object) -> None:
    settings.REDIS_URL = redis_url  # type: ignore[attr-defined]
    shared = counting.counts()
    assert isinstance(shared, SharedCounts)
    assert conditions._limits().state == conditions.WELL
    shared._client.config_set("maxmemory", "100mb")
    shared._client.config_set("maxmemory-policy", "allkeys-lru")
    try:
        assert conditions._limits().state == conditions.HEED
    finally:
        shared._client.config_set("maxmemory", "0")
        shared._client.config_set("maxmemory-policy", "noeviction")


def test_while_redis_is_away_the_process_counts() -> None:
    alone = SharedCounts("redis://127.0.0.1:1/0")
    assert [alone.add("x", window()) for _ in range(3)] == [1, 2, 3]
    assert alone.look("x", window()) == 3


def eight_at_once(counts: SharedCounts) -> list[float]:
    """Return how long each of eight threads waited to be counted."""

    def seconds(_number: int) -> float:
        started = time.monotonic()
        counts.add("x", window())
        return time.monotonic() - started

    with ThreadPoolExecutor(8) as threads:
        return list(threads.map(seconds, range(8)))


def test_while_redis_says_nothing_nobody_waits_for_it_twice() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        alone = SharedCounts(f"redis://127.0.0.1:{silent.getsockname()[1]}/0")
        assert max(eight_at_once(alone)) < 2 * counting.TIMEOUT_SECONDS
        alone._looked_at = 0.0  # it is time to look again
        waited = eight_at_once(alone)
        assert max(waited) < counting.TIMEOUT_SECONDS / 4, waited
    assert alone.look("x", window()) == 16


class SilentNames:
    """A name server that a cut network keeps from answering, in place of the machine's own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.answers, self.asked = threading.Event(), 0
        self.real = socket.getaddrinfo
        monkeypatch.setattr(socket, "getaddrinfo", self.ask)

    def ask(self, host: Any, *more: Any, **named: Any) -> Any:
        if host == "localhost":
            self.asked += 1
            assert self.answers.wait(30)
        return self.real(host, *more, **named)


@pytest.mark.services
def test_while_no_name_is_looked_up_nobody_waits_for_redis(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = SilentNames(monkeypatch)
    own = f"{redis_url.rpartition('/')[0]}/9".replace("127.0.0.1", "localhost")
    name, now = f"test:{os.getpid()}", Window.now(HOUR)
    counts = SharedCounts(own)
    assert max(eight_at_once(counts)) < 2 * counting.TIMEOUT_SECONDS
    for _ in range(3):
        counts._looked_at = 0.0
        waited = eight_at_once(counts)
        assert max(waited) < counting.TIMEOUT_SECONDS / 4, waited
    assert names.asked == 1, "one lookup at a time"
    names.answers.set()
    counts._looked_at = 0.0
    wait_until(lambda: _is_counted_in_redis(counts, name, now), 10)
    counts.clear()


def _is_counted_in_redis(counts: SharedCounts, name: str, now: Window) -> bool:
    counts.add(name, now)
    return bool(counts._client.exists(f"{counting.PREFIX}:{name}:{now.number}"))


@pytest.mark.django_db
def test_a_person_is_counted_wherever_they_are(rf: RequestFactory, rates, guest: Person) -> None:  # type: ignore[no-untyped-def]
    rates(print="2/hour")
    for number in range(2):
        limit(asked(rf, f"10.0.0.{number}", guest), "print")
    with pytest.raises(TooManyRequests):
        limit(asked(rf, "10.0.0.9", guest), "print")
    limit(asked(rf, "10.0.0.9"), "print")


@pytest.mark.parametrize(
    ("address", "other", "is_same"),
    [
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("192.0.2.1", "192.0.2.2", False),
    ],
)
def test_of_ipv6_a_household_is_counted(
    rf: RequestFactory,
    rates,  # type: ignore[no-untyped-def]
    address: str,
    other: str,
    is_same: bool,
) -> None:
    rates(print="1/hour")
    limit(asked(rf, address), "print")
    if is_same:
        with pytest.raises(TooManyRequests):
            limit(asked(rf, other), "print")
        assert throttle.client_home(asked(rf, address)) == throttle.client_home(asked(rf, other))
    else:
        limit(asked(rf, other), "print")


@pytest.mark.django_db
def test_who_is_over_their_own_rate_does_not_use_up_the_households(
    rf: RequestFactory,
    rates,  # type: ignore[no-untyped-def]
    guest: Person,
) -> None:
    rates(code="2/hour", code_network="4/hour")
    refused = 0
    for _ in range(20):
        try:
            limit(asked(rf, "10.0.0.1", guest), "code")
        except TooManyRequests:
            refused += 1
    assert refused == 18
    check_limit(asked(rf, "10.0.0.1"), "code")


@pytest.mark.django_db
def test_one_browsers_wrong_codes_do_not_lock_out_the_table_next_to_it(table: Table) -> None:
    """A browser that is nobody yet is told apart by a mark of its own."""
    clumsy, url = Client(), reverse("companion:find")
    statuses = [clumsy.get(url, {"code": f"AAA{n:03}"}).status_code for n in range(70)]
    assert (statuses[0], statuses[-1]) == (404, 429)
    assert clumsy.get(url, {"code": table.code}).status_code == 429
    assert Client().get(url, {"code": table.code}).status_code == 302
    assert Client().get(reverse("companion:join", args=[table.code])).status_code == 200


@pytest.mark.django_db
def test_a_household_that_guesses_without_cookies_is_stopped(table: Table, rates) -> None:  # type: ignore[no-untyped-def]
    rates(code_network="30/hour")
    url = reverse("companion:find")
    statuses = [Client().get(url, {"code": f"AAA{n:03}"}).status_code for n in range(31)]
    assert (statuses[29], statuses[30]) == (404, 429)
    assert Client().get(url, {"code": table.code}).status_code == 429
    elsewhere = Client(REMOTE_ADDR="192.0.2.77")
    assert elsewhere.get(url, {"code": table.code}).status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize("scope", ["guest", "table"])
def test_opening_tables_and_making_guests_has_an_end(rates, scope: str) -> None:  # type: ignore[no-untyped-def]
    rates(**{scope: "2/hour"})
    url = reverse("companion:open", args=["zombicide-2e"]) + "?s=ned"
    statuses = [Client().post(url, {}).status_code for _ in range(3)]
    assert statuses == [302, 302, 429]
    assert Person.objects.count() == 2


@pytest.mark.django_db
def test_sitting_down_has_an_end(table: Table, rates) -> None:  # type: ignore[no-untyped-def]
    rates(seat="2/hour")
    url = reverse("companion:join", args=[table.code])
    statuses = [Client().post(url, {"name": f"Guest {n}"}).status_code for n in range(3)]
    assert statuses == [302, 302, 429]
    sit = Program().post("seats/", {"code": table.code, "name": "Eva"})
    assert sit.status_code == 429
    assert table.seats.count() == 3
