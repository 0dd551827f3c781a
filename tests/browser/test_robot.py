"""A robot that taps: whatever it opens on a small phone, or with large text, fits and is whole."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.conftest import Watched
from tests.browser.test_city import lay_table as lay_city
from tests.site import Site

SMALL = {"width": 360, "height": 640}
TAPS = 12
PATIENCE = 4_000
GAMES = ("zombicide-2e", "city-of-horror")
TEXT = ("100%", "200%")
TABLE = re.compile(r"^.*/tables/[0-9a-f-]{36}/")
WHERE = """
() => [
    location.href,
    document.getElementById("sheet")?.dataset.path,
    document.getElementById("now")?.dataset.version,
].join(" ")
"""
UNFIT = r"""
() => {
    const wide = innerWidth + 1;
    const top = document.getElementById("sheet") ?? document.body;
    const named = (element) =>
        `${element.localName}.${element.className} ${element.textContent.trim().slice(0, 40)}`;
    const scrolls = (element) => {
        for (let each = element; each; each = each.parentElement) {
            const how = getComputedStyle(each).overflowX;
            if (how === "auto" || how === "scroll") return true;
        }
        return false;
    };
    const isSeen = (element) => {
        const box = element.getBoundingClientRect();
        return element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
            && box.width > 2 && box.height > 2;
    };
    const unfit = [];
    if (document.documentElement.scrollWidth > wide) unfit.push("the page is wider than the phone");
    for (const element of top.querySelectorAll("a, button, input, select, summary")) {
        if (!isSeen(element) || scrolls(element)) continue;
        const box = element.getBoundingClientRect();
        if (box.left < -1 || box.right > wide) unfit.push(`outside: ${named(element)}`);
    }
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode;
        const element = node.parentElement;
        if (!node.data.trim() || !isSeen(element) || element.closest(".vh")) continue;
        const style = getComputedStyle(element);
        const isCut = style.overflowX !== "visible" && !scrolls(element)
            && element.scrollWidth > element.clientWidth + 1;
        if (isCut) unfit.push(`cut: ${named(element)}`);
        for (const match of node.data.matchAll(/[\p{L}\p{N}]+/gu)) {
            const range = document.createRange();
            range.setStart(node, match.index);
            range.setEnd(node, match.index + match[0].length);
            const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
            if (tops.size > 1) unfit.push(`broken: ${match[0]} in ${named(element)}`);
        }
    }
    return [...new Set(unfit)];
}
"""


def open_game(page: Page, site: Site, game: str) -> None:
    """From a game's front page to its table."""
    page.goto(f"{site.url}/tables/new/{game}/")
    if page.locator("[name=player-1]").count():
        lay_city(page, ("Marta", "Luis", "Ana"))
    else:
        page.locator("button.next").click()
        page.wait_for_url(TABLE)
    page.goto(TABLE.search(page.url)[0])  # type: ignore[index]
    page.wait_for_selector("#now")


def tappable(page: Page, seen: set[str]) -> dict[str, Locator]:
    """What can be tapped on top of the page now and was not, by what it opens or sends."""
    has_sheet = page.locator("#sheet").count()
    taps = page.locator("#sheet a[data-sheet]" if has_sheet else "a[data-sheet], #next")
    targets = {}
    for each in taps.all():
        if each.is_visible():
            key = each.get_attribute("href") or f"next {page.evaluate(WHERE)}"
            targets[key.partition("?")[0]] = each
    return {key: each for key, each in targets.items() if key not in seen}


def tap(page: Page, key: str, thing: Locator) -> None:
    before = page.evaluate(WHERE)
    thing.tap(timeout=PATIENCE)
    page.wait_for_function(f"before => ({WHERE})() !== before", arg=before, timeout=PATIENCE)


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_tapped_fits_a_small_phone(site: Site, watched: Watched, game: str) -> None:
    page = watched.phone(locale="en-GB", viewport=SMALL, reduced_motion="reduce", is_lit=True)
    page.context.add_cookies([{"name": "theme", "value": "light", "url": site.url}])
    open_game(page, site, game)
    table = page.url
    chance, seen = random.Random(1), set[str]()
    unfit: dict[str, Any] = {}
    for _tap in range(TAPS):
        for size in TEXT:
            page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
            if wrong := page.evaluate(UNFIT):
                unfit[f"{page.evaluate(WHERE).removeprefix(table)} at {size}"] = wrong
        choices = tappable(page, seen)
        if not choices:
            page.goto(table)
            continue
        key = chance.choice(sorted(choices))
        seen.add(key)
        tap(page, key, choices[key])
    assert len(seen) > TAPS / 2
    assert not unfit, "\n".join(f"{where}: {wrong}" for where, wrong in unfit.items())
