"""Chromium against the real site. One server and one browser a test process."""

import re
import shutil
from collections import defaultdict, deque
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    Request,
    ViewportSize,
    WebError,
)
from playwright.sync_api import Error as PlaywrightError

from tests.browser.chromium import launch_chromium
from tests.browser.looks import comes_with_axe
from tests.nest import ROOT
from tests.site import Site

PHONE: ViewportSize = {"width": 390, "height": 844}
# Right after a sheet or the big button has changed, taps on it do nothing (`table-guard.js`); a
# person waits that long, and most tests need not.
HASTY = """
const later = window.setTimeout;
window.setTimeout = (work, delay, ...rest) => later(work, delay === 600 ? 0 : delay, ...rest);
"""
# Nobody looks at most phones: to draw them is a quarter of a browser's work. A page without opacity
# is laid out, tapped and heard as ever; icons, each a drawing of its own, are not even read.
DARK = """
document.adoptedStyleSheets = [
  "html { opacity: 0 !important; }",
  ".i { mask-image: none !important; }",
].map(rule => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rule);
  return sheet;
});
"""
RED = ROOT / "build" / "red"
"""What phones showed when their test failed: a folder a test."""
MOST_ASKED = 500
"""Requests of a phone that are kept; those of minutes."""
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


class Drawer:
    """Where phones lie between two tests, switched on.

    Whoever takes one out finds nobody signed in and nothing stored. But its browser runs and has
    the files of the site: a tenth of the work of most tests.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._put_away: dict[str, list[Page]] = defaultdict(list)
        self._sorts: dict[Page, str] = {}

    def take(
        self, *, is_new: bool, is_hasty: bool, is_lit: bool, options: dict[str, object]
    ) -> Page:
        """`options` are what a phone keeps for good."""
        sort = repr((is_hasty, is_lit, sorted(options.items())))
        if self._put_away[sort] and not is_new:
            return self._put_away[sort].pop()
        context = self.browser.new_context(**options)  # type: ignore[arg-type]
        context.tracing.start()  # what was done with it: its pages, too, would cost half the time
        if is_hasty:
            context.add_init_script(HASTY)
        if not is_lit:
            context.add_init_script(DARK)
        page = context.new_page()
        if not is_hasty:  # every tap asks first whether it may
            page.add_locator_handler(page.locator("html[data-settling]"), lambda: None)
        has_script = options.get("java_script_enabled", True)
        if has_script and not is_new and options["service_workers"] == "block":
            self._sorts[page] = sort
        return page

    def put_away(self, context: BrowserContext) -> None:
        """One that was not taken out here, or whose site is away, goes."""
        page = next((page for page in context.pages if page in self._sorts), None)
        if page is not None and page in comes_with_axe:
            comes_with_axe.pop(page).close()
        if page is None or not self._is_wiped(page):
            context.close()
        else:
            self._put_away[self._sorts[page]].append(page)

    def _is_wiped(self, page: Page) -> bool:
        """Nothing is left of whoever had it; false if its last site is away, or it saw none."""
        context, url = page.context, urlsplit(page.url)
        for other in context.pages:
            if other is not page:
                other.close()
        page.unroute_all()
        context.set_offline(False)
        try:
            page.goto(f"{url.scheme}://{url.netloc}/robots.txt")
            page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        except PlaywrightError:
            return False
        context.clear_cookies()
        tools = context.new_cdp_session(page)
        tools.send("Page.resetNavigationHistory")
        tools.detach()
        return True


class Watched:
    """Opens pages and remembers what must not happen on any of them."""

    def __init__(self, drawer: Drawer) -> None:
        self.drawer = drawer
        self.contexts: list[BrowserContext] = []
        self.asked: dict[BrowserContext, deque[str]] = {}
        """Requests of each phone, with their answers."""
        self.listeners: dict[BrowserContext, dict[str, Callable[[Any], None]]] = {}
        self.complaints: list[str] = []
        self.expected: set[str] = {BLOCKED}

    def phone(
        self,
        *,
        locale: str = "es-ES",
        is_hasty: bool = True,
        is_new: bool = False,
        is_lit: bool = False,
        viewport: ViewportSize | None = None,
        reduced_motion: Literal["reduce", "no-preference"] = "no-preference",
        **options: object,
    ) -> Page:
        """A phone of its own: other cookies, other identity. Its screen is off until axe-core looks
        at it, unless it `is_lit`.

        Most phones at a table come by plain http, where there is no service worker; a test that
        speaks of it says `service_workers="allow"`. `is_new` for one that has never been here, or
        to which something is done that stays.
        """
        usual = {"locale": locale, "has_touch": True, "service_workers": "block"}
        chosen = {**usual, **options}
        page = self.drawer.take(is_new=is_new, is_hasty=is_hasty, is_lit=is_lit, options=chosen)
        page.set_viewport_size(viewport or PHONE)
        page.emulate_media(reduced_motion=reduced_motion)
        page.context.tracing.start_chunk()
        self.follow(page.context)
        return page

    def follow(self, context: BrowserContext) -> None:
        """Watch all pages of a phone, those that a test opens itself, too."""
        self.contexts.append(context)
        asked = self.asked[context] = deque(maxlen=MOST_ASKED)

        def note(request: Request, outcome: object) -> None:
            asked.append(f"{request.method} {request.url} {outcome}")

        self.listeners[context] = {
            "console": self._console,
            "weberror": self._script,
            "request": self._request,
            "response": lambda response: note(response.request, response.status),
            "requestfailed": lambda request: note(request, request.failure),
        }
        for event, listener in self.listeners[context].items():
            context.on(event, listener)  # type: ignore[call-overload]

    def keep(self, test: str) -> str:
        """Leave what every phone shows, did and asked for where it can be looked at; say where."""
        folder = RED / re.sub(r"\W+", "-", test.removeprefix("tests/browser/")).strip("-")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for number, context in enumerate(self.contexts, 1):
            name = f"phone-{number}"
            asked = "\n".join(self.asked[context])
            (folder / f"{name}-requests.txt").write_text(f"{asked}\n", encoding="utf-8")
            with suppress(PlaywrightError):  # closed by the test, or its browser gone
                context.tracing.stop_chunk(path=folder / f"{name}-trace.zip")
            for of_phone, page in enumerate(context.pages, 1):
                with suppress(PlaywrightError):
                    self._picture(page, folder / (f"{name}-{of_phone}" if of_phone > 1 else name))
        return str(folder.relative_to(ROOT))

    def _picture(self, page: Page, place: Path) -> None:
        page.evaluate("() => { document.adoptedStyleSheets = []; }")  # switch it on
        text = f"{page.url}\n\n{page.locator('body').inner_text()}\n"
        place.with_suffix(".txt").write_text(text, encoding="utf-8")
        page.screenshot(path=place.with_suffix(".png"))

    def let_go(self) -> None:
        for context in self.contexts:
            for event, listener in self.listeners[context].items():
                context.remove_listener(event, listener)
            with suppress(PlaywrightError):  # closed by the test, or its browser gone
                context.tracing.stop_chunk()
            self.drawer.put_away(context)

    def _script(self, error: WebError) -> None:
        self.complaints.append(f"script: {error.error}")

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


@pytest.fixture(scope="session")
def drawer(browser: Browser) -> Drawer:
    return Drawer(browser)


@pytest.fixture
def watched(drawer: Drawer, request: pytest.FixtureRequest) -> Iterator[Watched]:
    """Phones whose console stays silent and whose requests stay on this machine."""
    phones = Watched(drawer)
    yield phones
    kept = phones.keep(request.node.nodeid) if phones.unexpected() else ""
    phones.let_go()
    assert phones.unexpected() == [], f"what the phones showed: {kept}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, Any]:
    """A red test leaves what its phones showed, before they are put away; a green one nothing."""
    report = yield
    phones = getattr(item, "funcargs", {}).get("watched")
    if report.failed and report.when != "teardown" and phones is not None:
        report.sections.append(("What the phones showed", phones.keep(item.nodeid)))
    return report


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
