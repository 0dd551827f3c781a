"""The television: words are whole, and nothing touches an edge or is cut."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watched
from tests.browser.tables import lay_table, sit_down
from tests.site import Site

TELEVISION = {"width": 1920, "height": 1080}
NINE = ("Ann", "Baldric", "Clovis", "Nelly", "Samson", "Silas", "Hilda", "Tulio", "Zoe")
BEGUN = """
from msgspec.structs import replace
from companion import services
from companion.models import Table
from rules.mechanics.danger import PointsAward
from rules.mechanics.kills import ZombiesKill
from rules.mechanics.missions.mission import TokenTake
from rules.mechanics.rounds import MissionEnd
from rules.mechanics.supply import ZombiesAdd
from rules.mechanics.wounds.wound import WoundTake
from rules.mechanics.wounds.zombies_attack import ZombiesAttack
table = Table.objects.get(code={code!r})
seat = table.seats.get()
def send(kind, **fields):
    seen = Table.objects.get(pk=table.pk).version
    command = kind(id=f"command-{{seen:04}}", seen=seen, **fields)
    services.command_submit(table_id=table.pk, seat=seat, command=command)
"""
HURT = """
deck = table.state.decks["equipment"]
leather = next(copy for copy in (*deck.draw, *deck.aside) if copy.startswith("leather-arm"))
baldric = replace(table.state.survivors["baldric"], inventory={{"body": leather}})
survivors = {{**table.state.survivors, "baldric": baldric}}
table.state = replace(table.state, survivors=survivors, board={{"walker": 3}})
table.save()
for key in ("ann", "clovis", "nelly", "samson"):
    send(PointsAward, survivor=key, amount=1)
wounds = {{"baldric": 2, "clovis": 1}}
send(ZombiesAttack, zombies={{"walker": 3}}, wounds=wounds, armour=True, dice=(2, 2))
"""
KILLED = """
send(ZombiesAdd, zombie="walker", count=14)
send(ZombiesKill, survivor="ann", zombie="walker", count=14)
"""
SEEN = 4
"""So many goals and lines have room beside the survivors."""
FOUND = """() => {
  const box = (part) => part.getBoundingClientRect();
  const found = [];
  const walker = document.createTreeWalker(document.getElementById("screen"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement: element } = walker.currentNode;
    if (!element.checkVisibility() || element.closest(".vh, svg, .tv-log")) continue;
    for (const match of data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, match.index);
      range.setEnd(walker.currentNode, match.index + match[0].length);
      if (new Set([...range.getClientRects()].map((each) => Math.round(each.top))).size > 1) {
        found.push(`broken: ${match[0]}`);
      }
      const part = element.closest("section, li");
      if (part === null) continue;
      const { top, bottom, left, right } = box(range), within = box(part);
      const isIn = top >= within.top && bottom <= within.bottom
        && left >= within.left && right <= within.right;
      if (!isIn) found.push(`over the edge: ${match[0]}`);
    }
  }
  for (const small of document.querySelectorAll(".tv-rank small")) {
    if (small.getClientRects().length > 1) found.push(`in two lines: ${small.textContent.trim()}`);
  }
  for (const part of document.querySelectorAll(".tv-won > :not(.paper)")) {
    const { top, bottom } = box(part), within = box(part.parentElement);
    if (top < within.top + 20 || bottom > within.bottom - 20) {
      found.push(`at the edge: ${part.textContent.trim().slice(0, 40)}`);
    }
  }
  const log = document.querySelector(".tv-log");
  for (const line of log?.children ?? []) {
    const { top, bottom, left } = box(line), within = box(log);
    const isSeen = top < within.bottom && left < within.right;
    if (isSeen && bottom > within.bottom + 1) found.push(`cut: ${line.textContent.trim()}`);
  }
  return found;
}"""
"""Words in two lines, over an edge or too near to it, and lines of the log that are cut."""


def television(site: Site, watched: Watched, code: str, *, locale: str = "es-ES") -> Page:
    page = watched.phone(viewport=TELEVISION, locale=locale, is_lit=True)
    table = sit_down(page, site, code, "Tele")
    page.goto(f"{table}screen/")
    return page


def is_in_order(page: Page) -> None:
    page.wait_for_load_state()
    page.evaluate("document.fonts.ready")
    assert page.evaluate(FOUND) == []


def nine(site: Site, game: str = "black-plague", mission: str = "") -> str:
    people = [(name.lower(), name, "Marta") for name in NINE]
    return lay_table(site, game, people, zones=("1", "2"), mission=mission, dice="table")


def test_a_long_headline_is_smaller_and_not_broken(site: Site, watched: Watched) -> None:
    code = nine(site, mission="black-plague:A1")
    site.run(BEGUN.format(code=code) + 'send(TokenTake, survivor="ann", colour="blue")')
    page = television(site, watched, code)
    expect(page.locator(".tv-note h1")).to_have_text("Nigromante")
    is_in_order(page)


def test_what_armour_stopped_is_read_whole_and_no_line_is_cut(site: Site, watched: Watched) -> None:
    code = nine(site, mission="black-plague:A1")
    site.run((BEGUN + HURT).format(code=code))
    page = television(site, watched, code)
    expect(page.locator(".tv-log")).to_contain_text("3 Caminantes: 3 Heridas, 0 anuladas")
    assert page.locator(".tv-log p").count() > SEEN
    is_in_order(page)


ENDS = {
    "black-plague": 'send(MissionEnd, result="lost")\n',
    "zombicide-2e": (
        'send(WoundTake, survivor="zoe", count=2)\nsend(WoundTake, survivor="ann", count=3)\n'
    ),
}


@pytest.mark.parametrize("game", ENDS)
def test_a_result_keeps_its_edges_free_and_its_numbers_with_their_nouns(
    site: Site, watched: Watched, game: str
) -> None:
    code = nine(site, game)
    site.run((BEGUN + KILLED).format(code=code) + ENDS[game])
    page = television(site, watched, code)
    expect(page.locator(".tv--end")).to_be_visible()
    is_in_order(page)
