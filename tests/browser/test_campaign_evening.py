"""Two phones from 'new campaign' to the first page of mission 3, by the pages, taps counted."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Watched
from tests.browser.test_campaign import at_table
from tests.site import Site

SIX = ("wanda", "ned", "elle", "amy", "odin", "doug")
WORDS = {
    "es": {
        "to_roll": "Tirar las 6",
        "won": "1 ganada",
        "third": "DEFCON 5",
        "reward": "Provisiones",
    },
    "en": {"to_roll": "Roll all 6", "won": "1 won", "third": "DEFCON 5", "reward": "Hoard"},
}


class Taps:
    """Counts what a thumb does."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, what: Locator) -> None:
        self.count += 1
        what.click()


def begin(page: Page, site: Site) -> str:
    page.goto(site.url)
    page.locator(".game[href$='/campaigns/new/']").click()
    page.locator(".game[href*=infected-state]").click()
    page.locator("[name=name]").fill("Los jueves")
    for survivor in SIX:
        page.locator(f"[name=survivors][value={survivor}]").check(force=True)
    page.locator("[name=players]").fill("Marta, Luis")
    page.locator(".dock button").click()
    page.wait_for_selector("#roster")
    return page.url


def come_in(marta: Page, luis: Page, site: Site, campaign: str) -> None:
    """By the link, and by tapping one's name."""
    marta.goto(f"{campaign}members/")
    marta.locator("#invite").click()
    link = marta.locator(".url a").inner_text()
    luis.goto(site.url + link[link.index("/campaigns/join/") :])
    luis.get_by_role("button", name="Luis").click()
    luis.wait_for_selector("#roster")


@pytest.mark.parametrize("language", ["es", "en"])
def test_from_a_new_campaign_to_the_third_mission(
    site: Site, watched: Watched, language: str
) -> None:
    words = WORDS[language]
    locale = {"es": "es-ES", "en": "en-GB"}[language]
    marta, luis = watched.phone(locale=locale), watched.phone(locale=locale)
    campaign = begin(marta, site)
    come_in(marta, luis, site, campaign)
    to_the_table(marta, luis, campaign)
    choose_a_reward(marta, luis, words["reward"])
    end_at_the_table(marta, luis, words)
    end_on_paper(marta, campaign)
    marta.locator("#next-mission").click()
    expect(marta.locator("h1")).to_contain_text(words["third"])
    luis.goto(campaign)
    expect(luis.locator(".turns li")).to_have_count(2)


def to_the_table(marta: Page, luis: Page, campaign: str) -> None:
    """Luis's page learns of the table by itself, and takes him to his survivors."""
    marta.goto(campaign)
    marta.locator("#next-mission").click()
    marta.locator(".dock button.next").click()
    marta.locator("#sheet .next").click()  # laid out
    expect(marta.locator("#sheet")).to_have_count(0)
    luis.locator("#to-table").click(timeout=10_000)
    luis.wait_for_selector("#own")


def choose_a_reward(marta: Page, luis: Page, reward: str) -> None:
    """Two taps: the band on his own phone, and the option with its text. Usable at once."""
    at_table(marta, '{"kind":"points.award","survivor":"ned","amount":43}')
    tap = Taps()
    expect(luis.locator("#band-ned")).to_be_visible(timeout=10_000)
    tap(luis.locator("#band-ned"))
    tap(luis.get_by_role("button", name=reward))
    expect(luis.locator("#now")).to_be_visible()
    assert tap.count == 2
    expect(marta.locator("#s-ned")).to_contain_text(reward, timeout=10_000)
    expect(marta.locator("#band-ned")).to_have_count(0)


def end_at_the_table(marta: Page, luis: Page, words: dict[str, str]) -> None:
    """Eight taps with six kept cards, from the table to the next mission's button."""
    cards = ("machete", "katana", "chainsaw", "shotgun", "sawed-off", "sniper-rifle")
    for key, card in zip(SIX, cards, strict=True):
        at_table(
            marta, f'{{"kind":"deck.take","deck":"equipment","survivor":"{key}","card":"{card}"}}'
        )
    luis.goto(marta.url)
    tap = Taps()
    tap(marta.locator("#more"))
    tap(marta.locator("[href$='/sheets/ending/']").last)
    tap(marta.locator("#won"))
    expect(luis.locator("#onward-sheet")).to_be_visible(timeout=10_000)
    tap(marta.locator("#onward-sheet"))
    tap(marta.locator("#finished"))
    expect(marta.locator("#roll-all")).to_have_text(words["to_roll"])
    luis.locator("#onward-sheet").click()
    expect(luis.locator("#roll")).to_be_visible()
    tap(marta.locator("#roll-all"))
    tap(marta.locator("#go-on"))
    expect(luis.locator("#part-book")).to_be_visible(timeout=10_000)
    tap(marta.locator("#book"))
    expect(marta.locator(".route__sum")).to_contain_text(words["won"])
    assert tap.count == 8
    expect(luis.locator("#roster")).to_be_visible(timeout=10_000)


def end_on_paper(marta: Page, campaign: str) -> None:
    """Six survivors on one page."""
    marta.locator("#next-mission").click()
    marta.locator("[name=where][value=paper]").click()
    marta.goto(campaign)
    tap = Taps()
    tap(marta.locator("#to-end"))
    tap(marta.locator(".seg label").first)
    for key in SIX[:3]:
        tap(marta.locator(f"label:has([name='reached:{key}'][value=orange])"))
    tap(marta.locator("#finished"))
    if marta.locator("#roll-all, #roll").count():
        tap(marta.locator("#roll-all, #roll").first)
    while not marta.locator("#book").count():
        tap(marta.locator("#go-on, #later"))
        marta.wait_for_load_state()
    tap(marta.locator("#book"))
    expect(marta.locator("#next-mission")).to_be_visible()
    assert tap.count <= 9
