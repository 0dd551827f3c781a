"""Tables for browser tests: laid out in the site's own database, joined by code on real phones."""

import json
import re

from playwright.sync_api import Page, expect

from tests.site import Site

NEXT = "#sheet .next, body:not(:has(#sheet)) #next"
"""The one large button, of the table or of the sheet over it."""
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
ADDRESS = re.compile(r".*/tables/[0-9a-f-]{36}/")
LAY = """
import json, sys
from companion.models import Seat, Table
from companion.people.models import Person
from rules import Survivor, Zone, mission_of, new_table, played_pack
said = json.loads({said!r})
pack = played_pack(said["game"], tuple(said["expansions"]))
survivors = [
    (key, Survivor(name=name, player=player)) for key, name, player in said["survivors"]
]
state = new_table(
    pack=pack, expansions=tuple(said["expansions"]), survivors=survivors, seed=said["seed"],
    zones=[Zone(id=name, start=n == 0) for n, name in enumerate(said["zones"])],
    mission=mission_of(said["game"], said["mission"]),
    hour=said["hour"], options=said["options"], sources=said["sources"], dice=said["dice"],
)
table = Table(game=said["game"], mission=said["mission"])
table.state = state
table.save()
person = Person.objects.create_guest(name="Host")
Seat.objects.create(table=table, person=person, name="Host", role=Seat.Role.KEEPER)
print("CODE", table.code, table.pk)
"""


def lay_table(
    site: Site,
    game: str,
    survivors: list[tuple[str, str, str]],
    *,
    zones: tuple[str, ...] = (),
    mission: str = "",
    expansions: tuple[str, ...] = (),
    hour: int | None = None,
    options: tuple[str, ...] = (),
    sources: dict[str, str] | None = None,
    dice: str = "app",
    seed: str = "an evening",
) -> str:
    """Lay out a table and return its code."""
    said = {
        "game": game,
        "survivors": survivors,
        "zones": zones,
        "mission": mission,
        "expansions": expansions,
        "hour": hour,
        "options": options,
        "sources": sources or {},
        "dice": dice,
        "seed": seed,
    }
    answer = site.run(LAY.format(said=json.dumps(said)))
    return answer.rpartition("CODE ")[2].split()[0]


def sit_down(page: Page, site: Site, code: str, name: str) -> str:
    """Join by the code and a name, as their form does; returns the table's address.

    The forms themselves are not opened: `test_start.py` and `take_place` go that way.
    """
    door, visit = f"{site.url}/join/{code}/", page.context.request
    with_token = TOKEN.search(visit.get(door).text())
    assert with_token is not None
    joined = visit.post(door, form={"csrfmiddlewaretoken": with_token[1], "name": name})
    at_table = ADDRESS.match(joined.url)
    assert at_table is not None, joined.url
    page.goto(at_table[0])
    expect(page.locator("#connection")).to_have_text(("En vivo", "Live")[is_english(page)])
    return page.url


def is_english(page: Page) -> bool:
    return page.locator("html").get_attribute("lang") == "en"


def version(page: Page) -> int:
    return int(page.locator("#now").get_attribute("data-version") or 0)


def tap(page: Page, selector: str) -> int:
    """Tap and wait until this phone shows the answer; returns the version it shows.

    What others did may lie over it for twelve seconds: it is closed, as a person would.
    """
    uncover(page, selector)
    before = version(page)
    page.locator(selector).first.click()
    page.wait_for_function(
        "before => Number(document.getElementById('now').dataset.version) > before", arg=before
    )
    return version(page)


def uncover(page: Page, selector: str) -> None:
    """Close what others did, where it lies over what is meant."""
    while page.locator("#moment").count() and not page.locator(f"#moment {selector}").count():
        page.keyboard.press("Escape")


def same_version(*pages: Page) -> int:
    """Wait until all phones show the newest table."""
    newest = max(version(page) for page in pages)
    for page in pages:
        page.wait_for_function(
            "newest => Number(document.getElementById('now').dataset.version) >= newest",
            arg=newest,
        )
    return newest


def open_sheet(page: Page, table: str, path: str) -> None:
    """Open a sheet as its link does."""
    page.evaluate(
        """async (url) => {
            const { href } = document.querySelector("link[href*='js/table-sheets']");
            (await import(href)).open(url);
        }""",
        f"{table}sheets/{path}/",
    )
    expect_sheet(page, path)


def expect_sheet(page: Page, path: str) -> None:
    """That sheet is shown; one that tells of a step says of which."""
    expect(page.locator("#sheet")).to_have_attribute("data-path", re.compile(rf"^{path}(\?|$)"))


def close_sheet(page: Page) -> None:
    if page.locator("#moment").count():  # what others did lies over it
        page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_have_count(0)
