"""Chromium against the real site. One server and one browser a test process."""

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright

from tests.browser.chromium import launch_chromium
from tests.site import Site

PHONE = {"width": 390, "height": 844}
# Right after a sheet or the big button has changed, taps on it do nothing (`table-guard.js`); a
# person waits that long, and most tests need not.
HASTY = """
const later = window.setTimeout;
window.setTimeout = (work, delay, ...rest) => later(work, delay === 600 ? 20 : delay, ...rest);
"""
BLOCKED = "Service Worker registration blocked by Playwright"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    chromium = launch_chromium(playwright.chromium)
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.fixture
def runs_again(site: Site) -> Iterator[None]:
    """For tests that stop or kill the site: whatever comes of them, the next one finds it."""
    yield
    if not site.answers():
        site.start()


class Watched:
    """Opens pages and remembers what must not happen on any of them."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.expected: set[str] = {BLOCKED}

    def phone(self, *, locale: str = "es-ES", is_hasty: bool = True, **options: object) -> Page:
        """A phone of its own: other cookies, other identity.

        Most phones at a table come by plain http, where there is no service worker; a test that
        speaks of it says `service_workers="allow"`.
        """
        usual = {
            "viewport": PHONE,
            "locale": locale,
            "has_touch": True,
            "service_workers": "block",
        }
        context = self.browser.new_context(**{**usual, **options})  # type: ignore[arg-type]
        self.contexts.append(context)
        if is_hasty:
            context.add_init_script(HASTY)
        page = context.new_page()
        page.add_locator_handler(page.locator("html[data-settling]"), lambda: None)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(f"script: {error}"))
        page.on("request", self._request)
        return page

    def _console(self, message: object) -> None:
        if message.type in ("error", "warning"):  # type: ignore[attr-defined]
            self.complaints.append(f"console: {message.text}")  # type: ignore[attr-defined]

    def _request(self, request: object) -> None:
        host = urlsplit(request.url).hostname  # type: ignore[attr-defined]
        if host not in (None, "127.0.0.1"):
            self.complaints.append(f"request left the machine: {request.url}")  # type: ignore[attr-defined]

    def unexpected(self) -> list[str]:
        return [
            complaint
            for complaint in self.complaints
            if not any(expected in complaint for expected in self.expected)
        ]


@pytest.fixture
def watched(browser: Browser) -> Iterator[Watched]:
    """Phones whose console stays silent and whose requests stay on this machine."""
    phones = Watched(browser)
    yield phones
    for context in phones.contexts:
        context.close()
    assert phones.unexpected() == []


@pytest.fixture
def new_table(site: Site) -> Callable[[Page], str]:
    """Opens a table and returns its address; `test_start.py` comes from the front page."""

    def open_it(page: Page, *names: str) -> str:
        chosen = "&".join(f"survivors={name.lower()}" for name in names or ("Wanda", "Ned"))
        page.goto(f"{site.url}/tables/new/zombicide-2e/?{chosen}")
        page.locator(".dock button.next").click()
        page.wait_for_selector("#now")
        return page.url

    return open_it
