"""A campaign on two phones, in real Chromium: three missions, from the first sheet to a loss."""

import uuid

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watched
from tests.browser.test_pages import overflow, violations
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
    """A tap at the table that is open on this phone, whatever its page looks like."""
    answer = page.evaluate(
        """async ([command, id]) => {
          const token = document.querySelector('[name=csrfmiddlewaretoken]').value;
          const seen = document.querySelector('[data-version]').dataset.version;
          const body = new URLSearchParams({with: command, id, seen});
          const url = location.pathname.replace(/sheets\\/.*/, '') + 'commands/';
          const sent = await fetch(url, {method: 'POST', body, headers: {'X-CSRFToken': token}});
          return sent.status;
        }""",
        [command, uuid.uuid4().hex],
    )
    assert answer == 200, command


def roll_all(page: Page) -> None:
    """Whatever is left, and on to what comes after it."""
    if page.locator("#roll-all").count():
        page.locator("#roll-all").click()
    elif page.locator("#roll").count():
        page.locator("#roll").click()
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


def test_three_missions_on_two_phones(site: Site, watched: Watched) -> None:
    marta, luis = watched.phone(), watched.phone()
    campaign = begin(marta, site, "Los jueves")
    expect(marta.locator(".route__sum")).to_have_text("0 ganadas · 0 perdidas · 10 por jugar")
    come_in_by_link(marta, luis, site, campaign)
    play_the_first_at_the_table(marta, luis, campaign)
    take_a_card(marta, luis, campaign)
    marta = end_the_first_on_both(marta, luis, campaign, watched)
    lose_the_second_on_paper(marta, campaign)
    win_the_second_again(marta, campaign)
    luis.goto(campaign)
    expect(luis.locator(".turns li")).to_have_count(3)
    expect(luis.locator("#next-mission")).to_have_count(0)


def come_in_by_link(marta: Page, luis: Page, site: Site, campaign: str) -> None:
    """Marta's phone shows the link as a QR code."""
    marta.goto(f"{campaign}members/")
    marta.locator("#invite").click()
    expect(marta.locator(".qr svg")).to_be_visible()
    link = marta.locator(".url a").inner_text()
    luis.goto(site.url + link[link.index("/campaigns/join/") :])
    luis.get_by_role("button", name="Luis").click()
    expect(luis.locator(".strip__t b")).to_have_text("Los jueves")


def play_the_first_at_the_table(marta: Page, luis: Page, campaign: str) -> None:
    """Orange and red arrive on Luis's phone by themselves, and so does the reward."""
    marta.goto(campaign)
    marta.locator("#next-mission").click()
    expect(marta.locator("main")).to_contain_text("Abrid todas las puertas del restaurante")
    marta.get_by_role("button", name="Abrir la mesa").click()
    marta.wait_for_selector("[data-version]")
    at_table(marta, '{"kind":"points.award","survivor":"wanda","amount":43}')
    wanda = luis.locator(".sheetrow", has_text="Wanda")
    expect(wanda.locator(".sheetrow__c")).to_have_text("2 PEC", timeout=10_000)
    expect(wanda).to_contain_text("recompensa por elegir")
    wanda.click()
    luis.locator("#reward").click()
    luis.get_by_role("button", name="Provisiones").click()
    expect(luis.locator("#reward")).to_have_count(0)
    expect(luis.locator(".history li").first).to_contain_text("Wanda elige Provisiones")


def take_a_card(marta: Page, luis: Page, campaign: str) -> None:
    """What one phone takes lies face up on the other."""
    marta.goto(f"{campaign}objectives/")
    luis.goto(f"{campaign}objectives/m1-objective-1/")
    luis.get_by_role("button", name="Ned").click()
    expect(marta.locator(".choice")).to_contain_text("Leedla en voz alta", timeout=10_000)
    marta.get_by_role("link", name="Qué dice").click()
    marta.get_by_text("Da una palabra clave").click()
    word = marta.get_by_label("Palabra clave").first
    word.fill("tarjeta de acceso")
    word.press("Enter")
    marta.locator("#done").click()
    expect(marta.locator(".key")).to_have_text("TARJETA DE ACCESO")


def end_the_first_on_both(marta: Page, luis: Page, campaign: str, watched: Watched) -> Page:
    """The end begins on one phone, whose battery dies, and goes on on the other.

    Luis's page follows Marta's by itself; what he is typing stays when she corrects the end.
    """
    luis.goto(f"{campaign}end/")
    marta.goto(f"{campaign}end/")
    marta.get_by_text("Ganada").click()
    carry(marta, "ned", "machete")
    marta.locator("#finished").click()
    expect(marta.locator("#roll")).to_contain_text("2 dados: 69 % de conservarla")
    expect(luis.locator("#roll")).to_be_visible(timeout=10_000)
    luis.get_by_text("Tirar en la mesa").click()
    luis.locator("[name=die]").first.fill("3")
    marta.locator(".way a", has_text="Final").click()
    carry(marta, "wanda", "chainsaw")
    marta.locator("#finished").click()
    expect(luis.locator(".keep")).to_contain_text("Motosierra", timeout=10_000)
    expect(luis.locator("[name=die]").first).to_have_value("3")
    marta.close()
    luis.locator("[name=die]").nth(1).fill("6")
    luis.get_by_role("button", name="Estos son los dados").click()
    expect(luis.locator(".verdict")).to_have_text("Se conserva")
    roll_all(luis)
    to_the_booking(luis)
    expect(luis.locator(".dock")).to_contain_text("La misión la anota quien lleva la campaña")
    marta = watched.contexts[0].new_page()
    marta.goto(f"{campaign}end/")
    to_the_booking(marta)
    marta.locator("#book").click()
    expect(marta.locator(".route__sum")).to_have_text("1 ganada · 0 perdidas · 9 por jugar")
    expect(marta.locator(".sheetrow", has_text="Ned")).to_contain_text("Machete")
    return marta


def lose_the_second_on_paper(marta: Page, campaign: str) -> None:
    """Doug dies, and Josh takes his place."""
    marta.locator("#next-mission").click()
    marta.get_by_role("button", name="Jugar en papel").click()
    marta.goto(f"{campaign}end/")
    marta.get_by_text("Perdida").click()
    doug = marta.locator("[data-row]", has=marta.locator("[name='kills:doug']"))
    doug.get_by_text("En pie").click()
    doug.get_by_text("A salvo").click()
    expect(doug).to_contain_text("Los logros pasan a quien le suceda")
    marta.locator("#finished").click()
    roll_all(marta)
    marta.goto(f"{campaign}end/?step=heirs")
    marta.get_by_role("button", name="Josh").click()
    expect(marta.locator("main")).to_contain_text("Le sucede Josh")
    to_the_booking(marta)
    marta.locator("#book").click()
    expect(marta.locator(".fallen")).to_contain_text("Doug")


def win_the_second_again(marta: Page, campaign: str) -> None:
    marta.goto(campaign)
    expect(marta.locator("#next-mission")).to_contain_text("M2")
    marta.locator("#next-mission").click()
    marta.get_by_role("button", name="Abrir la mesa").click()
    marta.wait_for_selector("[data-version]")
    at_table(marta, '{"kind":"mission.end","result":"won"}')
    expect(marta.locator("#the-end")).to_be_visible()
    marta.wait_for_selector("html:not([data-settling])", state="attached")
    marta.locator("#onward-sheet").click()
    expect(marta.locator("[name=result][value=won]")).to_be_checked()
    marta.locator("#finished").click()
    roll_all(marta)
    to_the_booking(marta)
    marta.locator("#book").click()
    expect(marta.locator(".route__sum")).to_have_text("2 ganadas · 1 perdida · 8 por jugar")


@pytest.mark.parametrize(("language", "theme"), [("es", "dark"), ("en", "light")])
def test_every_page_of_a_campaign(site: Site, watched: Watched, language: str, theme: str) -> None:
    page = watched.phone(locale=f"{language}-{language.upper()}", reduced_motion="reduce")
    page.context.add_cookies([{"name": "theme", "value": theme, "url": site.url}])
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
    check(page, addresses)
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
    check(page, [f"{campaign}end/", f"{campaign}objectives/m1-objective-1/"])
    page.goto(f"{campaign}end/?step=upkeep")
    roll_all(page)
    steps = [f"{campaign}end/?step={step}" for step in ("how", "rewards", "heirs", "book")]
    check(page, [*steps, f"{campaign}sheets/wanda/reward/"])
    page.goto(f"{campaign}end/?step=book")
    page.locator("#book").click()
    page.wait_for_selector(".turns")
    check(page, [campaign, f"{campaign}more/", f"{campaign}start/?mission=M7"])


def check(page: Page, addresses: list[str]) -> None:
    for address in addresses:
        # A phone so tall that its dock covers nothing: what it hides, scrolling would free.
        page.set_viewport_size({"width": 390, "height": 6000})
        page.goto(address)
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        assert violations(page) == [], address
        for width in (320, 390, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            assert overflow(page) <= 0, f"{address} wider than {width} pixels"
