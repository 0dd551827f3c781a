"""Taps that change only numbers: the other phones are told these and ask for no page."""

import os
import random
import re
import signal
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import Watched
from tests.browser.tables import lay_table, same_version, sit_down, tap, uncover
from tests.browser.test_offline import AWAY
from tests.browser.test_own_phone import take_place
from tests.browser.test_silent_stream import PATIENCE
from tests.browser.test_start import begin
from tests.site import Site

THREE = [
    ("wanda", "Wanda", "Marta"),
    ("ned", "Ned", "Luis"),
    ("elle", "Elle", "Marta"),
]
CUT = {"ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE"}
TV = {"width": 1280, "height": 800}
ON = re.compile("Live|En vivo")
SOAK = "SOAK" in os.environ
TAPS = 60 if SOAK else 12
GAMES = {
    "zombicide-2e": THREE,
    "army-of-the-dead": [
        ("martin", "Martin", "Marta"),
        ("scott-ward", "Scott", "Luis"),
        ("maria-cruz", "Maria", "Luis"),
    ],
}

UNLIKE = """async () => {
  const now = document.getElementById("now");
  const headers = { "HX-Request": "true" };
  const answer = await fetch(now.dataset.board, { headers });
  const fetched = new DOMParser().parseFromString(await answer.text(), "text/html");
  const passing = ".by, [name=csrfmiddlewaretoken], [name=id], [name=seen], [data-undo=by]";
  const plain = (part) => {
    const copy = part.cloneNode(true);
    copy.querySelectorAll(passing).forEach((node) => node.remove());
    [copy, ...copy.querySelectorAll("[class]")].forEach((node) => {
      node.classList.remove("is-new", "is-wait");
      if (!node.className) node.removeAttribute("class");
    });
    copy.removeAttribute("data-stands");
    return copy.outerHTML.replace(/\\s+/g, " ").replace(/ (?=<)|(?<=>) /g, "");
  };
  return [...fetched.querySelectorAll("#fragments [data-part]")].flatMap((part) => {
    const shown = document.getElementById(part.id);
    const [want, have] = [plain(part), shown === null ? "" : plain(shown)];
    return want === have ? [] : [`${part.id}:\\n  fetched ${want}\\n  shown   ${have}`];
  });
}"""
"""The parts of a page that differ from those of the same page fetched now."""


def unlike(page: Page) -> list[str]:
    found: list[str] = page.evaluate(UNLIKE)
    return found


def pages_asked_for(page: Page) -> list[str]:
    """Requests of a page for its parts, from now on."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/tables/" in request.url and request.method == "GET":
            asked.append(request.url)

    page.on("request", note)
    return asked


def test_numbers_reach_every_kind_of_page_without_a_fetch(site: Site, watched: Watched) -> None:
    code = lay_table(site, "zombicide-2e", THREE, zones=("12R", "2"))
    marta = watched.phone(locale="es-ES")
    table = sit_down(marta, site, code, "Marta")
    luis = watched.phone(locale="en-GB")
    take_place(luis, site, code, "Luis")
    luis.goto(f"{table}mine/")
    expect(luis.locator("#connection")).to_have_text("Live")
    screen = marta.context.new_page()
    screen.set_viewport_size(TV)
    screen.goto(f"{table}screen/")
    expect(screen.locator("#connection")).to_have_text("En vivo")
    for key in ("wanda", "wanda", "wanda", "wanda", "ned"):
        tap(marta, f"#more-{key}")
    same_version(marta, luis, screen)
    asked = {page: pages_asked_for(page) for page in (marta, luis, screen)}
    with marta.expect_response("**/commands/**") as answer:
        tap(marta, "#more-ned")
    assert answer.value.headers["content-type"] == "application/json"
    same_version(marta, luis, screen)
    expect(luis.locator("#points b")).to_have_text("2")
    expect(marta.locator("#undo")).to_contain_text("Ned")
    tap(marta, "#more-wanda")
    same_version(marta, luis, screen)
    assert asked == {marta: [], luis: [], screen: []}
    for page in (marta, luis, screen):
        assert unlike(page) == []


NUMBERS = "#plus, #less, #spend, #wound, .own__z:not(.own__z--none)"
"""Buttons of a player's own page that change a number."""


@pytest.mark.parametrize("game", GAMES)
def test_whoever_taps_what_all_screens_show_what_they_would_fetch(
    site: Site, watched: Watched, game: str
) -> None:
    code = lay_table(site, game, GAMES[game], zones=("1", "2"))
    marta, luis = watched.phone(locale="es-ES"), watched.phone(locale="en-GB")
    table = sit_down(marta, site, code, "Marta")
    take_place(luis, site, code, "Luis")
    luis.goto(f"{table}mine/")
    screen = marta.context.new_page()
    screen.set_viewport_size(TV)
    screen.goto(f"{table}screen/")
    for page in (luis, screen):
        expect(page.locator("#connection")).to_have_text(ON)
    marta.goto(f"{table}sheets/supply/")
    for _ in range(3):
        tap(marta, 'button[value*="zombies.add"]')
    marta.goto(table)
    chance, told = random.Random(game), 0
    for _ in range(TAPS):
        page = chance.choice((marta, luis))
        buttons = page.locator(".tag__more" if page is marta else NUMBERS)
        open_ones = [each for each in buttons.all() if each.get_attribute("aria-disabled") is None]
        uncover(page, ".tag__more")
        with page.expect_response("**/commands/**") as answer:
            chance.choice(open_ones).click()
        told += answer.value.headers.get("content-type") == "application/json"
        page.wait_for_function(
            "version => Number(document.getElementById('now').dataset.version) >= version",
            arg=int(answer.value.headers["x-table-version"]),
        )
        same_version(marta, luis, screen)
        for shown in (marta, luis, screen):
            assert unlike(shown) == []
    assert told >= TAPS / 4


def test_pages_ahead_of_a_table_that_lost_a_step_show_it_as_it_is(
    tmp_path: Path, watched: Watched
) -> None:
    """A power cut takes a step that others fetched before it was flushed; here a file put back."""
    watched.expected |= AWAY | CUT
    with Site(tmp_path / "site") as site:
        page = watched.phone()
        table = begin(page, site)
        others = [page.context.new_page() for _ in range(2)]
        for other, way in zip(others, ("mine/", "screen/"), strict=True):
            other.goto(f"{table}{way}")
        pages = [page, *others]
        before = tap(page, "#more-wanda")
        site.stop()
        kept = (site.data / "safehouse.sqlite3").read_bytes()
        site.start()
        tap(page, "#more-wanda")
        for each in pages:
            expect(each.locator("#now")).to_have_attribute("data-version", str(before + 1))
        site.stop(signal.SIGKILL)
        for name in ("-wal", "-shm"):
            (site.data / f"safehouse.sqlite3{name}").unlink(missing_ok=True)
        (site.data / "safehouse.sqlite3").write_bytes(kept)
        site.start()
        for each in pages:
            expect(each.locator("#now")).to_have_attribute(
                "data-version", str(before), timeout=PATIENCE
            )
        assert tap(page, "#more-wanda") == before + 1
