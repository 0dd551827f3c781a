"""A stream on which nothing comes any more, though its connection stands: every page that follows
something finds out, listens anew and shows what it has missed."""

import uuid
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watched
from tests.browser.test_campaign import begin as begin_campaign
from tests.browser.test_city import NAMES, press, version
from tests.browser.test_city import lay_table as lay_city
from tests.browser.test_maps import begin as begin_map
from tests.services.wire import Wire
from tests.site import Site

SILENCE = 26_000
"""Milliseconds of the page's own clock, put forward: it takes 25 seconds of silence for an end."""
PATIENCE = 40_000
NewTable = Callable[..., str]
EDIT = """async ([campaign, id]) => {
  const token = document.querySelector('[name=csrfmiddlewaretoken]').value;
  const headers = {'X-CSRFToken': token, 'Content-Type': 'application/json'};
  const body = JSON.stringify({kind: 'sheet.edit', id, seen: 0, sheet: 'wanda', note: 'x'});
  const address = `/api/v1/campaigns/${campaign}/commands/`;
  return (await fetch(address, {method: 'POST', headers, body})).status;
}"""


@pytest.fixture
def wire(site: Site) -> Iterator[Wire]:
    with Wire(site.port) as wire:
        yield wire


def follow(page: Page, address: str, wire: Wire, site: Site) -> Page:
    """Another page of the same phone, whose connections go through the wire, once it listens."""
    through = page.context.new_page()
    through.clock.install()
    with through.expect_response(lambda answer: "/live/" in answer.url):
        through.goto(address.replace(str(site.port), str(wire.port)))
    return through


def assert_they_find_out(pages: list[Page], version: str) -> None:
    for following in pages:
        following.clock.fast_forward(SILENCE)
        expect(following.locator("#connection")).to_have_text("Sin conexión")
    for following in pages:
        expect(following.locator("#connection")).to_have_text("En vivo", timeout=PATIENCE)
        expect(following.locator("#now")).to_have_attribute("data-version", version)


def test_phones_and_the_television_at_a_table(
    site: Site, watched: Watched, wire: Wire, new_table: NewTable
) -> None:
    page = watched.phone(is_new=True)
    table = new_table(page)
    pages = [follow(page, f"{table}{way}", wire, site) for way in ("", "mine/", "screen/")]
    for following in pages:
        expect(following.locator("#connection")).to_have_text("En vivo")
    wire.forget()
    page.locator("#more-wanda").click()
    expect(page.locator("#now")).to_have_attribute("data-version", "1")
    assert_they_find_out(pages, "1")


def test_city_of_horror(site: Site, watched: Watched, wire: Wire) -> None:
    page = watched.phone(is_new=True)
    page.goto(f"{site.url}/tables/new/city-of-horror/")
    lay_city(page, NAMES[:3])
    page.locator(".dock .next").click()
    page.wait_for_selector("#now")
    pages = [follow(page, f"{page.url}{way}", wire, site) for way in ("", "screen/")]
    for following in pages:
        expect(following.locator("#connection")).to_have_text("En vivo")
    wire.forget()
    press(page, "#next")
    press(page, "#hand-over summary")
    press(page, "#go")
    expect(page.locator("#now")).not_to_have_attribute("data-version", "0")
    assert_they_find_out(pages, str(version(page)))


def test_campaign_map_mission_and_form(site: Site, watched: Watched, wire: Wire) -> None:
    page = watched.phone(is_new=True)
    board = begin_map(page, site)
    mission = board.removesuffix("map/")
    page.goto(mission)
    form = f"{site.url}{page.locator('#p-title').get_attribute('href')}"
    campaign = begin_campaign(page, site, "Invierno")
    pages = [follow(page, address, wire, site) for address in (campaign, board, mission, form)]
    wire.forget()
    for following in pages:
        with following.expect_response(lambda answer: "/live/" in answer.url, timeout=PATIENCE):
            following.clock.fast_forward(SILENCE)
    story = pages[0].locator("#live")
    before = story.get_attribute("data-version") or ""
    done = page.evaluate(EDIT, [campaign.rstrip("/").rpartition("/")[2], uuid.uuid4().hex])
    assert done == 200
    expect(story).not_to_have_attribute("data-version", before, timeout=PATIENCE)
