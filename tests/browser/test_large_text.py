"""Text at 200 %: the table stays in view, and nothing is wider than the screen."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright

from tests.browser.chromium import launch_chromium
from tests.browser.conftest import HASTY, PHONE, Watched
from tests.browser.looks import STICKS_OUT
from tests.browser.tables import NEXT, close_sheet, lay_table, open_sheet, sit_down, tap
from tests.browser.test_campaign import begin as begin_campaign
from tests.browser.test_city import LAY_BEFORE_THE_HELICOPTER, lay_before_a_vote, press
from tests.browser.test_city import lay_table as lay_city
from tests.browser.test_maps import begin as begin_map
from tests.browser.test_own_phone import take_place
from tests.site import Site

SURVIVORS = [
    (name.lower(), name, player)
    for name, player in zip(
        ("Wanda", "Ned", "Elle", "Amy", "Odin", "Doug"), ("Marta", "Luis") * 3, strict=True
    )
]
A_THIRD = PHONE["height"] / 3


def at_table(page: Page, site: Site) -> None:
    code = lay_table(site, "zombicide-2e", SURVIVORS, zones=("12R", "10R", "7V"))
    sit_down(page, site, code, "Wanda")
    for _step in range(3):
        tap(page, NEXT)


def table(page: Page, site: Site) -> None:
    at_table(page, site)
    if page.locator("#sheet").count():
        close_sheet(page)


def sheet(path: str) -> Callable[[Page, Site], None]:
    def reach(page: Page, site: Site) -> None:
        table(page, site)
        open_sheet(page, page.url, path)

    return reach


def odds_of_a_rise(page: Page, site: Site) -> None:
    """Two tables beside each other."""
    sheet("odds")(page, site)
    page.locator("#odds-if-rise").click()
    page.wait_for_selector("#odds-if-rise[aria-checked=true]")


def set_up(address: str) -> Callable[[Page, Site], None]:
    def reach(page: Page, site: Site) -> None:
        page.goto(f"{site.url}/tables/new/{address}")

    return reach


def campaign(page: Page, site: Site) -> None:
    begin_campaign(page, site, "Los jueves")


def briefing(page: Page, site: Site) -> None:
    campaign(page, site)
    page.locator("#next-mission").click()
    page.wait_for_selector("[name=where]")


def end_of_a_mission(page: Page, site: Site) -> None:
    """Its first step."""
    briefing(page, site)
    page.locator("[name=where][value=paper]").click()
    page.goto(f"{page.url.rpartition('objectives/')[0]}end/")
    page.wait_for_selector(".pg")


def own_page(page: Page, site: Site) -> None:
    code = lay_table(site, "zombicide-2e", SURVIVORS, zones=("12R", "10R"))
    take_place(page, site, code, "Luis")


def city(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/tables/new/city-of-horror/")
    lay_city(page, ("Marta", "Luis", "Ana"))
    page.goto(page.url.partition("seats/")[0])
    page.wait_for_selector("#now")


LET_LUIS_LOSE_ONE = """
from companion import services
from companion.models import Table
from rules.systems.city_of_horror.votes import VictimChoose
table = Table.objects.get(code={code!r})
death = VictimChoose(id="victim-00", seen=table.version, player="Luis B.", character="punk")
services.command_submit(table_id=table.pk, seat=table.seats.get(role="keeper"), command=death)
"""
LET_NOE_WIN = """
seats["Noé"] = replace(seats["Noé"], antidotes=4)
table.state = replace(table.any_state, seats=seats)
table.save()
"""
LAY_A_ROUND = """
from companion.people.models import Person
from tests.city.test_play import begun
print(begun(Person.objects.create_guest(name="Marta")).code)
"""


def join_the_city(page: Page, site: Site, code: str, name: str) -> None:
    page.goto(f"{site.url}/join/{code}/?as={name}")
    page.locator(".seat").click()
    page.wait_for_selector("#now")


def asked_where(page: Page, site: Site) -> None:
    """Six answers."""
    join_the_city(page, site, site.run(LAY_A_ROUND).strip(), "Ana María")


def after_a_death(page: Page, site: Site, name: str) -> None:
    code = lay_before_a_vote(site)
    join_the_city(page, site, code, name)
    site.run(LET_LUIS_LOSE_ONE.format(code=code))
    page.reload()


def asked_who_dies(page: Page, site: Site) -> None:
    """A vote, and a long line in the undo bar."""
    after_a_death(page, site, "Ana María")


def death_in_the_city(page: Page, site: Site) -> None:
    """On a phone that waits for the others the death stands open."""
    page.emulate_media(reduced_motion="reduce")
    after_a_death(page, site, "Noé")


def result_of_the_city(page: Page, site: Site) -> None:
    code = lay_before_a_vote(site)
    join_the_city(page, site, code, "Noé")
    site.run(LAY_BEFORE_THE_HELICOPTER.format(code=code) + LET_NOE_WIN)
    page.reload()
    press(page, "#next")
    page.wait_for_selector("#next[href$='/story/']")
    page.goto(f"{page.url.partition('?')[0]}story/")


def map_editor(page: Page, site: Site) -> None:
    begin_map(page, site)
    page.locator("#palette .pt").first.click()
    page.locator(".boardf svg, .boardf").first.click()


def home(page: Page, site: Site) -> None:
    table(page, site)
    page.goto(site.url)


OTHERS = ("map", "home")
"""Pages that are looked at for their dock and width alone."""
PLACES: dict[str, Callable[[Page, Site], None]] = {
    "table": table,
    "spawn": sheet("spawn"),
    "survivor": sheet("survivor/wanda"),
    "odds": sheet("odds"),
    "odds of a rise": odds_of_a_rise,
    "attack": sheet("attack/wanda"),
    "more": sheet("more"),
    "help": sheet("help"),
    "log": sheet("log"),
    "set-up": set_up("rue-morgue/"),
    "mission to choose": set_up("black-plague/mission/"),
    "who plays whom": set_up("rue-morgue/players/?players=Marta,Luis"),
    "zones": set_up("black-plague/zones/?mission=black-plague:A0"),
    "campaign": campaign,
    "briefing": briefing,
    "end of a mission": end_of_a_mission,
    "own": own_page,
    "city": city,
    "city asks where": asked_where,
    "city asks who dies": asked_who_dies,
    "city with a death": death_in_the_city,
    "city result": result_of_the_city,
    "map": map_editor,
    "home": home,
}
SIZES = (100, 131.25, 150, 200)
LOOK = """() => {
  const shown = [...document.querySelectorAll(".dock")].filter((dock) => dock.checkVisibility());
  const dock = shown.at(-1);
  const pieces = [];
  const lines = document.querySelectorAll(
    ".undo span:not(.vh), .answer, .scene, #step, thead, .title, .hero, .game, .rowb, .ev, .seg,"
    + ".sheetrow__n, .fold > summary, .strip__t b"
  );
  for (const line of [...lines].filter((each) => each.checkVisibility())) {
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      for (const match of walker.currentNode.data.matchAll(/[^\\s]+/g)) {
        const range = document.createRange();
        range.setStart(walker.currentNode, match.index);
        range.setEnd(walker.currentNode, match.index + match[0].length);
        const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
        if (tops.size > 1) pieces.push(match[0]);
      }
    }
  }
  const top = document.getElementById("sheet") ?? document.body;
  const holds = (box, { left, right }) => left >= box.left - 2 && right <= box.right + 2;
  const cut = [];
  for (const undo of document.querySelectorAll(".undo")) {
    const line = undo.querySelector("span");
    const range = document.createRange();
    range.selectNodeContents(line);
    const under = range.getBoundingClientRect().bottom - undo.getBoundingClientRect().bottom;
    if (under > 1 || line.scrollHeight > line.clientHeight + 3) cut.push(line.innerText.trim());
  }
  const said = [];
  const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: node, currentNode: { parentElement: element } } = texts;
    if (!node.data.trim() || !element.checkVisibility() || element.closest(".vh, .undo")) continue;
    if (element.scrollHeight > element.clientHeight + 1 && element.closest(".next")) {
      const { webkitLineClamp } = getComputedStyle(element);
      if (webkitLineClamp !== "none") cut.push(node.data.trim());
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    const words = range.getBoundingClientRect();
    for (let part = element; part !== document.body; part = part.parentElement) {
      const { overflowX, clipPath } = getComputedStyle(part);
      if (overflowX === "auto" || overflowX === "scroll") break;
      const isEdge = overflowX !== "visible" || clipPath !== "none";
      if (isEdge && !holds(part.getBoundingClientRect(), words)) {
        cut.push(node.data.trim());
        break;
      }
    }
    if (!element.closest(".dock, .strip, svg")) {
      const text = node.data.trim();
      for (const { left, right, top, bottom, height } of range.getClientRects()) {
        said.push({ node, text, left, right, top, bottom, height });
      }
    }
    const { left, right } = words;
    const scrolls = element.closest(".chips--scroll, .scroll");
    if (!scrolls && (left < -1 || right > innerWidth + 1)) cut.push(node.data.trim());
  }
  for (const icon of top.querySelectorAll(":is(a, button) .i:not(.paper)")) {
    const button = icon.closest("a, button").getBoundingClientRect();
    if (icon.checkVisibility() && !holds(button, icon.getBoundingClientRect())) {
      cut.push(icon.className);
    }
  }
  const over = [];
  for (const [place, one] of said.entries()) {
    for (const other of said.slice(place + 1)) {
      const low = Math.min(one.height, other.height);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const isAlike = low > Math.max(one.height, other.height) / 2;
      if (one.node !== other.node && isAlike && wide > 3 && high > low / 2) {
        over.push(`${one.text} and ${other.text}`);
      }
    }
  }
  const title = top.querySelector(".sheet__h .title")?.getBoundingClientRect();
  const close = top.querySelector(".sheet__h [data-close]")?.getBoundingClientRect();
  if (close && (close.right < innerWidth - 24 || close.top > title.bottom)) {
    cut.push("what closes the sheet is not in its corner");
  }
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  for (const select of innerWidth < 15 * rem ? top.querySelectorAll("select") : []) {
    if (getComputedStyle(select).whiteSpace === "nowrap") cut.push(`#${select.id} wraps not`);
  }
  const height = dock?.getBoundingClientRect().height ?? 0;
  return { dock: height, pieces, cut: [...new Set(cut)], over: [...new Set(over)] };
}"""


def looked_at(page: Page, where: str) -> list[str]:
    """What is wrong with a page as it stands."""
    found: dict[str, Any] = page.evaluate(LOOK)
    wide = page.evaluate(STICKS_OUT, "body")
    wrong = [f"{where}: broken: {found['pieces']}"] if found["pieces"] else []
    if found["cut"] and not where.startswith(OTHERS):
        wrong.append(f"{where}: cut: {found['cut']}")
    if found["over"]:
        wrong.append(f"{where}: one over the other: {found['over']}")
    if found["dock"] > A_THIRD:
        wrong.append(f"{where}: the dock is {found['dock']:.0f} px high")
    return [*wrong, f"{where}: {wide} px too wide"] if wide > 0 else wrong


@pytest.mark.parametrize("place", PLACES)
def test_at_every_text_size_the_table_stays_in_view(
    site: Site, watched: Watched, place: str
) -> None:
    page = watched.phone(is_lit=True)
    PLACES[place](page, site)
    wrong = []
    for size in SIZES:
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", f"{size}%")
        wrong += looked_at(page, f"{place} at {size} %")
    assert wrong == []


@pytest.fixture
def without_small_letters(playwright: Playwright) -> Iterator[Browser]:
    """A browser whose smallest text is set to 20 px: a quarter more than what most of ours has."""
    chromium = launch_chromium(playwright.chromium, "--blink-settings=minimumFontSize=20")
    yield chromium
    chromium.close()


def test_a_browser_that_draws_nothing_small_leaves_the_table_in_view(
    site: Site, without_small_letters: Browser, watched: Watched
) -> None:
    page = without_small_letters.new_page(viewport=PHONE, locale="es-ES", has_touch=True)
    watched.follow(page.context)
    page.add_init_script(HASTY)
    wrong = []
    for name, reach in PLACES.items():
        page.context.clear_cookies()
        reach(page, site)
        small = page.locator("body").evaluate("body => getComputedStyle(body).fontSize")
        wrong += looked_at(page, f"{name} ({small})")
    assert wrong == []
