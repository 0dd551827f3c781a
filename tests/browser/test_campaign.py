"""Every page of a campaign in real Chromium; and what evenings of a campaign share."""

import uuid

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Watched
from tests.browser.looks import look_at, put_on, shared_out
from tests.site import Site

SURVIVORS = ("Wanda", "Ned", "Elle", "Amy", "Odin", "Doug")


def begin(page: Page, site: Site, name: str, *survivors: str) -> str:
    """From the front page to an empty campaign; returns its address."""
    page.goto(site.url)
    page.locator(".game[href$='/campaigns/new/']").click()
    page.locator(".game[href*=infected-state]").click()
    page.locator("[name=name]").fill(name)
    for survivor in survivors or SURVIVORS:
        page.get_by_label(survivor, exact=True).check()
    page.locator("[name=players]").fill("Marta, Luis")
    page.locator(".dock button").click()
    page.wait_for_selector("#roster")
    return page.url


def at_table(page: Page, command: str) -> None:
    """A tap at the table that is open on this phone, whatever its page looks like; then the page
    shows what came of it."""
    status, version = page.evaluate(
        """async ([command, id]) => {
          const token = document.querySelector('[name=csrfmiddlewaretoken]').value;
          const seen = document.querySelector('[data-version]').dataset.version;
          const body = new URLSearchParams({with: command, id, seen});
          const url = location.pathname.replace(/sheets\\/.*/, '') + 'commands/';
          const headers = {'X-CSRFToken': token, 'HX-Request': 'true', Prefer: 'return=minimal'};
          const sent = await fetch(url, {method: 'POST', body, headers});
          return [sent.status, Number(sent.headers.get('X-Table-Version'))];
        }""",
        [command, uuid.uuid4().hex],
    )
    assert status == 204, command
    shown = "version => Number(document.getElementById('now').dataset.version) >= version"
    page.wait_for_function(shown, arg=version)


def roll_all(page: Page) -> None:
    """Whatever is left, and on to what comes after it."""
    while page.locator("#roll").count():
        # A dock in which somebody types may be of before a second card came.
        with page.expect_navigation():
            page.locator("#roll-all, #roll").first.click()
    expect(page.locator("#roll")).to_have_count(0)


def to_the_booking(page: Page) -> None:
    """Past rewards and successors; what is not chosen stays on the sheets."""
    while not page.locator("#part-book").count():
        page.locator("#go-on, #later").click()
        page.wait_for_load_state()


def carry(page: Page, key: str, *cards: str) -> None:
    """Open a survivor's cards in the grid, and choose some."""
    row = page.locator("[data-row]", has=page.locator(f"[name='kills:{key}']"))
    row.locator("label", has=page.locator(".opens")).click()
    for number, card in enumerate(cards):
        row.locator("select").nth(number).select_option(card)


def test_every_page_of_a_campaign(site: Site, watched: Watched) -> None:
    page = watched.phone(reduced_motion="reduce")
    campaign = begin(page, site, f"{'Wolfeschlegelsteinhausen' * 3:.60}", *SURVIVORS)
    page.goto(f"{campaign}members/")
    page.locator("#invite").click()
    page.goto(f"{campaign}start/")
    page.locator("[name=where][value=paper]").click()
    addresses = [
        f"{site.url}/campaigns/",
        f"{site.url}/campaigns/new/",
        f"{site.url}/campaigns/new/zombicide-2e/free/",
        f"{site.url}/campaigns/import/",
        campaign,
        f"{campaign}sheets/",
        f"{campaign}sheets/wanda/",
        f"{campaign}objectives/",
        f"{campaign}objectives/m1-objective-1/",
        f"{campaign}objectives/m1-note-1/",
        f"{campaign}end/",
        f"{campaign}log/",
        f"{campaign}members/",
        f"{campaign}more/",
    ]
    check(page, site, addresses)
    page.goto(f"{campaign}objectives/m1-objective-1/")
    page.locator("[name=sheet][value=wanda]").click()
    page.goto(f"{campaign}end/")
    page.locator("[name=result][value=won]").check(force=True)
    carry(page, "ned", "machete", "chainsaw")
    for fate in ("up", "safe"):
        page.locator(f"#doug-{fate} + label").click()
    page.locator("[name='reached:wanda'][value=red]").check(force=True)
    page.locator("#finished").click()
    page.locator("#roll").click()
    check(page, site, [f"{campaign}end/", f"{campaign}objectives/m1-objective-1/"])
    page.goto(f"{campaign}end/?step=upkeep")
    roll_all(page)
    steps = [f"{campaign}end/?step={step}" for step in ("how", "rewards", "heirs", "book")]
    check(page, site, [*steps, f"{campaign}sheets/wanda/reward/"])
    page.goto(f"{campaign}end/?step=book")
    page.locator("#book").click()
    page.wait_for_selector(".turns")
    check(page, site, [campaign, f"{campaign}more/", f"{campaign}start/?mission=M7"])


def check(page: Page, site: Site, addresses: list[str]) -> None:
    # A phone so tall that its dock covers nothing: what it hides, scrolling would free.
    page.set_viewport_size({"width": 390, "height": 6000})
    for look, shared in shared_out(addresses):
        put_on(page, site, look)
        for address in shared:
            page.goto(address)
            page.evaluate(
                "document.querySelectorAll('details').forEach(details => details.open = true)"
            )
            look_at(page, address)
    page.set_viewport_size(PHONE)
