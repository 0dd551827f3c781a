"""Every page in real Chromium: both languages, both themes, accessible, nothing from elsewhere."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Watched
from tests.browser.looks import LOOKS, Look, look_at, put_on, shared_out, violations
from tests.site import Site

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


SMALL = """() => [...document.querySelectorAll('a, button, input:not([type=hidden]), select')]
    .filter(e => e.offsetParent && !e.closest('.skip, .prose'))
    .map(e => [e.closest('label') || e, e])
    .map(([target]) => [target.getBoundingClientRect(), target.outerHTML.slice(0, 90)])
    .filter(([box]) => box.width && (box.height < 47.5 || box.width < 47.5))
    .map(([box, html]) => `${Math.round(box.width)}x${Math.round(box.height)} ${html}`)"""
"""What a thumb must hit and could miss."""


@pytest.mark.parametrize(
    ("look", "names"), list(shared_out(sorted(PAGES))), ids=["-".join(look) for look in LOOKS]
)
def test_every_page(site: Site, watched: Watched, look: Look, names: list[str]) -> None:
    page = watched.phone(locale=look.locale, reduced_motion="reduce")
    page.context.add_cookies([{"name": "theme", "value": look.theme, "url": site.url}])
    for name in names:
        page.goto(site.url + PAGES[name])
        assert page.locator("html").get_attribute("lang") == look.language
        assert page.locator("html").get_attribute("data-theme") == look.theme
        look_at(page, name)
        assert page.evaluate(SMALL) == [], f"{name}: too small for a thumb"


def test_the_table_its_seats_and_an_error(
    site: Site, watched: Watched, new_table: NewTable
) -> None:
    page = watched.phone(reduced_motion="reduce")
    table = new_table(page, "Wanda", "Ned", "Elle", "Amy", "Odin", "Josh")
    watched.expected.add("404")
    pages = ("", "seats/", "seats/?place=", "story/", "mine/", "mine/wanda/")
    addresses = [*(table + page for page in pages), f"{site.url}/nothing/"]
    for look, shared in shared_out(addresses):
        put_on(page, site, look)
        for address in shared:
            page.goto(address)
            look_at(page, address)
    for address in (f"{table}seats/", table):
        page.goto(address)
        assert page.evaluate(SMALL) == [], f"{address}: too small for a thumb"
    for part in (".danger--board", ".trio", "#undo", "#next"):  # on one screen
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= PHONE["height"], part


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
    for path in ("reset/sent/", "reset/abc/def-ghi/"):  # `test_accounts.py` has the others
        keeper.goto(f"{site.url}/account/{path}")
        assert violations(keeper) == [], path


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
