"""How pages are looked at: in which language and theme, by axe-core, at which widths.

`make test` opens each page in one look, half of them in each, and holds its colours to both
themes; `make soak` opens each page in both looks.
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

import pytest
from playwright.sync_api import Page

from tests.site import Site

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
    "preload": False,
}
COLOURS = {**RULES, "runOnly": {"type": "rule", "values": ["color-contrast"]}}
RUN = """async ([within, rules, colours]) => {
  const faults = async options => (await axe.run(within, options)).violations.map(
    ({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`
  );
  const off = [...document.adoptedStyleSheets];
  // The screen is on, but for its icons: axe-core reads their colour, not their form.
  document.adoptedStyleSheets = off.slice(1);
  await document.fonts.ready;
  const violations = await faults(rules);
  if (colours) {
    const { dataset } = document.documentElement;
    dataset.theme = dataset.theme === "dark" ? "light" : "dark";
    violations.push(...(await faults(colours)).map(fault => `in the other theme ${fault}`));
  }
  document.adoptedStyleSheets = off;
  return violations;
}"""
STICKS_OUT = """body => {
  const { scrollWidth, clientWidth } = document.querySelector(body);
  return Math.max(document.documentElement.scrollWidth - innerWidth, scrollWidth - clientWidth);
}"""
WIDTHS = (320, 1280)
"""Beside that of the phone itself. Up to 374 pixels, where most phones are, no style changes."""
Thing = TypeVar("Thing")
comes_with_axe: WeakKeyDictionary[Page, Any] = WeakKeyDictionary()
"""Phones on which every page comes with axe-core, and what ends that when it is closed."""


class Look(NamedTuple):
    language: str
    theme: str

    @property
    def locale(self) -> str:
        return f"{self.language}-{self.language.upper()}"


LOOKS = SPANISH, ENGLISH = Look("es", "dark"), Look("en", "light")


def is_soak() -> bool:
    return "SOAK" in os.environ


def in_look(look: Look) -> pytest.MarkDecorator:
    """The test is of pages that others, too, look at: once, in this look."""
    looks = LOOKS if is_soak() else (look,)
    return pytest.mark.parametrize("look", looks, ids="-".join)


def shared_out(things: Sequence[Thing]) -> Iterator[tuple[Look, Sequence[Thing]]]:
    """Half of the things for each look."""
    for number, look in enumerate(LOOKS):
        yield look, things if is_soak() else things[number :: len(LOOKS)]


def put_on(page: Page, site: Site, look: Look) -> None:
    """From the next page on; as the buttons for it would."""
    wanted = {"django_language": look.language, "theme": look.theme}
    page.context.add_cookies(
        [{"name": name, "value": value, "url": site.url} for name, value in wanted.items()]
    )


def violations(page: Page, within: str = "html", *, both_themes: bool = False) -> list[str]:
    """What axe-core finds, as `rule: first place`, once styles and fonts are there.

    `within` a part of the page where the rest has been looked at before. `both_themes`: the
    colours of the other theme, too, in which the page stays.
    """
    page.wait_for_load_state()
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
        # The next pages come with it: a third of the work.
        comes_with_axe[page] = page.add_init_script(AXE)
    faults: list[str] = page.evaluate(RUN, [within, RULES, COLOURS if both_themes else None])
    return faults


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than the phone."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def look_at(page: Page, where: str, *, within: str = "html", body: str = "body") -> None:
    """It is accessible, its colours in the other theme as well, and it fits every screen. It stays
    in that theme: to draw it once more takes a tenth of the time of a look.

    For phones that ask for reduced motion: where colours fade they cannot be read at once. `body`
    is what holds it where that could scroll sideways by itself.
    """
    assert violations(page, within, both_themes=True) == [], where
    size = page.viewport_size
    assert size is not None
    assert page.evaluate(STICKS_OUT, body) <= 0, f"{where} wider than the phone"
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(STICKS_OUT, body) <= 0, f"{where} wider than {width} pixels"
    page.set_viewport_size(size)
