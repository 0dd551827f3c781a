"""A mission from the front page to its end, and a card typed on the way, in real Chromium."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watched
from tests.browser.tables import close_sheet
from tests.site import Site

pytestmark = pytest.mark.browser
SURVIVORS = 4


def take(page: Page, colour: str, name: str) -> None:
    page.locator(f"#take-{colour}").click()
    page.locator("#who").get_by_role("button", name=name).click()
    expect(page.locator(".obj.is-on", has_text=name)).to_be_visible()


def test_the_tutorial_is_laid_out_played_and_won(site: Site, watched: Watched) -> None:
    page = watched.phone(locale="en-GB")
    page.goto(f"{site.url}/tables/new/black-plague/mission/")
    page.get_by_role("link", name="Danse Macabre").click()
    expect(page.locator("#set-up")).to_contain_text("necromancer cards")
    page.locator(".dock button.next").click()
    expect(page.locator("#to-table")).to_contain_text("9 things left")
    page.locator("#lay-tiles").click()
    expect(page.locator("#to-table")).to_contain_text("8 things left")
    page.locator("#deal").click()
    page.locator("#give-ann-hammer").click()
    expect(page.locator("#give-ann-hammer")).to_have_count(0)
    page.locator("#deal-rest").click()
    page.locator("#dealt").click()
    expect(page.locator("#deal")).to_have_count(0)
    take(page, "blue", "Baldric")
    take(page, "green", "Clovis")
    expect(page.locator("#doors")).to_contain_text("can be opened now")
    page.locator("#to-table").click()
    expect(page.locator("#s-baldric")).to_contain_text("5")
    page.locator("#next").click()
    expect(page.locator("#situation")).to_contain_text("Zombies")
    close_sheet(page)
    page.locator("#mission").click()
    for gone in range(1, SURVIVORS + 1):
        page.locator("#exit button").first.click()
        if gone < SURVIVORS:  # the last one wins, and the phone turns to the end
            expect(page.locator(".goal__n")).to_contain_text(f"{gone}")
    expect(page.locator("#the-end")).to_contain_text("Mission won")


def test_a_checklist_takes_taps_as_quickly_as_they_come(site: Site, watched: Watched) -> None:
    """What only the big button tells otherwise holds nobody up."""
    page = watched.phone(locale="en-GB", is_hasty=False)
    page.goto(f"{site.url}/tables/new/black-plague/?mission=black-plague:A0")
    page.locator(".dock button.next").click()
    expect(page.locator("#to-table")).to_contain_text("9 things left")
    page.wait_for_function("() => !document.documentElement.hasAttribute('data-settling')")
    for left in (8, 7, 6):
        page.evaluate("document.querySelector('.todo [aria-checked=false]').click()")
        expect(page.locator("#to-table")).to_contain_text(f"{left} things left")


def test_an_unknown_card_is_a_tap_and_four_digits(site: Site, watched: Watched) -> None:
    page = watched.phone(locale="en-GB")
    page.goto(f"{site.url}/tables/new/army-of-the-dead/?mission=army-of-the-dead:M2")
    page.locator(".dock button.next").click()
    page.locator("#to-table").click()
    page.locator("#next").click()
    expect(page.locator("#situation")).to_contain_text("Zombies")
    page.locator("#next-sheet").click()
    for number in ("001", "007"):
        press(page, number)
        page.locator("#pad-go").click()
    page.get_by_role("link", name="Describe it").click()
    page.locator(".kind", has_text="Alpha").click()
    press(page, "0246")
    page.locator("#read").click()
    expect(page.locator(".four-lines")).to_contain_text("6 Alphas")
    page.locator("#card-remember").click()
    expect(page.locator(".seq")).to_contain_text(re.compile("001.*007", re.DOTALL))
    expect(page.locator("#pad-value")).to_be_visible()


def press(page: Page, digits: str) -> None:
    expect(page.locator("#pad-value")).to_have_value("")
    for digit in digits:
        page.locator(f'.pad [data-key="{digit}"]').click()
    expect(page.locator("#pad-value")).to_have_value(digits)
