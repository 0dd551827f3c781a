"""Every page in real Chromium: both languages, both themes, accessible, nothing from elsewhere."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watched
from tests.site import Site

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
    "preload": False,
}
NewTable = Callable[..., str]

PAGES = {
    "home": "/",
    "open": "/tables/new/rue-morgue/",
    "open-problem": "/tables/new/rue-morgue/?survivors=",
    "mission": "/tables/new/black-plague/mission/",
    "survivors": "/tables/new/zombicide-2e/survivors/?mission=washington-zc:M6",
    "players": "/tables/new/rue-morgue/players/?players=Marta,Luis",
    "zones": "/tables/new/rue-morgue/zones/",
    "zones-colour": "/tables/new/black-plague/zones/?mission=black-plague:A0",
    "cards": "/tables/new/army-of-the-dead/cards/",
    "rules": "/tables/new/zombicide-2e/rules/",
    "difficulty": "/tables/new/rue-morgue/difficulty/?against=zombicide-2e%3F",
    "second": "/tables/new/zombicide-2e/?beside=rue-morgue%3F",
    "house": "/house/zombicide-2e/tess/",
    "tables": "/tables/",
    "preferences": "/preferences/",
    "credits": "/credits/",
    "style": "/style/",
    "sign-up": "/account/sign-up/",
    "sign-in": "/account/sign-in/",
    "reset": "/account/reset/",
    "prints": "/prints/",
    "offline": "/offline/",
    "report": "/report/?about=/join/K74Q2M/",
    "my-data": "/account/data/",
    "workshop": "/workshop/",
    "workshop-new": "/workshop/new/",
    "workshop-import": "/workshop/import/",
}


def violations(page: Page, within: str = "html") -> list[str]:
    """What axe-core finds, as `rule: first place`, once styles and fonts are there.

    `within` a part of the page where the rest has been looked at before.
    """
    page.wait_for_load_state()
    page.evaluate("() => document.fonts.ready.then(() => true)")
    page.evaluate(AXE)
    found = page.evaluate("([within, options]) => axe.run(within, options)", [within, RULES])
    return [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found["violations"]]


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than the phone."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


@pytest.mark.parametrize(("language", "theme"), [("es", "dark"), ("en", "light")])
@pytest.mark.parametrize("name", sorted(PAGES))
def test_every_page(site: Site, watched: Watched, name: str, language: str, theme: str) -> None:
    page = watched.phone(locale=f"{language}-{language.upper()}", reduced_motion="reduce")
    page.context.add_cookies([{"name": "theme", "value": theme, "url": site.url}])
    page.goto(site.url + PAGES[name])
    assert page.locator("html").get_attribute("lang") == language
    assert page.locator("html").get_attribute("data-theme") == theme
    assert violations(page) == []
    for width in (320, 360, 390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert overflow(page) <= 0, f"wider than {width} pixels"


@pytest.mark.parametrize(("language", "theme"), [("es", "dark"), ("en", "light")])
def test_the_table_its_seats_and_an_error(
    site: Site, watched: Watched, new_table: NewTable, language: str, theme: str
) -> None:
    page = watched.phone(locale=f"{language}-{language.upper()}", reduced_motion="reduce")
    page.context.add_cookies([{"name": "theme", "value": theme, "url": site.url}])
    table = new_table(page, "Wanda", "Ned", "Elle", "Amy", "Odin", "Josh")
    watched.expected.add("404")
    pages = ("", "seats/", "seats/?place=", "story/", "mine/", "mine/wanda/")
    for address in (*(table + page for page in pages), f"{site.url}/nothing/"):
        page.goto(address)
        assert violations(page) == [], address
        for width in (320, 390, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            assert overflow(page) <= 0, f"{address} wider than {width} pixels"


def test_pages_of_people_joins_prints_and_refusals(
    site: Site, watched: Watched, new_table: NewTable
) -> None:
    """The pages that need a story before they can be seen."""
    watched.expected |= {"404", "422", "400", "403", "405", "413", "429"}
    keeper, guest = watched.phone(reduced_motion="reduce"), watched.phone(reduced_motion="reduce")
    table = new_table(keeper)
    code = keeper.locator(".strip__t span").inner_text().split(" ")[0]
    guest.goto(f"{site.url}/join/{code.replace('-', '')}/")
    assert violations(guest) == []
    guest.locator(".form__go button").click()
    expect(guest.locator(".field__errors")).to_be_visible()
    assert violations(guest) == [], "a form with an error"
    guest.goto(f"{site.url}/join/?code=ZZZZZZ")
    assert violations(guest) == []
    keeper.goto(f"{table}seats/")
    keeper.locator("main form[action*=print] button").click()
    keeper.get_by_role("link", name="Abrir").first.wait_for(timeout=30_000)
    assert violations(keeper) == []
    keeper.goto(f"{site.url}/account/sign-up/")
    keeper.locator("main form button").click()
    expect(keeper.locator(".field__errors").first).to_be_visible()
    assert violations(keeper) == []
    keeper.get_by_label("Correo").fill(f"{code.lower()}@example.org")
    keeper.get_by_label("Contraseña").fill("nine-walkers-passing")
    keeper.get_by_role("button", name="Crear la cuenta").click()
    keeper.wait_for_url(f"{site.url}/")
    for path in ("", "delete/", "password/", "reset/sent/", "reset/abc/def-ghi/"):
        keeper.goto(f"{site.url}/account/{path}")
        assert violations(keeper) == [], path


def test_everything_a_thumb_must_hit_is_large_enough(
    site: Site, watched: Watched, new_table: NewTable
) -> None:
    page = watched.phone()
    table = new_table(page, "Wanda", "Ned")
    small = """() => [...document.querySelectorAll('a, button, input:not([type=hidden]), select')]
        .filter(e => e.offsetParent && !e.closest('.skip, .prose'))
        .map(e => [e.closest('label') || e, e])
        .map(([target]) => [target.getBoundingClientRect(), target.outerHTML.slice(0, 90)])
        .filter(([box]) => box.width && (box.height < 47.5 || box.width < 47.5))
        .map(([box, html]) => `${Math.round(box.width)}x${Math.round(box.height)} ${html}`)"""
    for address in (
        f"{site.url}/",
        table,
        f"{table}seats/",
        *map(site.url.__add__, PAGES.values()),
    ):
        page.goto(address)
        assert page.evaluate(small) == [], address


def test_language_and_theme_are_switched_and_stay(site: Site, watched: Watched) -> None:
    page = watched.phone(locale="es-ES")
    page.goto(f"{site.url}/credits/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Créditos")
    page.get_by_role("button", name="EN", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Credits")
    assert page.url == f"{site.url}/credits/"
    page.goto(f"{site.url}/preferences/")
    page.get_by_label("Light", exact=True).check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.goto(site.url)
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_the_keyboard_reaches_everything_in_reading_order(site: Site, watched: Watched) -> None:
    page = watched.phone(locale="en-GB")
    page.goto(site.url)
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{site.url}/#main")
    page.keyboard.press("Tab")
    expect(page.locator("#code")).to_be_focused()
    page.keyboard.type("zzzzzz")
    watched.expected.add("404")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("No table with that code")
