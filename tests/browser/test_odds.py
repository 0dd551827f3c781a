"""Chances on a phone: a line on the button, a sheet that compares, both kept up to date."""

from playwright.sync_api import expect

from tests.browser.conftest import Watched
from tests.browser.looks import ENGLISH, SPANISH, Look, in_look, look_at, put_on
from tests.browser.tables import lay_table, sit_down, tap
from tests.site import Site

SURVIVORS = [("ann", "Ann", "Marta"), ("baldric", "Baldric", "Luis")]


@in_look(SPANISH)
def test_what_if_ann_reaches_yellow(site: Site, watched: Watched, look: Look) -> None:
    code = lay_table(site, "black-plague", SURVIVORS, zones=("1R", "2R", "3R"))
    page = watched.phone(locale=look.locale, reduced_motion="reduce")
    put_on(page, site, look)
    table = sit_down(page, site, code, "Marta")
    for _ in range(6):
        tap(page, "#more-ann")
    line = page.locator("#next .odd")
    blue = line.inner_text()
    page.goto(f"{table}sheets/odds/")
    expect(page.locator(".odds-columns > div")).to_have_count(1)
    page.locator("#odds-if-rise").click()
    expect(page.locator("#odds-if-rise")).to_have_attribute("aria-checked", "true")
    expect(page.locator(".odds-columns > div")).to_have_count(2)
    then = page.locator(".odds-columns > div b").nth(1).inner_text()
    page.locator("#odds-table summary").click()
    expect(page.locator("#odds-table tbody tr").first).to_be_visible()
    look_at(page, "odds")
    page.goto(table)
    tap(page, "#more-ann")
    expect(line).not_to_have_text(blue)
    assert line.inner_text().startswith(then), "what was foreseen is what is told now"


@in_look(ENGLISH)
def test_how_hard_a_set_up_is(site: Site, watched: Watched, look: Look) -> None:
    page = watched.phone(locale=look.locale, reduced_motion="reduce")
    put_on(page, site, look)
    # Each its own set-up: what the other language has measured would be there at once.
    zones = "zone=1.start&zone=2" if look == SPANISH else "zone=1.start&zone=2&zone=3"
    page.goto(f"{site.url}/tables/new/black-plague/?mission=&{zones}")
    page.locator("a[href*='/difficulty/']").click()
    page.get_by_role("link", name="5").click()
    page.locator("#progress button").click()
    expect(page.locator("#words")).to_be_visible(timeout=120_000)
    page.locator("#zombies-table summary").click()
    counted = page.locator("#progress-A").inner_text()
    expect(page.locator("#progress-A")).not_to_have_text(counted, timeout=120_000)
    expect(page.locator("#zombies-table tbody tr").last).to_be_visible()
    page.locator("#progress button[name=stop]").click()
    expect(page.locator("#progress button[name=stop]")).to_have_count(0)
    page.locator("#zombies-table summary").click()
    look_at(page, "difficulty")
    page.locator(".dock a").click()
    expect(page.locator("a[href*='setup-who'], a[href*='/survivors/']").first).to_contain_text("5")
