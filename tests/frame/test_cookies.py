"""Names of cookies: bound to this host over https, as before over http, and nobody is lost."""

import http.client
import json
from collections.abc import Iterator
from http.cookies import Morsel, SimpleCookie
from typing import Any

import pytest

from tests.site import Site

OURS = ("sessionid", "csrftoken", "guest", "browser", "known")
MAKE = """
import json
from importlib import import_module
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core import signing
from companion.people.models import Person
from tests.conftest import open_table
guest = Person.objects.create_guest(name="Marta")
luis = Person(name="Luis", email="luis@example.org")
luis.set_password("x")
luis.save()
settings.SESSION_COOKIE_NAME = "sessionid"  # as it was called then
session = import_module(settings.SESSION_ENGINE).SessionStore()
session[SESSION_KEY], session[HASH_SESSION_KEY] = str(luis.pk), luis.get_session_auth_hash()
session[BACKEND_SESSION_KEY] = "companion.people.backends.AccountBackend"
session.save()
settings.SESSION_COOKIE_NAME = "__Host-sessionid"
print(json.dumps({
    "guest": signing.dumps(str(guest.pk), salt="safehouse.guest"),
    "sessionid": session.session_key,
    "table": str(open_table(guest).pk),
}))
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    data = tmp_path_factory.mktemp("cookies")
    with Site(data, HTTPS="1", PROXIES="1") as site:
        yield site


@pytest.fixture(scope="module")
def made(site: Site) -> dict[str, str]:
    """What browsers had before there was https: a guest's cookie and a session."""
    return json.loads(site.run(MAKE))  # type: ignore[no-any-return]


class Browser:
    """Keeps cookies as a browser does that came by https."""

    def __init__(self, site: Site, **cookies: str) -> None:
        self.site, self.cookies = site, cookies
        self.told: dict[str, Morsel[str]] = {}
        self.sent_to = ""

    def ask(self, path: str, method: str = "GET", body: str = "") -> int:
        headers = {
            "Host": "safehouse.lan",
            "X-Forwarded-Proto": "https",
            "X-Forwarded-For": "192.168.1.9",
            "Referer": "https://safehouse.lan/",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
        }
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=30)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        self.sent_to = answer.headers.get("Location", "")
        said: Any = SimpleCookie()
        for line in answer.headers.get_all("Set-Cookie") or []:
            said.load(line)
        self.told = dict(said)
        for name, morsel in self.told.items():
            self.cookies[name] = morsel.value
            if not morsel.value or morsel["max-age"] == "0":
                del self.cookies[name]
        return answer.status


def test_over_https_every_name_is_bound_to_this_host(site: Site) -> None:
    browser = Browser(site)
    token = "x" * 32
    browser.cookies["__Host-csrftoken"] = token
    form = f"csrfmiddlewaretoken={token}"
    assert browser.ask("/tables/new/zombicide-2e/?s=ned", "POST", form) == 302
    assert list(browser.told) == ["__Host-guest"]
    email = "new@example.org"
    up = f"{form}&name=Eva&email={email}&password=a-quiet-Harbor-7"
    assert browser.ask("/account/sign-up/", "POST", up) == 302
    assert {"__Host-sessionid", "__Host-csrftoken", "__Host-known"} <= set(browser.told)
    for name, morsel in browser.told.items():
        if name.removeprefix("__Host-") in OURS:
            assert name.startswith("__Host-")
            assert (morsel["secure"], morsel["path"], morsel["domain"]) == (True, "/", "")
    wrong = Browser(site)
    assert wrong.ask("/join/?code=AAA222") == 404
    assert "__Host-browser" in wrong.told


def test_whoever_comes_with_an_old_name_keeps_seat_and_session(
    site: Site, made: dict[str, str]
) -> None:
    table = f"/tables/{made['table']}/"
    guest = Browser(site, guest=made["guest"])
    assert guest.ask(table) == 200
    assert guest.cookies.keys() >= {"__Host-guest"}
    assert "guest" not in guest.cookies, "read once"
    assert int(guest.told["__Host-guest"]["max-age"]) > 300 * 24 * 3600
    assert guest.ask(table) == 200
    assert Browser(site).ask(table) == 404

    luis = Browser(site, sessionid=made["sessionid"])
    assert luis.ask("/account/") == 200
    assert "sessionid" not in luis.cookies
    assert luis.ask("/account/") == 200
    assert not {"sessionid", "__Host-sessionid"} & set(luis.told), "nothing is left to move"


def test_an_old_name_says_nothing_beside_the_new_one(site: Site, made: dict[str, str]) -> None:
    """Another host of the same domain may have laid it there."""
    luis = Browser(site, sessionid=made["sessionid"])
    luis.ask("/account/")
    luis.cookies |= {"sessionid": "laid-by-another-host", "guest": made["guest"]}
    assert luis.ask("/account/") == 200
    assert luis.cookies["__Host-sessionid"] == made["sessionid"]
    assert not {"sessionid", "guest"} & set(luis.cookies)


def signed_up(site: Site, email: str) -> Browser:
    browser, token = Browser(site, **{"__Host-csrftoken": "x" * 32}), "x" * 32
    up = f"csrfmiddlewaretoken={token}&name=Mal&email={email}&password=a-quiet-Harbor-7"
    assert browser.ask("/account/sign-up/", "POST", up) == 302
    return browser


def seated(site: Site) -> tuple[Browser, str]:
    """A guest of today at a table of their own."""
    guest, token = Browser(site, **{"__Host-csrftoken": "x" * 32}), "x" * 32
    form = f"csrfmiddlewaretoken={token}"
    assert guest.ask("/tables/new/zombicide-2e/?s=ned", "POST", form) == 302
    return guest, guest.sent_to


def test_a_session_of_today_laid_under_the_old_name_signs_nobody_in(site: Site) -> None:
    attacker = signed_up(site, "mallory@example.org")
    fresh = Browser(site, sessionid=attacker.cookies["__Host-sessionid"])
    assert fresh.ask("/account/") == 302, "to the sign-in page"
    assert "__Host-sessionid" not in fresh.cookies
    assert "sessionid" not in fresh.cookies


def test_a_guest_of_today_laid_under_the_old_name_is_nobody(site: Site) -> None:
    guest, table = seated(site)
    assert guest.ask(table) == 200
    assert Browser(site, guest=guest.cookies["__Host-guest"]).ask(table) == 404


def test_what_is_laid_beside_a_guest_costs_no_seat(site: Site, made: dict[str, str]) -> None:
    """Neither a session of today nor one from before the names."""
    attacker = signed_up(site, "trudy@example.org")
    for laid in (attacker.cookies["__Host-sessionid"], made["sessionid"]):
        guest, table = seated(site)
        guest.cookies["sessionid"] = laid
        assert guest.ask(table) == 200
        assert guest.ask(table) == 200
        assert "__Host-sessionid" not in guest.cookies


def test_a_guest_from_before_outlives_a_session_laid_beside(
    site: Site, made: dict[str, str]
) -> None:
    """Two from before: whoever signs out of what was laid has their seat."""
    table = f"/tables/{made['table']}/"
    guest = Browser(site, guest=made["guest"], sessionid=made["sessionid"])
    assert [guest.ask(table), guest.ask(table)] == [404, 404], "of another's account"
    del guest.cookies["__Host-sessionid"]
    assert guest.ask(table) == 200


def test_a_form_that_was_open_goes_through_with_the_names_from_before(
    site: Site, made: dict[str, str]
) -> None:
    token = "x" * 32
    form = f"csrfmiddlewaretoken={token}"
    guest = Browser(site, guest=made["guest"], csrftoken=token)
    assert guest.ask("/tables/new/zombicide-2e/?s=ned", "POST", form) == 302
    assert guest.cookies["__Host-csrftoken"] == token
    laid = Browser(site, csrftoken=token)
    assert laid.ask("/tables/new/zombicide-2e/?s=ned", "POST", form) == 403, "it stands alone"


def test_files_that_everybody_may_keep_move_no_cookie(site: Site, made: dict[str, str]) -> None:
    folder = site.data / "static" / "css"
    file = next(path.name for path in folder.iterdir() if path.suffix == ".css")
    browser = Browser(site, guest=made["guest"])
    assert browser.ask(f"/static/css/{file}") == 200
    assert browser.told == {}
