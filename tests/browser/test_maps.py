"""A map drawn by keys, and by two hands at once. That of the Black Plague tutorial is drawn whole,
by taps, in the story of its mission (test_workshop.py)."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Watched
from tests.site import Site

SHARE = """
from companion.people.models import Person
from companion.workshop.models import HousePack, PackMember
from django.utils import timezone
pack = HousePack.objects.get(pk={pack!r})
luis = HousePack.objects.exclude(pk=pack.pk).latest("created_at").members.get().person
PackMember.objects.create(pack=pack, person=luis, name="Luis", agreed_at=timezone.now())
"""
READ = """async () => {
  const page = await (await fetch(location.pathname)).text();
  const read = new DOMParser().parseFromString(page, "text/html");
  return JSON.parse(read.getElementById("data").textContent).values;
}"""
ROOMS = ("A1", "B1", "A2", "B2", "D2", "E2", "F2", "D3", "E3", "F3")
TUTORIAL = {
    "tiles/4": {"tile": "4V", "row": 0, "column": 1},
    "tiles/9": {"tile": "9R", "row": 0, "column": 0},
    "tokens/4.a1.zombie-walker": {},
    "tokens/4.a2.objective": {"colour": "red"},
    "tokens/4.b1.zombie-runner": {},
    "tokens/4.b2.trapdoor": {"colour": "violet"},
    "tokens/4.b3.objective": {"colour": "red"},
    "tokens/4.c1.spawn": {"colour": "red", "number": 1},
    "tokens/4.c3.exit": {},
    "tokens/9.a1.objective": {"colour": "red"},
    "tokens/9.a3.start": {},
    "tokens/9.b2.objective": {"colour": "blue"},
    "tokens/9.c1.spawn": {"asleep": True, "colour": "green", "number": 2},
    "tokens/9.c3.zombie-fatty": {},
    "doors/4.a1.s": {"colour": "neutral", "state": "open"},
    "doors/4.c1.s": {"colour": "green"},
    "doors/9.b1.e": {"colour": "neutral"},
    "doors/9.b2.e": {"colour": "blue"},
    "doors/9.c3.e": {"colour": "neutral"},
    **{f"floors/9R.{place}": "room" for place in ("a1", "b1", "a2", "b2")},
    **{f"floors/4V.{place}": "room" for place in ("a2", "b2", "c2", "a3", "b3", "c3")},
    "walls/4V.b2.e": "wall",
    "walls/4V.b3.e": "gap",
}


def begin(page: Page, site: Site) -> str:
    """A new pack with a blank mission, by its pages; returns the address of the map."""
    page.goto(f"{site.url}/workshop/new/?game=black-plague")
    page.locator("[name=name]").fill("Nuestra peste")
    page.locator("main .form button, .dock button").last.click()
    page.wait_for_url("**/missions/new/")
    page.locator("button[name=from][value='']").click()
    page.locator("#p-board").click()
    page.wait_for_url("**/map/")
    return page.url


def drawn(page: Page) -> dict[str, Any]:
    """The map as the server has it."""
    values: dict[str, Any] = page.evaluate(READ)
    return values


def cell(page: Page, label: str) -> Locator:
    column, row = ord(label[0]) - ord("A"), int(label[1]) - 1
    return page.locator(f'.cells a[data-column="{column}"][data-row="{row}"]')


def tap_edge(page: Page, label: str, side: str) -> None:
    """Near the edge of a place, with a finger."""
    size = page.evaluate("document.querySelector('.cells a').getBoundingClientRect().width")
    x, y = {"e": (0.95, 0.5), "s": (0.5, 0.95), "w": (0.05, 0.5), "n": (0.5, 0.05)}[side]
    cell(page, label).tap(position={"x": size * x, "y": size * y})


def settled(page: Page) -> None:
    """Everything is sent and answered."""
    expect(page.locator("#saved")).to_have_attribute("data-waiting", "0")
    expect(page.locator("#saved")).to_have_text("Guardado")


def lay(page: Page, tile: str, slot: str = "") -> None:
    if slot:
        page.locator("[data-tool=tile]").tap()
        page.locator(f'[data-slot="{slot}"]').tap()
    page.locator("#choose button", has_text=tile).tap()
    expect(page.locator(f"#tiles summary:has-text('{tile}')")).to_be_visible()


def draw_tutorial(page: Page) -> None:
    """By taps, as on a phone at the table."""
    lay(page, "9R")
    lay(page, "4V", "0.1")

    def use(tool: str, *labels: str, times: int = 1) -> None:
        button = page.locator(f"[data-tool={tool}]")
        if not button.is_visible():
            page.locator("#more-tools").tap()
        if button.get_attribute("aria-pressed") == "false":
            button.tap()
        for label in labels:
            for _time in range(times):
                cell(page, label).tap()

    use("spawn", "F1")
    use("spawn", "C1", times=3)  # red, blue, green
    use("objective", "A1", "D2", "E3")
    use("objective", "B2", times=2)
    use("zombie", "D1")
    use("zombie", "C3", times=2)
    use("zombie", "E1", times=3)
    use("trapdoor", "E2")
    use("start", "A3")
    use("exit", "F3")
    use("floor", *ROOMS)
    tap_edge(page, "E2", "e")
    for _time in range(2):
        tap_edge(page, "E3", "e")
    use("door")
    tap_edge(page, "B1", "e")
    for times, (label, side) in ((3, ("B2", "e")), (2, ("D1", "s")), (4, ("F1", "s"))):
        for _time in range(times):
            tap_edge(page, label, side)
    cell(page, "C3").tap()  # or two places one after the other
    cell(page, "D3").tap()
    settled(page)


class Hands:
    """Whoever uses no pointer: one tab stop, arrows, letters."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def go(self, label: str) -> None:
        stop = self.page.locator('.cells a[tabindex="0"]')
        stop.focus()
        here = [int(stop.get_attribute(f"data-{name}") or 0) for name in ("column", "row")]
        across = ord(label[0]) - ord("A") - here[0]
        down = int(label[1]) - 1 - here[1]
        keys = ["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across)
        keys += ["ArrowDown" if down > 0 else "ArrowUp"] * abs(down)
        self.press(*keys)
        expect(cell(self.page, label)).to_be_focused()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def do(self, label: str, *keys: str) -> None:
        self.go(label)
        self.press(*keys)

    def pick(self, tool: str) -> None:
        button = self.page.locator(f"[data-tool={tool}]")
        button.press("Enter")
        expect(button).to_have_attribute("aria-pressed", "true")


BY_KEYS = {
    "tiles/4": {"tile": "4V", "row": 0, "column": 1},
    "tiles/9": {"tile": "9R", "row": 0, "column": 0},
    "tokens/4.b1.zombie-runner": {},
    "tokens/9.a1.objective": {"colour": "red"},
    "tokens/9.b2.objective": {"colour": "blue"},
    "tokens/9.c1.spawn": {"asleep": True, "colour": "green", "number": 1},
    "doors/4.a1.s": {"colour": "neutral", "state": "open"},
    "doors/9.b1.e": {"colour": "neutral"},
    "floors/9R.a1": "room",
    "floors/9R.b1": "room",
    "walls/4V.b3.e": "gap",
}
"""A part of the tutorial in which every key is needed."""


def test_a_map_is_drawn_by_keys_at_a_desk(watched: Watched, site: Site) -> None:
    page = watched.phone(viewport={"width": 1280, "height": 800}, has_touch=False)
    begin(page, site)
    page.get_by_role("button", name="9R", exact=True).press("Enter")
    expect(page.locator(".cells a")).to_have_count(9)
    page.locator('[data-slot="0.1"]').press("Enter")
    page.get_by_role("button", name="4V", exact=True).press("Enter")
    expect(page.locator(".cells a")).to_have_count(18)
    assert page.locator('.cells a[tabindex="0"]').count() == 1, "one tab stop"
    hands = Hands(page)
    hands.pick("zombie")
    hands.do("E1", *["Enter"] * 3)
    hands.pick("objective")
    hands.do("A1", "Enter")
    hands.do("B2", "Enter", "c")  # red, then blue
    hands.pick("spawn")
    hands.do("C1", "Enter", "c", "c")
    spawn = page.locator("[data-tool=spawn]")
    spawn.focus()
    settled(page)
    expect(spawn).to_be_focused()  # though the tools are drawn anew with every answer
    for label in ("A1", "B1"):
        hands.do(label, "s")
    hands.do("E3", *("w", "ArrowRight") * 2)
    hands.do("B1", "d", "ArrowRight")
    hands.do("D1", *("d", "ArrowDown") * 2)
    settled(page)
    assert drawn(page) == BY_KEYS

    hands.do("B3", "r", "r", "r", "r")
    settled(page)
    assert drawn(page) == BY_KEYS, "four quarters are a whole turn"
    hands.do("C1", "5")
    hands.do("A1", "Delete")
    settled(page)
    changed = drawn(page)
    assert changed["tokens/9.c1.spawn"]["number"] == 5
    assert "tokens/9.a1.objective" not in changed
    for _twice in range(2):
        hands.press("u")
        settled(page)
    assert drawn(page) == BY_KEYS
    label = cell(page, "C1").get_attribute("aria-label")
    assert label == "C1, calle: Aparición 1, verde, duerme; Puerta con B1"
    hands.press("l")
    assert page.evaluate("document.activeElement.closest('#places') !== null")


def test_two_hands_draw_at_once_and_one_loses_its_network(watched: Watched, site: Site) -> None:
    watched.expected |= {"ERR_INTERNET_DISCONNECTED", "net::ERR"}
    marta, luis = watched.phone(), watched.phone()
    address = begin(marta, site)
    begin(luis, site)
    site.run(SHARE.format(pack=address.split("/")[4]))
    lay(marta, "9R")
    luis.goto(address)
    settled(marta)
    cell(marta, "B2").tap()
    expect(marta.locator("#place")).to_contain_text("B2")
    luis.locator("[data-tool=objective]").tap()
    cell(luis, "A1").tap()
    expect(marta.locator('[data-key="tokens/9.a1.objective"]')).to_have_count(1)
    expect(marta.locator(".hand")).to_have_text("Luis")
    expect(marta.locator('[aria-selected="true"] a')).to_have_attribute("data-place", "9.b2")
    expect(marta.locator("#undo .undo")).to_contain_text("Luis")

    luis.context.set_offline(True)
    cell(luis, "C1").tap()
    cell(luis, "C2").tap()
    cell(luis, "C2").tap()
    expect(luis.locator("#saved")).to_have_text("3 por enviar")
    expect(luis.locator('[data-key="tokens/9.c2.objective"]')).to_have_count(1)
    marta.locator("[data-tool=exit]").tap()
    cell(marta, "A3").tap()
    settled(marta)
    luis.context.set_offline(False)
    settled(luis)
    expect(luis.locator('[data-key="tokens/9.a3.exit"]')).to_have_count(1)
    after = drawn(marta)
    assert {key: value for key, value in after.items() if key.startswith("tokens/")} == {
        "tokens/9.a1.objective": {"colour": "red"},
        "tokens/9.a3.exit": {},
        "tokens/9.c1.objective": {"colour": "red"},
        "tokens/9.c2.objective": {"colour": "blue"},
    }

    expect(marta.locator("#undo .undo")).to_contain_text("Luis")
    marta.locator("#undo .undo").tap()
    expect(marta.locator("#notices")).to_contain_text("El último paso es de Luis")
    assert drawn(marta) == after, "his work is named before it goes"
    marta.locator("#undo .undo").tap()
    expect(luis.locator('[data-key="tokens/9.c2.objective"] .k-red')).to_have_count(1)
