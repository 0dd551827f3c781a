"""Accounts in real Chromium: mails that a real worker sends, codes, passkeys, every page."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pyotp
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watched
from tests.browser.looks import ENGLISH, look_at, put_on, shared_out
from tests.site import Site

PASSWORD = "nine-walkers-passing"
MAIL_SECONDS = 30


@pytest.fixture(scope="module")
def mailing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that sends mail: into a folder. Passkeys need a name, so it is `localhost`."""
    folder = tmp_path_factory.mktemp("mailing")
    (folder / "mails").mkdir()
    site = Site(
        folder,
        EMAIL_URL=f"filemail:///{folder / 'mails'}",  # django-environ takes one slash away
        ALLOWED_HOSTS="localhost,127.0.0.1",
        MAIL_RATE="1000/hour",
    )
    site.url = site.url.replace("127.0.0.1", "localhost")
    with site:
        yield site


@pytest.fixture
def page(mailing: Site, watched: Watched) -> Page:
    watched.expected.update({"http://localhost", "422"})
    return watched.phone(locale="en-GB", reduced_motion="reduce", is_new=True)


def link_for(site: Site, address: str, part: str) -> str:
    """The link in the newest mail to that address, once the worker has sent it."""
    deadline = time.monotonic() + MAIL_SECONDS
    while time.monotonic() < deadline:
        for file in Path(site.data, "mails").iterdir():
            text = file.read_text().replace("=\n", "")
            for mail in re.split(r"-{70,}", text):
                if f"To: {address}" in mail and part in mail:
                    return re.search(rf"http://localhost\S+{part}\S+", mail)[0]  # type: ignore[index]
        time.sleep(0.1)
    raise AssertionError(f"no mail with {part} to {address}")


def sign_up(page: Page, site: Site, address: str) -> None:
    page.goto(f"{site.url}/account/sign-up/")
    page.get_by_label("Your name at the table").fill("Marta")
    page.get_by_label("Mail address").fill(address)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_role("heading", name="Look into your mail")).to_be_visible()
    page.goto(link_for(site, address, "/confirm/"))
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("#notices")).to_contain_text("The address is confirmed")


def sign_out(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/account/")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(f"{site.url}/")


def give_password(page: Page, site: Site, address: str) -> None:
    page.goto(f"{site.url}/account/sign-in/")
    page.get_by_label("Mail address").fill(address)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def test_a_code_of_an_app_is_asked_for(mailing: Site, page: Page) -> None:
    sign_up(page, mailing, "app@example.org")
    page.goto(f"{mailing.url}/account/second-step/")
    page.get_by_role("link", name="Set up an app").click()
    app = pyotp.TOTP(page.locator("code.secret").inner_text().replace(" ", ""))
    page.get_by_label("Code").fill("000000")
    page.get_by_role("button", name="Ask for it from now on").click()
    expect(page.locator(".field__errors")).to_contain_text("does not fit")
    page.get_by_label("Code").fill(app.now())
    page.get_by_role("button", name="Ask for it from now on").click()
    paper = page.locator("pre.secret").inner_text().split()
    assert len(paper) == 10
    sign_out(page, mailing)
    give_password(page, mailing, "app@example.org")
    expect(page.get_by_role("heading", name="One more step")).to_be_visible()
    page.get_by_label("Code").fill(paper[3])
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{mailing.url}/")
    page.goto(f"{mailing.url}/account/second-step/")
    expect(page.get_by_text("9 codes on paper are left")).to_be_visible()


def test_a_passkey_is_made_signs_in_and_is_removed(mailing: Site, page: Page) -> None:
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    devices.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    sign_up(page, mailing, "key@example.org")
    page.goto(f"{mailing.url}/account/second-step/")
    page.get_by_label("What do you call it?").fill("My phone")
    page.get_by_role("button", name="Make a passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    page.get_by_role("link", name="I have written them down").click()
    expect(page.locator(".list")).to_contain_text("My phone")
    sign_out(page, mailing)
    page.goto(f"{mailing.url}/account/sign-in/")
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url(f"{mailing.url}/")
    sign_out(page, mailing)
    give_password(page, mailing, "key@example.org")
    expect(page.get_by_role("heading", name="One more step")).to_be_visible()
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url(f"{mailing.url}/")
    page.goto(f"{mailing.url}/account/second-step/")
    page.locator("summary", has_text="Remove").filter(has_text="My phone").click()
    page.get_by_role("button", name="Remove it now").click()
    expect(page.locator("#notices")).to_contain_text("opens nothing any more")
    sign_out(page, mailing)
    page.goto(f"{mailing.url}/account/sign-in/")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.locator("#notices")).to_contain_text("does not open an account here")


def test_over_plain_http_passkeys_are_not_offered(site: Site, watched: Watched) -> None:
    """An address is no name a passkey could be for, and without script there are none either."""
    page = watched.phone(locale="en-GB", java_script_enabled=False)
    page.goto(f"{site.url}/account/sign-in/")
    expect(page.get_by_role("button", name="Use a passkey")).to_be_hidden()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()


PAGES = ("", "address/", "password/", "delete/", "again/", "sign-ins/", "second-step/",
         "second-step/app/", "tokens/")  # fmt: skip


def test_every_page_of_an_account_and_a_browser_elsewhere_is_signed_out(
    mailing: Site, page: Page, watched: Watched
) -> None:
    sign_up(page, mailing, "two@example.org")
    for look, paths in shared_out(PAGES):
        put_on(page, mailing, look)
        for path in paths:
            page.goto(f"{mailing.url}/account/{path}")
            look_at(page, path)
    put_on(page, mailing, ENGLISH)
    other = watched.phone(locale="en-GB")
    give_password(other, mailing, "two@example.org")
    other.wait_for_url(f"{mailing.url}/")
    page.goto(f"{mailing.url}/account/sign-ins/")
    rows = page.locator(".list > li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Chrome on Linux")
    expect(rows.first).to_contain_text("this browser")
    rows.last.get_by_role("button").click()
    expect(rows).to_have_count(1)
    other.goto(f"{mailing.url}/account/")
    expect(other.get_by_role("heading", name="Sign in")).to_be_visible()
    page.locator("summary", has_text="Sign out everywhere").click()
    page.get_by_role("button", name="Sign out now").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
