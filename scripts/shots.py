"""`make shots`: pictures of the real pages, to look at and for the README.

Starts the site on a free port with a data folder of its own, plays a little, and photographs
every page at phone and desk size, dark and light, in Spanish and English.
"""

import sys
import tempfile
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import tests.environment  # noqa: F401 - a data folder of its own
from tests.browser.chromium import launch_chromium
from tests.site import Site

SIZES = {"phone": (390, 844), "desk": (1280, 800)}


def play_a_little(page: Page, url: str) -> str:
    """Open a table, hand out points, and leave something to undo. Returns its address."""
    who = ("wanda", "ned", "elle", "amy", "odin", "josh")
    query = [
        ("players", "Marta, Luis, Íñigo, Sofía"),
        *(("survivors", survivor) for survivor in who),
    ]
    page.goto(f"{url}/tables/new/zombicide-2e/?{urlencode(query)}")
    page.locator(".dock button.next").click()
    page.wait_for_selector("#now")
    for key, points in (("wanda", 21), ("ned", 16), ("odin", 5), ("elle", 8)):
        for _ in range(points):
            before = int(page.locator("#now").get_attribute("data-version") or 0)
            page.locator(f"#more-{key}").click()
            page.wait_for_selector(f"#now[data-version='{before + 1}']")
    return page.url


def fill_a_table(page: Page, url: str) -> str:
    """Twelve survivors and names as long as they may be. Returns its address."""
    page.goto(f"{url}/tables/new/rue-morgue/survivors/")
    for box in page.locator("input[name=survivors][type=checkbox]").all():
        box.check()
    page.locator(".dock button").click()
    players = f"{'Wolfeschlegelsteinhausen' * 3:.60}, Luis"
    page.goto(f"{page.url}&{urlencode({'players': players})}")
    page.locator(".dock button.next").click()
    page.wait_for_selector("#now")
    return page.url


def photograph(browser: Browser, site: Site, folder: Path) -> None:
    context = browser.new_context(locale="es-ES")
    page = context.new_page()
    table = play_a_little(page, site.url)
    full = fill_a_table(page, site.url)
    page.goto(f"{table}seats/")
    page.locator("main form[action*=print] button").click()
    page.get_by_role("link", name="Abrir").first.wait_for()
    pages = {
        "home": f"{site.url}/",
        "open": f"{site.url}/tables/new/rue-morgue/",
        "mission": f"{site.url}/tables/new/black-plague/mission/",
        "survivors": f"{site.url}/tables/new/zombicide-2e/survivors/?with=washington-zc",
        "players": f"{site.url}/tables/new/rue-morgue/players/?players=Marta,Luis",
        "zones": f"{site.url}/tables/new/rue-morgue/zones/",
        "cards": f"{site.url}/tables/new/army-of-the-dead/cards/",
        "rules": f"{site.url}/tables/new/zombicide-2e/rules/",
        "house": f"{site.url}/house/zombicide-2e/tess/",
        "tables": f"{site.url}/tables/",
        "mine": f"{table}mine/",
        "screen": f"{table}screen/",
        "screen-full": f"{full}screen/",
        "story": f"{table}story/",
        "table": table,
        "full": full,
        "survivor": f"{table}sheets/survivor/wanda/",
        "attack": f"{table}sheets/attack/wanda/",
        "log": f"{table}sheets/log/",
        "more": f"{table}sheets/more/",
        "zones-sheet": f"{table}sheets/zones/",
        "seats": f"{table}seats/",
        "preferences": f"{site.url}/preferences/",
        "credits": f"{site.url}/credits/",
        "sign-up": f"{site.url}/account/sign-up/",
        "sign-in": f"{site.url}/account/sign-in/",
        "reset": f"{site.url}/account/reset/",
        "prints": f"{site.url}/prints/",
        "my-data": f"{site.url}/account/data/",
        "report": f"{site.url}/report/",
        "offline": f"{site.url}/offline/",
        "not-found": f"{site.url}/nothing/",
        "style": f"{site.url}/style/",
    }
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for theme in ("dark", "light"):
            for language in ("es", "en"):
                context.add_cookies(
                    [
                        {"name": "theme", "value": theme, "url": site.url},
                        {"name": "django_language", "value": language, "url": site.url},
                    ]
                )
                for name, address in pages.items():
                    page.goto(address)
                    page.wait_for_timeout(150)
                    page.screenshot(
                        path=folder / f"{name}-{size}-{theme}-{language}.png",
                        full_page=not address.startswith(f"{site.url}/tables/") or name == "open",
                    )


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/shots")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = launch_chromium(playwright.chromium)
        with Site(Path(data)) as site:
            photograph(browser, site, folder)
        browser.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    main()
