"""The print room in real Chromium: tick, press Print, watch it being made, get the file."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Watched
from tests.browser.looks import look_at, overflow, put_on, shared_out
from tests.site import Site

NewTable = Callable[..., str]


def begin_campaign(page: Page, url: str) -> str:
    page.goto(f"{url}/campaigns/new/zombicide-2e/infected-state/")
    page.locator("[name=name]").fill("Los del sótano")
    for box in page.locator("input[name=survivors]").all()[:6]:
        box.check(force=True)
    page.locator(".dock button").click()
    page.wait_for_url(re.compile(r"/campaigns/[0-9a-f-]{36}/$"))
    return page.url


def print_and_open(page: Page, url: str, *what: str) -> bytes:
    """Tick, press, watch until it is there; the first file's bytes."""
    page.goto(url)
    for box in page.locator("input[name=what]").all():
        box.set_checked(box.get_attribute("value") in what, force=True)
    page.locator(".dock button").click()
    page.wait_for_url("**/prints/")
    done = page.locator(".prints > li").first.get_by_role("link")
    expect(done).to_be_visible(timeout=60_000)
    address = done.get_attribute("href")
    response = page.context.request.get(page.url.replace("/prints/", address or ""))
    assert response.headers["content-type"] == "application/pdf"
    return response.body()


def test_print_a_campaign_and_watch_it(site: Site, watched: Watched) -> None:
    page = watched.phone()
    campaign = begin_campaign(page, site.url)
    pdf = print_and_open(page, f"{campaign}print/", "campaign-sheets")
    assert pdf.startswith(b"%PDF-")
    assert pdf == print_and_open(page, f"{campaign}print/", "campaign-sheets"), "the stored file"
    page.goto(f"{campaign}print/")
    page.locator("button[name=preview]").click()
    picture = page.locator(".preview img")
    expect(picture).to_be_visible(timeout=60_000)
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 800
    assert overflow(page) <= 0
    page.locator(".dock button").click()
    page.wait_for_url("**/prints/")
    assert watched.unexpected() == []


def test_pages_of_the_print_room(site: Site, watched: Watched, new_table: NewTable) -> None:
    page = watched.phone(reduced_motion="reduce")
    table = new_table(page)
    campaign = begin_campaign(page, site.url)
    page.goto(campaign)
    sheet = page.locator("#roster a[href*='/sheets/']").first.get_attribute("href")
    addresses = (
        f"{table}print/",
        f"{campaign}print/",
        f"{site.url}/prints/new/zombicide-2e/",
        f"{site.url}/r",
        f"{site.url}{sheet}pen/",
        f"{site.url}/prints/",
    )
    for look, shared in shared_out(addresses):
        put_on(page, site, look)
        for address in shared:
            page.goto(address)
            look_at(page, address)
    assert watched.unexpected() == []


def test_scanned_codes_gather_on_the_phone(site: Site, watched: Watched) -> None:
    page = watched.phone()
    page.goto(f"{site.url}/r#AB12.2.3.ABC")
    expect(page.locator("textarea")).to_have_value("AB12.2.3.ABC")
    page.goto(f"{site.url}/r#AB12.1.3.XYZ")
    page.reload()
    page.goto(f"{site.url}/r#AB12.1.3.XYZ")
    expect(page.locator("textarea")).to_have_value("AB12.2.3.ABC\nAB12.1.3.XYZ")
    expect(page.locator("[data-restore-count] b")).to_have_text("2 / 3")
    page.locator("main form button").click()
    expect(page.locator(".field__errors")).to_contain_text("3 de 3")
    watched.expected.add("422")
    assert watched.unexpected() == []
