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


def take_a_card(page: Page, campaign: str) -> str:
    """A mission on paper, and its first card taken; returns the card's address."""
    page.goto(f"{campaign}start/")
    page.locator("[name=where][value=paper]").click()
    card = f"{campaign}objectives/m1-objective-1/"
    page.goto(card)
    page.locator("[name=sheet][value=wanda]").click()
    page.wait_for_selector("#done")
    return card


def test_a_refused_form_keeps_what_was_typed_and_says_why(site: Site, watched: Watched) -> None:
    watched.expected.add("422")
    page = watched.phone(locale="en-GB")
    campaign = begin(page, site, "Thursdays")
    take_a_card(page, campaign)
    page.locator("summary", has_text="It gives a keyword").click()
    page.locator("#word").fill("KEY")
    page.locator("form:has(#word) button").click()
    page.wait_for_load_state()
    page.locator("summary", has_text="It gives a keyword").click()
    page.locator("#word").fill("KEY")
    page.locator("#word-who").select_option("ned")
    page.locator("form:has(#word) button").click()
    expect(page.locator("form:has(#word) #refused")).to_contain_text("noted already")
    expect(page.locator("#refused")).to_be_in_viewport()
    expect(page.locator("#word")).to_have_value("KEY")
    expect(page.locator("#word-who")).to_have_value("ned")
    assert page.url.endswith("/objectives/m1-objective-1/")
    page.reload()  # the page itself, and no form sent again
    expect(page.locator("#refused")).to_have_count(0)


def test_without_script_a_refused_form_comes_back_twice(site: Site, watched: Watched) -> None:
    watched.expected.add("422")
    page = watched.phone(locale="en-GB", java_script_enabled=False)
    campaign = begin(page, site, "Thursdays")
    page.goto(f"{campaign}more/")
    page.locator("summary", has_text="Another survivor joins").click()
    for _attempt in range(2):
        page.locator("#sheet").select_option("own")
        page.locator("#own").fill(" - ")
        page.locator("#who").fill("Ana")
        page.locator("form:has(#own) button").click()
        expect(page.locator("form:has(#own) #refused")).to_be_visible()
        expect(page.locator("#who")).to_have_value("Ana")


def test_what_is_typed_of_a_card_survives_every_button(site: Site, watched: Watched) -> None:
    page = watched.phone(locale="en-GB")
    campaign = begin(page, site, "Thursdays")
    card = take_a_card(page, campaign)
    page.locator("summary", has_text="Note down its text").click()
    page.locator("#text").fill("A brass key")
    page.locator(".switch-lang [value=en]").click()
    expect(page.locator("#text")).to_have_value("A brass key")
    page.locator("summary", has_text="campaign point").click()
    page.locator("form:has([value='cep.gain']) [value=ned]").click()
    page.goto(card)
    expect(page.locator("#text")).to_have_js_property("defaultValue", "A brass key")
    page.locator("#text").fill("A brass key, to the cellar")
    page.locator("summary", has_text="It gives a keyword").click()
    page.locator("#word").fill("CELLAR")
    page.locator("#done").click()
    expect(page.locator("#notices")).to_contain_text("Typed, but not noted down")
    expect(page.locator("#word")).to_be_focused()
    page.locator("#word").fill("")
    page.locator("#done").click()
    page.wait_for_url("**/objectives/")
    page.goto(card)
    expect(page.locator("#text")).to_have_js_property("defaultValue", "A brass key, to the cellar")


def test_what_is_typed_of_a_card_is_only_forgotten_once_it_is_taken(
    site: Site, watched: Watched
) -> None:
    """Another phone takes the card back, or there is no network: the next try has the text."""
    watched.expected |= {"422", "ERR_INTERNET_DISCONNECTED"}
    page = watched.phone(locale="en-GB")
    campaign = begin(page, site, "Thursdays")
    card = take_a_card(page, campaign)
    other = page.context.new_page()
    other.goto(f"{campaign}objectives/")
    page.locator("summary", has_text="Note down its text").click()
    page.locator("#text").fill("A brass key")
    with other.expect_navigation():
        other.locator("#undo").click()
    page.locator("#done").click()
    expect(page.locator("#refused")).to_contain_text("A brass key")
    page.goto(card)
    page.locator("[name=sheet][value=wanda]").click()
    expect(page.locator("#text")).to_have_value("A brass key")

    page.context.set_offline(True)
    page.locator("#done").click(no_wait_after=True)
    expect(page).to_have_url("chrome-error://chromewebdata/")
    # From an empty page: the browser's own error page loads again by itself with the network.
    page.goto("about:blank")
    page.context.set_offline(False)
    page.goto(card)
    expect(page.locator("#text")).to_have_value("A brass key")
    page.locator("#done").click()
    page.wait_for_url("**/objectives/")

    other.goto(card)
    note = other.locator("#text")
    expect(note).to_have_js_property("defaultValue", "A brass key")
    note.fill("A brass key, to the cellar")
    other.locator("#read button", has_text="Save").click()
    expect(note).to_have_js_property("defaultValue", "A brass key, to the cellar")
    page.goto(card)
    expect(page.locator("#text")).to_have_value("A brass key, to the cellar")


def test_the_grid_of_the_end_counts_what_comes_back_and_says_when_it_is_too_late(
    site: Site, watched: Watched
) -> None:
    """Two phones on the first step: one contradicts the other, and then the mission is booked."""
    watched.expected.add("409")
    page = watched.phone(locale="en-GB")
    campaign = begin(page, site, "Thursdays")
    page.goto(f"{campaign}start/")
    page.locator("[name=where][value=paper]").click()
    page.wait_for_load_state()
    other = page.context.new_page()
    for phone in (page, other):
        phone.goto(f"{campaign}end/")
        phone.locator("[name=result][value=won]").check(force=True)
    other.locator("[name='kills:ned']").fill("4")
    page.locator("[name='kills:ned']").fill("5")
    page.locator("label:has([name='reached:wanda'][value=orange])").click()
    with other.expect_navigation():
        other.locator("#finished").click()
    page.locator("#finished").click()
    expect(page.locator("#refused")).to_contain_text("Ned, kills: 4")
    wanda = page.locator("[data-row]", has=page.locator("[name='kills:wanda']"))
    expect(wanda.locator("[value=orange]")).to_be_checked()
    expect(wanda.locator("em")).to_contain_text("0 + 1")
    to_the_booking(other)
    other.locator("#book").click()
    other.wait_for_selector(".turns")
    expect(page.locator("#notices")).to_contain_text("can no longer be sent")
    page.locator("#finished").click()
    expect(page.locator("#refused")).to_contain_text("What you entered is not in it")


def test_leaving_is_asked_first_and_can_be_undone(site: Site, watched: Watched) -> None:
    marta, luis = watched.phone(), watched.phone()
    campaign = begin(marta, site, "Los jueves")
    marta.goto(f"{campaign}members/")
    marta.locator("#leave summary").click()
    expect(marta.locator("#leave")).to_contain_text("No hay nadie más en esta campaña")
    marta.locator("#invite").click()
    link = marta.locator(".url a").inner_text()
    luis.goto(f"{site.url}/campaigns/{link.partition('/campaigns/')[2]}")
    luis.locator("button[name=name][value=Luis]").click()
    luis.goto(f"{campaign}members/")
    luis.locator("#leave summary").click()
    expect(luis.locator("#leave")).to_contain_text("Doug, Ned, Wanda")
    luis.get_by_role("button", name="Dejarla ahora").click()
    luis.wait_for_url("**/campaigns/")
    luis.get_by_role("button", name="Has dejado «Los jueves».").click()
    luis.wait_for_url(campaign)
    marta.goto(f"{campaign}members/")
    expect(marta.locator(".seats")).to_contain_text("Luis")
