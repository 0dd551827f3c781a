"""A phone without a network, where the connection is secure: localhost counts as that."""

import shutil
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import HOME_NAME
from tests.browser.conftest import Watched
from tests.browser.tables import tap
from tests.browser.test_pages import violations
from tests.browser.test_start import begin
from tests.site import ROOT, Site

AWAY = {"ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "Failed to fetch", "ERR_CONNECTION_REFUSED"}


def until(page: Page, question: str, argument: object = None) -> None:
    """Wait until the page answers yes; the caches are asked by promises."""
    assert comes_true(page, question, argument, seconds=60), question


def comes_true(page: Page, question: str, argument: object = None, seconds: int = 20) -> bool:
    deadline = time.monotonic() + seconds
    while not page.evaluate(question, argument):
        if time.monotonic() > deadline:
            return False
        page.wait_for_timeout(50)
    return True


def installed(page: Page) -> None:
    """The worker is there and looks after this page.

    A page that was on its way while the worker took over is looked after from its next visit on.
    """
    until(
        page,
        """() => navigator.serviceWorker.getRegistration()
            .then((registration) => registration?.active?.state === 'activated')""",
    )
    if page.evaluate("() => navigator.serviceWorker.controller === null"):
        page.reload()
    until(page, "() => navigator.serviceWorker.controller !== null")


def kept(page: Page) -> list[str]:
    """The paths of the pages that are kept."""
    paths: list[str] = page.evaluate(
        """() => caches.open('table')
            .then((cache) => cache.keys())
            .then((all) => all.map((request) => new URL(request.url).pathname))"""
    )
    return paths


def until_kept(page: Page, path: str) -> None:
    until(
        page,
        """(path) => caches.open('table')
            .then((cache) => cache.keys())
            .then((all) => all.length === 1 && new URL(all[0].url).pathname === path)""",
        path,
    )


def until_dropped(page: Page) -> None:
    until(
        page,
        """() => caches.open('table')
            .then((cache) => cache.keys())
            .then((all) => all.length === 0)""",
    )


@pytest.fixture
def phone(site: Site, watched: Watched) -> Page:
    watched.expected |= AWAY
    return watched.phone(service_workers="allow", reduced_motion="reduce")


def visit(phone: Page, table: str) -> None:
    """The table is open, and kept."""
    phone.goto(table)
    until_kept(phone, urlsplit(table).path)


def assert_no_connection(phone: Page, table: str) -> None:
    phone.goto(table)
    expect(phone.get_by_role("heading", level=1)).to_have_text("Sin conexión")


def test_without_a_network_the_table_seen_last_opens_and_other_pages_lead_to_it(
    site: Site, phone: Page, watched: Watched
) -> None:
    table = begin(phone, site)
    installed(phone)
    visit(phone, table)
    phone.context.set_offline(True)
    assert_no_connection(phone, site.url)
    assert violations(phone) == []
    phone.locator("#last-table").click()
    expect(phone.locator("#survivors > li")).to_have_count(4)
    background = phone.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background != "rgba(0, 0, 0, 0)", "the styles are there"
    phone.locator("#more-wanda").click()
    expect(phone.locator("#offline")).to_be_visible()
    phone.context.set_offline(False)
    phone.wait_for_selector("#now[data-version='1']", timeout=15_000)
    expect(phone.locator("#s-wanda .tag__p")).to_contain_text("1")
    phone.context.set_offline(True)
    assert_no_connection(phone, site.url)
    phone.context.set_offline(False)
    expect(phone.locator("#code")).to_be_visible(timeout=30_000)

    # What is no longer theirs is dropped.
    visit(phone, table)
    watched.expected.add("404")
    phone.context.clear_cookies()
    phone.goto(table)
    until_dropped(phone)


def test_only_one_table_is_kept_as_it_stood_when_the_phone_was_put_away(
    site: Site, phone: Page
) -> None:
    first = begin(phone, site)
    installed(phone)
    visit(phone, first)
    second = begin(phone, site)
    path = urlsplit(second).path
    until_kept(phone, path)
    tap(phone, "#more-ned")
    phone.evaluate(
        """() => {
            Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
            document.dispatchEvent(new Event('visibilitychange'));
        }"""
    )
    until(
        phone,
        """async (path) => {
            const page = await (await caches.open('table')).match(path);
            return page !== undefined && (await page.text()).includes('data-version="1"');
        }""",
        path,
    )
    assert kept(phone) == [path]

    # After a day it is not shown any more.
    phone.context.set_offline(True)
    # The visit before may still be on its way into the cache: until the old one stays.
    until(
        phone,
        """async (path) => {
            const cache = await caches.open('table');
            const page = await cache.match(path);
            const headers = new Headers(page.headers);
            headers.set('X-Kept-At', String(Date.now() - 25 * 60 * 60 * 1000));
            await cache.put(path, new Response(await page.text(), { headers }));
            await new Promise((resolve) => setTimeout(resolve, 500));
            const kept = await cache.match(path);
            return kept.headers.get('X-Kept-At') === headers.get('X-Kept-At');
        }""",
        path,
    )
    assert_no_connection(phone, second)


def test_whoever_signs_out_leaves_nothing_behind(site: Site, phone: Page) -> None:
    table = begin(phone, site)
    installed(phone)
    phone.goto(f"{site.url}/account/sign-up/")
    phone.get_by_label("Correo").fill("offline@example.org")
    phone.get_by_label("Contraseña").fill("nine-walkers-passing")
    phone.get_by_role("button", name="Crear la cuenta").click()
    phone.wait_for_url(f"{site.url}/")
    visit(phone, table)
    phone.goto(f"{site.url}/account/")
    phone.get_by_role("button", name="Cerrar sesión").click()
    phone.wait_for_url(f"{site.url}/")
    until_dropped(phone)
    phone.context.set_offline(True)
    assert_no_connection(phone, table)
    expect(phone.locator("#last-table")).to_be_hidden()


def put_workers_to_sleep(page: Page) -> None:
    """As a browser does with those that have nothing to do, and then replaces them; but not always
    while somebody drives it: then a new one waits, and so does the next page."""
    tools = page.context.new_cdp_session(page)
    tools.send("ServiceWorker.enable")
    tools.send("ServiceWorker.stopAllWorkers")
    tools.detach()


def a_newer_house(folder: Path) -> Path:
    """The site as an update leaves it: one style has changed."""
    rooms = ("api", "campaigns", "companion", "config", "locale", "rules", "static", "templates")
    for name in rooms:
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "manage.py", folder)
    with (folder / "static" / "css" / "ui.css").open("a") as style:
        style.write("\n.newer { color: red; }\n")
    return folder


def test_a_server_that_is_away_is_like_no_network_and_a_new_version_replaces_the_old_one(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, watched: Watched
) -> None:
    watched.expected |= AWAY
    with Site(tmp_path) as site:
        phone = watched.phone(service_workers="allow")
        table = begin(phone, site)
        installed(phone)
        visit(phone, table)
        (old,) = [name for name in phone.evaluate("caches.keys()") if name != "table"]
        site.stop()
        phone.goto(table)
        expect(phone.locator("#survivors > li")).to_have_count(4)
        site.root = a_newer_house(tmp_path_factory.mktemp("newer"))
        site.start()
        expect(phone.locator("#connection")).to_have_text("En vivo", timeout=20_000)
        replaced = """(old) => caches.keys().then((names) =>
            !names.includes(old) && names.some((name) => name.startsWith("shell-")))"""
        # A browser looks for a new worker a while after a visit: at one of the next, at the latest.
        for _ in range(5):
            phone.goto(site.url)
            if comes_true(phone, replaced, old, seconds=5):
                break
            put_workers_to_sleep(phone)
        names = phone.evaluate("caches.keys()")
        assert phone.evaluate(replaced, old), names
        phone.goto(site.url)
        files: list[str] = phone.evaluate(
            """() => caches.keys()
                .then((names) => caches.open(names.find((name) => name.startsWith("shell-"))))
                .then((shell) => shell.keys())
                .then((files) => files.map((file) => file.url))"""
        )
        style = phone.locator("link[href*='/css/ui.']").get_attribute("href")
        assert style is not None
        assert [url for url in files if "/css/ui." in url] == [f"{site.url}{style}"]
        tables: list[str] = phone.evaluate(
            """() => caches.open("table")
                .then((cache) => cache.matchAll())
                .then((pages) => Promise.all(pages.map((page) => page.text())))"""
        )
        assert all(style in page for page in tables), "a kept table asks for files of the old one"


def test_by_plain_http_there_is_none_and_nobody_misses_it(site: Site, watched: Watched) -> None:
    """Phones of a home network come by its plain http, unless somebody gave it a certificate."""
    watched.expected |= {f"http://{HOME_NAME}", "Cross-Origin-Opener-Policy"}
    page = watched.phone(is_new=True, service_workers="allow")
    url = site.url.replace("127.0.0.1", HOME_NAME)
    page.goto(f"{url}/tables/new/zombicide-2e/?survivors=wanda&survivors=ned")
    page.locator(".dock button.next").click()
    expect(page.locator("#connection")).to_have_text("En vivo")
    tap(page, "#more-ned")
    assert page.evaluate("window.isSecureContext") is False
    assert page.evaluate("'serviceWorker' in navigator") is False
