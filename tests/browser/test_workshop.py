"""The Black Plague tutorial made from nothing in the workshop, played, printed, and given away."""

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Watched
from tests.browser.tables import close_sheet, same_version, sit_down, uncover
from tests.browser.test_maps import TUTORIAL, begin, cell, draw_tutorial, drawn, settled
from tests.browser.test_prints import print_and_open
from tests.site import Site

SURVIVORS = 4
JAVASCRIPT = "text/javascript"
SCRIPT = re.compile(r"/js/workshop\.\w+\.js")
RULES = ("hide-among-red", "abominations-count-as", "objective-gain-xp", "door-needs-objective")
STATE = """
import msgspec
from companion.models import Table
table = Table.objects.get(pk={table!r})
state = table.state
print("STATE", msgspec.json.encode([table.code, {{
    "zones": state.zones,
    "cards": sorted([*state.decks["zombies"].draw, *state.decks["zombies"].discard]),
    "aside": sorted(state.decks["zombies"].aside),
    "map": state.own_mission.map,
    "rules": [rule.do for rule in state.own_mission.rules],
    "own": [card.number for card in state.own_box.spawns],
}}]).decode())
"""


def laid_out(site: Site, table: str) -> tuple[str, dict[str, Any]]:
    """The table's code, and what lies there as its first state has it."""
    output = site.run(STATE.format(table=table.rstrip("/").rpartition("/")[2]))
    code, state = json.loads(output.rpartition("STATE ")[2])
    return code, state


def write_mission(page: Page, mission: str) -> None:
    """Title, goal and special rules; each form by itself."""
    page.goto(mission)
    page.locator("#p-title").click()
    page.locator("[name=title_es]").fill("Danza macabra")
    page.locator("[name=code]").fill("A0")
    page.locator("[name=survivors]").fill(str(SURVIVORS))
    page.locator("#save").click()
    page.wait_for_url(mission)
    add_rule(page, mission, "goals", "all-survivors-exit")
    for do in RULES:
        add_rule(page, mission, "rules", do)


def add_rule(page: Page, mission: str, side: str, do: str) -> None:
    page.goto(mission)
    page.locator(f"#p-{side}").click()
    link = page.locator(f'a[href$="do={do}"]')
    fold = page.locator("#add details", has=link)
    if not fold.evaluate("fold => fold.open"):
        fold.locator("summary").click()
    link.click()
    if do == "objective-gain-xp":
        page.locator("[name=points]").fill("5")
    if do == "abominations-count-as":
        page.locator("[name=zombie]").select_option("fatty")
    for colour in {"hide-among-red": ("green",), "door-needs-objective": ("blue", "green")}.get(
        do, ()
    ):
        page.locator(f'[name=colours][value="{colour}"]').check(force=True)
    page.locator("#save").click()
    page.wait_for_url(f"{mission}{side}/")


def make_deck(page: Page, pack: str, mission: str) -> None:
    """A zombie card of our own, twice, and the deck with it and without necromancers."""
    page.goto(f"{pack}spawns/")
    page.locator("#add").click()
    page.locator("#blank").click()
    for level in ("blue", "yellow", "orange", "red"):
        page.locator(f'[value="type:{level}:walker"]').click()
        expect(page.locator(f"[data-danger={level}] output")).to_contain_text("1")
    page.locator("#t-copies-more").click()
    expect(page.locator(".idr1 b")).to_contain_text("2")
    page.goto(f"{pack}decks/")
    page.locator("#add").click()
    page.locator("button[name=from][value=zombies]").click()
    page.locator("[name=name_es]").fill("Tranquilo")
    page.locator('[name=without][value="kind:necromancer"]').check(force=True)
    with page.expect_navigation():
        page.locator("#save").click()
    page.goto(f"{mission}decks/")
    page.locator("[name=deck_zombies]").select_option(label="Tranquilo")
    page.locator("#save").click()
    page.wait_for_url(mission)


def open_table(page: Page, site: Site) -> tuple[str, dict[str, Any]]:
    """From the set-up; returns the table's code and what lies there."""
    expect(page.locator("main")).to_contain_text("Danza macabra")
    page.locator(".dock button.next").click()
    page.wait_for_url(re.compile(r"/tables/[0-9a-f-]{36}/"))
    return laid_out(site, page.url.partition("sheets/")[0])


def play(page: Page, luis: Page, site: Site, code: str) -> None:
    """To the end, with a second phone."""
    page.locator("#deal").click()
    page.locator("#deal-rest").click()
    page.locator("#dealt").click()
    take(page, "blue", "Baldric")
    take(page, "green", "Clovis")
    page.locator("#to-table").click()
    page.wait_for_selector("#now")
    sit_down(luis, site, code, "Luis")
    page.locator("#next").click()
    expect(luis.locator("#situation")).to_contain_text("Zombis")
    close_sheet(page)
    same_version(page, luis)
    for phone in (page, luis):
        uncover(phone, "#mission")
        phone.locator("#mission").click()
    for gone in range(1, SURVIVORS + 1):
        (page, luis)[gone % 2].locator("#exit button").first.click()
        for phone in (page, luis):
            if gone < SURVIVORS:  # the last one wins, and every phone turns to the end
                expect(phone.locator(".goal__n")).to_contain_text(f"{gone}")
    for phone in (page, luis):
        expect(phone.locator("#the-end")).to_contain_text("ganada")


def take(page: Page, colour: str, name: str) -> None:
    page.locator(f"#take-{colour}").click()
    page.locator("#who").get_by_role("button", name=name).click()
    expect(page.locator(".obj.is-on", has_text=name)).to_be_visible()


def test_what_is_typed_while_the_script_is_on_its_way_is_saved(
    site: Site, watched: Watched
) -> None:
    page = watched.phone()
    mission = begin(page, site).removesuffix("map/")
    page.goto(mission)
    address = page.locator("#p-title").evaluate("link => link.href")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(SCRIPT, hold)
    with page.expect_request(SCRIPT):
        page.goto(address, wait_until="commit")
    page.locator("[name=title_es]").fill("Danza macabra")
    page.locator("[name=code]").fill("A0")
    for route in held:
        route.continue_()
    page.wait_for_load_state()
    page.locator("[name=survivors]").fill(str(SURVIVORS))
    expect(page.locator("#saved")).to_have_text("Guardado")
    page.unroute(SCRIPT)
    page.goto(address)
    expect(page.locator("[name=title_es]")).to_have_value("Danza macabra")
    expect(page.locator("[name=code]")).to_have_value("A0")
    expect(page.locator("[name=survivors]")).to_have_value(str(SURVIVORS))


def test_what_was_typed_beside_a_refused_field_is_saved_with_its_correction(
    site: Site, watched: Watched
) -> None:
    watched.expected.add("422")
    page = watched.phone()
    pack = begin(page, site).partition("missions/")[0]
    typed = {"name": "Berta", "blue_1": "+1 acción", "red_3": "Nosuchskill"}
    for is_late in (False, True):
        page.goto(f"{pack}survivors/new/")
        if is_late:  # so that the button sends the form
            page.route(SCRIPT, lambda route: route.fulfill(content_type=JAVASCRIPT), times=1)
        page.locator("#blank").click()
        for name, words in typed.items():
            page.locator(f"[name={name}]").fill(words)
        page.locator("#save").click()
        expect(page.locator(".field--bad")).to_have_count(1)
        expect(page.locator("#saved")).to_have_text("Sin guardar")
        page.locator("[name=red_3]").fill("")
        with page.expect_navigation():
            page.locator("#save").click()
        expect(page.locator(".field--bad")).to_have_count(0)
        expect(page.locator("[name=name]")).to_have_value("Berta")
        expect(page.locator("[name=blue_1]")).to_have_value(typed["blue_1"])


def test_the_tutorial_is_made_played_printed_and_given_away(
    site: Site, watched: Watched, tmp_path: Path
) -> None:
    page = watched.phone()
    address = begin(page, site)
    mission, pack = address.removesuffix("map/"), address.partition("missions/")[0]
    draw_tutorial(page)
    assert drawn(page) == TUTORIAL

    side = page.evaluate("document.querySelector('.cells a').getBoundingClientRect().width")
    assert side >= 48, "a place can be hit"
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.locator("[data-tool=door]").tap()  # back in the palette
    cell(page, "C1").tap()
    expect(page.locator("#place")).to_contain_text("Aparición 2, verde, duerme")
    expect(page.locator("#places")).to_contain_text("Puerta azul con C2")
    expect(page.locator("#legend")).to_contain_text("Trampilla, violeta")
    expect(page.locator("#undo .undo")).to_contain_text("Puerta en C3")
    page.locator("#place").get_by_role("button", name="El objetivo de su color").tap()
    expect(page.locator("#place")).to_contain_text("se activa al recoger el objetivo verde")
    page.locator("#undo .undo").tap()
    expect(page.locator("#undo .undo")).to_contain_text("Puerta verde en F1")
    page.locator("#undo [data-turn=redo] button").tap()
    expect(page.locator("#undo .undo")).to_contain_text("Puerta en C3")
    settled(page)
    assert drawn(page) == TUTORIAL, "undo and redo are exact"

    write_mission(page, mission)
    make_deck(page, pack, mission)
    expect(page.locator("#try")).not_to_contain_text("problema")

    page.locator("#try").click()
    code, played = open_table(page, site)
    play(page, watched.phone(), site, code)
    assert played["own"] == ["C-01"]
    assert len(played["zones"]) == len([key for key in TUTORIAL if key.endswith("spawn")])

    pdf = print_and_open(page, f"{pack}print/", "map-poster")
    assert pdf.startswith(b"%PDF-")

    page.goto(pack)
    with page.expect_download() as download:
        page.locator("#export").click()
    file = tmp_path / "pack.toml"
    download.value.save_as(file)

    stranger = watched.phone()
    stranger.goto(f"{site.url}/workshop/import/")
    stranger.locator("input[type=file]").set_input_files(file)
    stranger.locator(".form__go button").click()
    expect(stranger.locator(".imp")).to_contain_text("Danza macabra")
    stranger.locator("#confirm").click()
    stranger.wait_for_url(re.compile(r"/workshop/[0-9a-f-]{36}/$"))
    assert stranger.url != pack
    stranger.goto(f"{stranger.url}missions/m1/")
    stranger.locator("#try").click()
    _code, again = open_table(stranger, site)
    assert again == played, "and `tests/workshop/test_play.py` plays it"
