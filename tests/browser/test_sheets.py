"""The sheets of the table: accessible, with addresses, and never in another phone's hands."""

import re
import signal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watched
from tests.browser.looks import look_at, overflow, put_on, shared_out, violations
from tests.browser.tables import (
    close_sheet,
    lay_table,
    open_sheet,
    same_version,
    sit_down,
    tap,
    uncover,
    version,
)
from tests.site import Site

SURVIVORS = [("wanda", "Wanda", "Marta"), ("ned", "Ned", "Luis"), ("elle", "Elle", "Íñigo")]
CUT = {"ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "ERR_CONNECTION_REFUSED", "Failed to load"}
CUT |= {"ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET", "ERR_INCOMPLETE", "ERR_NETWORK_CHANGED"}
FIRST_LOAD = 142_700
"""Bytes; codes and keys make some sixty of difference from run to run."""


def washington(site: Site, **more: object) -> str:
    return lay_table(
        site,
        "zombicide-2e",
        SURVIVORS,
        zones=("12R", "10R"),
        expansions=("washington-zc",),
        **{"hour": 18, "options": ("out-of-action",), **more},  # type: ignore[arg-type]
    )


def points(page: Page, key: str) -> str:
    return page.locator(f"#s-{key} .tag__p").inner_text().split()[0]


SHEETS = [
    *("more", "zones", "decks", "deck/zombies", "deck/equipment", "supply", "log", "spawn"),
    "activation",
    *("survivor/wanda", "search/wanda", "attack/wanda", "describe/wanda", "correct", "house"),
    *("phone", "help", "ending", "board", "card", "kills/wanda", "points/wanda", "find/wanda"),
    *("attack/wanda?targets.walker=2", "attack/wanda?typed=1"),
    "odds",
]


def open_at(page: Page, table: str, path: str) -> None:
    """As its link does, or, with a query, by its address."""
    plain, _mark, query = path.partition("?")
    if query:
        page.goto(f"{table}sheets/{plain}/?{query}")
    else:
        open_sheet(page, table, plain)
    expect(page.locator("#sheet")).to_be_visible()
    page.locator("#sheet details").evaluate_all(
        "all => all.forEach(details => { details.open = true })"
    )


def test_every_sheet_is_accessible_and_fits(site: Site, watched: Watched) -> None:
    code = washington(site)
    page = watched.phone(reduced_motion="reduce")
    table = sit_down(page, site, code, "Marta")
    for _ in range(8):
        tap(page, "#more-wanda")
    tap(page, "#next")
    assert violations(page) == [], "who acts"
    tap(page, "#next-sheet")
    assert violations(page) == [], "the spawn step"
    close_sheet(page)
    open_sheet(page, table, "search/wanda")
    page.locator("#give summary").click()
    tap(page, "#give-equipment .rowb >> nth=4")
    assert violations(page) == [], "a card that was found"
    address = page.locator("#find a[href*='sheets/item']").get_attribute("href") or ""
    item = address.partition("/sheets/")[2].strip("/")
    page.goto(f"{table}sheets/survivor/wanda/")
    assert violations(page) == [], "a survivor with a card"
    for look, paths in shared_out([*SHEETS, item]):
        put_on(page, site, look)
        page.goto(table)
        for path in paths:
            open_at(page, table, path)
            look_at(page, path, within="#sheet", body="#sheet .sheet__b")
    table = sit_down(page, site, washington(site, sources={"zombies": "table"}), "Marta")
    tap(page, "#next")
    open_sheet(page, table, "spawn")
    expect(page.locator(".pad button").first).to_be_visible()
    assert violations(page) == [], "the number pad"


def test_a_sheet_has_an_address_and_closes_four_ways(site: Site, watched: Watched) -> None:
    page = watched.phone()
    table = sit_down(page, site, washington(site), "Marta")
    page.locator("#open-ned").click(position={"x": 60, "y": 10})
    expect(page.locator("#sheet-title")).to_have_text("Ned")
    expect(page.locator("#sheet-title")).to_be_focused()
    assert page.url == f"{table}sheets/survivor/ned/"
    assert page.locator("main").evaluate("main => main.inert")
    page.reload()
    expect(page.locator("#sheet-title")).to_have_text("Ned")
    page.locator("#sheet .sheet__h a[data-close]").click()
    expect(page.locator("#sheet")).to_have_count(0)
    assert page.url == table
    page.locator("#open-ned").click(position={"x": 60, "y": 10})
    expect(page.locator("#sheet")).to_be_visible()
    page.go_back()
    expect(page.locator("#sheet")).to_have_count(0)
    page.locator("#open-ned").click(position={"x": 60, "y": 10})
    expect(page.locator("#sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_have_count(0)
    expect(page.locator("#open-ned")).to_be_focused()
    page.locator("#more").click()
    expect(page.locator("#sheet")).to_be_visible()
    page.locator(".scrim").click(position={"x": 5, "y": 5})
    expect(page.locator("#sheet")).to_have_count(0)
    # Of two wishes the later one is granted, and one taken back does not come after all.
    page.evaluate(
        "for (const key of ['ned', 'elle']) document.getElementById(`open-${key}`).click()"
    )
    expect(page.locator("#sheet-title")).to_have_text("Elle")
    page.keyboard.press("Escape")
    page.evaluate("document.getElementById('open-ned').click()")
    page.keyboard.press("Escape")
    with page.expect_response("**/sheets/more/**"):
        page.locator("#more").click()
    expect(page.locator("#sheet-title")).to_have_text("Más")


def test_what_others_do_glows_with_their_name_and_touches_no_sheet(
    site: Site, watched: Watched
) -> None:
    code = washington(site)
    marta, luis = watched.phone(), watched.phone()
    table = sit_down(marta, site, code, "Marta")
    sit_down(luis, site, code, "Luis")
    tap(luis, "#more-ned")
    expect(marta.locator("#s-ned .by")).to_have_text("Luis +1")
    expect(marta.locator("#s-ned")).to_have_class("tag tag--tap file is-new")
    expect(marta.locator("[role=log]")).to_contain_text("Luis: Ned +1 PA")
    expect(luis.locator("#s-ned .by")).to_have_count(0)  # own taps do not glow
    expect(marta.locator("#s-ned")).not_to_have_class("is-new", timeout=4000)
    # A field that is being typed in stays as it is, the sheet stays open, a line offers the rest.
    open_sheet(marta, table, "zones")
    marta.locator("#zone").fill("14R, north")
    tap(luis, "#more-elle")
    expect(marta.locator("#moved")).to_contain_text("Luis: Elle +1 PA")
    expect(marta.locator("#zone")).to_have_value("14R, north")
    expect(marta.locator("#zone")).to_be_focused()
    expect(marta.locator("#undo-sheet")).to_contain_text("Elle +1 PA")
    # Without anything typed the open sheet follows by itself.
    open_sheet(marta, table, "survivor/elle")
    marta.locator("#sheet-title").focus()
    tap(luis, "#more-elle")
    expect(marta.locator(".pts p")).to_contain_text("2")
    expect(marta.locator("#sheet")).to_be_visible()


def test_taps_wait_while_the_connection_is_gone_and_dice_wait_for_the_server(
    site: Site, watched: Watched
) -> None:
    watched.expected |= CUT
    code = washington(site)
    marta, luis = watched.phone(), watched.phone()
    sit_down(marta, site, code, "Marta")
    sit_down(luis, site, code, "Luis")
    tap(marta, "#next")
    expect(marta.locator("#sheet")).to_have_count(1)
    close_sheet(marta)
    same_version(marta, luis)
    marta.context.set_offline(True)
    for _ in range(2):
        marta.locator("#more-wanda").click()
    marta.locator("#more-ned").click()
    expect(marta.locator("#connection")).to_have_text("3 por enviar")
    expect(marta.locator("#offline")).to_be_visible()
    expect(marta.locator("#s-wanda .by--wait")).to_have_text("+2")
    marta.locator("#next").click()  # the spawn step: only the server knows the cards
    expect(marta.locator("#toast")).to_contain_text("no hay dados")
    tap(luis, "#more-ned")
    marta.context.set_offline(False)
    expect(marta.locator("#connection")).to_have_text("En vivo", timeout=15_000)
    same_version(marta, luis)
    for page in (marta, luis):
        expect(page.locator("#s-wanda .tag__p")).to_contain_text("2")
        expect(page.locator("#s-ned .tag__p")).to_contain_text("2")
    assert version(luis) == 5  # one phase, three taps that waited, one of Luis: nothing twice
    expect(marta.locator("#offline")).to_be_hidden()
    expect(marta.locator(".by--wait")).to_have_count(0)


def test_a_phone_that_slept_catches_up(site: Site, watched: Watched) -> None:
    code = washington(site)
    marta, luis = watched.phone(is_new=True), watched.phone()
    marta.add_init_script(
        """window.streams = [];
        window.EventSource = class extends EventSource {
          constructor(url) { super(url); window.streams.push(this); }
        };"""
    )
    sit_down(marta, site, code, "Marta")
    sit_down(luis, site, code, "Luis")
    # Asleep: no stream and no timers, as a phone in a pocket.
    marta.evaluate("() => { window.streams.at(-1).close(); }")
    tap(luis, "#more-wanda")
    marta.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(marta.locator("#s-wanda .tag__p")).to_contain_text("1", timeout=3000)
    expect(marta.locator("#connection")).to_have_text("En vivo")


ELSEWHERE = """
from companion import services
from companion.models import Seat
from rules.mechanics.danger import PointsAward
seat = Seat.objects.get(table__code={code!r}, name="Marta")
award = PointsAward(id="from-elsewhere", seen=0, survivor="wanda", amount=5)
services.command_submit(table_id=seat.table_id, seat=seat, command=award)
"""


@pytest.mark.usefixtures("runs_again")
def test_the_server_is_killed_in_the_middle_of_a_game(site: Site, watched: Watched) -> None:
    """Every acknowledged tap is there after SIGKILL, those made meanwhile arrive once, and so does
    what another process has written meanwhile, on phones that nobody touches."""
    watched.expected |= CUT | {"502"}
    code = washington(site)
    marta, luis = watched.phone(), watched.phone()
    table = sit_down(marta, site, code, "Marta")
    sit_down(luis, site, code, "Luis")
    for _ in range(4):
        tap(marta, "#more-wanda")
    tap(luis, "#next")
    expect(luis.locator("#sheet")).to_have_count(1)
    close_sheet(luis)
    same_version(marta, luis)
    tap(marta, "#next")
    expect(marta.locator("#sheet .sp__r")).not_to_have_count(0)
    lines = marta.locator("#sheet .sp__r").all_inner_texts()
    same_version(marta, luis)
    acknowledged = version(marta)
    site.stop(signal.SIGKILL)
    expect(luis.locator("#connection")).to_have_text("Sin conexión")
    for _ in range(2):
        uncover(luis, "#more-ned")
        luis.locator("#more-ned").click()
    expect(luis.locator("#connection")).to_have_text("2 por enviar")
    site.run(ELSEWHERE.format(code=code))
    site.start()
    expect(luis.locator("#connection")).to_have_text("En vivo", timeout=20_000)
    for phone in (luis, marta):
        phone.wait_for_function(
            "n => Number(document.getElementById('now').dataset.version) >= n",
            arg=acknowledged + 3,
        )
    assert version(luis) == acknowledged + 3
    assert (points(marta, "wanda"), points(marta, "ned")) == ("9", "2")
    marta.goto(f"{table}sheets/spawn/")
    assert marta.locator("#sheet .sp__r").all_inner_texts() == lines
    close_sheet(marta)
    tap(marta, "#more-elle")
    same_version(marta, luis)
    assert points(luis, "elle") == "1"


def test_undo_back_to_an_entry(site: Site, watched: Watched) -> None:
    code = washington(site)
    marta, luis = watched.phone(), watched.phone()
    table = sit_down(marta, site, code, "Marta")
    sit_down(luis, site, code, "Luis")
    for _ in range(3):
        tap(luis, "#more-ned")
    tap(luis, "#more-wanda")
    same_version(marta, luis)
    open_sheet(marta, table, "log")
    marta.locator("#entry-2 summary").click()
    expect(marta.locator("#entry-2 .why")).to_contain_text("1 → 2 PA")
    button = marta.locator("#entry-2 form[action*=undo-to] button")
    expect(button).to_have_text("Deshacer hasta aquí: 3 pasos")
    tap(marta, "#entry-2 form[action*=undo-to] button")
    same_version(marta, luis)
    assert (points(luis, "ned"), points(luis, "wanda")) == ("1", "0")
    expect(marta.locator("#entry-3 s")).to_be_visible()
    expect(marta.locator("#entry-3")).to_contain_text("deshecho por Marta")
    marta.locator("#sheet .chip", has_text="Wanda").click()
    expect(marta.locator("#sheet .ev")).to_have_count(1)


def test_house_rules_and_corrections_are_in_the_log(site: Site, watched: Watched) -> None:
    page = watched.phone()
    table = sit_down(page, site, washington(site), "Marta")
    open_sheet(page, table, "house")
    tap(page, "#rule-hide-odds")
    expect(page.locator("#rule-hide-odds")).to_have_attribute("aria-checked", "true")
    open_sheet(page, table, "correct")
    page.locator("#set-round").fill("4")
    tap(page, "form:has(#set-round) button")
    expect(page.locator(".trio dd").first).to_have_text("4")
    open_sheet(page, table, "log")
    expect(page.locator("#log")).to_contain_text("Sin probabilidades")
    expect(page.locator("#log")).to_contain_text("1 a 4")


def test_keys(site: Site, watched: Watched) -> None:
    page = watched.phone()
    sit_down(page, site, washington(site), "Marta")
    page.locator("body").press("2")
    expect(page.locator("#sheet-title")).to_have_text("Ned")
    page.locator("#plus").press("Enter")
    expect(page.locator(".pts p")).to_contain_text("1")
    page.keyboard.press("u")
    expect(page.locator(".pts p")).to_contain_text("0")
    for _ in range(60):  # Tab never leaves an open sheet
        page.keyboard.press("Tab")
    assert page.evaluate("document.getElementById('sheet').contains(document.activeElement)")
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    expect(page.locator("#sheet-title")).to_have_text("Registro")
    page.keyboard.press("?")
    expect(page.locator("#sheet-title")).to_have_text("Ayuda")
    page.keyboard.press("Escape")
    expect(page.locator("html[data-settling]")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator("#next")).to_contain_text("Aparición")


def test_enter_goes_on_from_sheet_to_sheet(site: Site, watched: Watched) -> None:
    page = watched.phone()
    sit_down(page, site, washington(site), "Marta")

    def enter() -> None:
        expect(page.locator("html[data-settling]")).to_have_count(0)
        page.keyboard.press("Enter")

    page.keyboard.press("1")
    expect(page.locator("#sheet-title")).to_have_text("Wanda")
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_have_count(0)
    enter()  # not her again
    expect(page.locator("#sheet-title")).to_have_text("Activación")
    expect(page.locator("#sheet .next")).to_contain_text("Aparición")
    enter()
    expect(page.locator("#sheet-title")).to_have_text("Aparición")
    enter()
    expect(page.locator("#moment")).to_contain_text("noche")
    enter()
    expect(page.locator("#moment")).to_have_count(0)
    page.keyboard.press("1")
    expect(page.locator("#sheet-title")).to_have_text("Wanda")
    enter()
    expect(page.locator("#sheet")).to_have_attribute("data-path", re.compile("^attack/wanda"))


def test_keys_are_the_same_over_a_sheet(site: Site, watched: Watched) -> None:
    page = watched.phone()
    table = sit_down(page, site, washington(site), "Marta")
    open_sheet(page, table, "more")
    for key, title in (
        *(("l", "Registro"), ("s", "Aparición"), ("2", "Ned"), ("?", "Ayuda"), ("1", "Wanda")),
    ):
        page.keyboard.press(key)
        expect(page.locator("#sheet-title")).to_have_text(title)
    version = page.locator("#now").get_attribute("data-version")
    page.locator("#plus").focus()
    page.keyboard.press("Enter")  # the button's own
    expect(page.locator(".pts p")).to_contain_text("1")
    expect(page.locator("#sheet-title")).to_have_text("Wanda")
    assert page.locator("#now").get_attribute("data-version") != version


def test_a_sheet_that_is_being_filled_in_is_not_left_by_a_key(site: Site, watched: Watched) -> None:
    page = watched.phone()
    table = sit_down(page, site, washington(site), "Marta")
    open_sheet(page, table, "correct")
    page.locator("#set-round").fill("4")
    page.evaluate("document.activeElement.blur()")
    for key in ("l", "s", "2", "?"):
        page.keyboard.press(key)
    page.wait_for_load_state("networkidle")
    expect(page.locator("#sheet")).to_have_attribute("data-path", "correct")
    expect(page.locator("#set-round")).to_have_value("4")


def test_this_phone_has_its_own_ways(site: Site, watched: Watched) -> None:
    page = watched.phone(reduced_motion="reduce")
    table = sit_down(page, site, washington(site), "Marta")
    plain = page.locator("#next b").evaluate("b => parseFloat(getComputedStyle(b).fontSize)")
    open_sheet(page, table, "phone")
    page.locator("[data-setting=text][data-value='3']").click()
    page.locator("[data-setting=flip]").click()
    expect(page.locator("[data-setting=flip]")).to_have_attribute("aria-checked", "true")
    expect(page.locator("[data-setting=sound]")).to_have_attribute("aria-checked", "false")
    expect(page.locator("[data-setting=vibration]")).to_have_attribute("aria-checked", "false")
    assert violations(page) == []
    page.goto(table)
    large = page.locator("#next b").evaluate("b => parseFloat(getComputedStyle(b).fontSize)")
    assert large == pytest.approx(plain * 1.3125, rel=0.01)
    assert page.locator("body").evaluate("b => getComputedStyle(b).rotate") == "180deg"
    assert overflow(page) <= 0
    tap(page, "#more-ned")
    assert points(page, "ned") == "1"
    page.locator("#more").click()
    expect(page.locator("#sheet")).to_be_visible()
    moving = page.locator("#sheet").evaluate("s => getComputedStyle(s).animationDuration")
    assert moving in ("0s", "0ms")
    open_sheet(page, table, "phone")
    page.locator("#sheet [data-setting=four]").click()
    close_sheet(page)
    expect(page.locator("#survivors")).to_be_hidden()
    assert page.locator("#four :is(.danger__n, dd)").all_inner_texts() == ["1", "1", "2", "18:00"]
    expect(page.locator("#next")).to_be_visible()
    assert violations(page) == []
    page.locator("#four [data-setting=four]").click()
    expect(page.locator("#survivors")).to_be_visible()
    expect(page.locator("#four")).to_be_hidden()


def test_the_screen_is_kept_awake_where_the_browser_offers_it(site: Site, watched: Watched) -> None:
    page = watched.phone(is_new=True)
    page.add_init_script(
        """window.locks = [];
        Object.defineProperty(navigator, "wakeLock", { value: { request: (kind) => {
          window.locks.push(kind);
          return Promise.resolve({ released: false, release() {} }); } } });"""
    )
    sit_down(page, site, washington(site), "Marta")
    page.wait_for_function("window.locks.length === 1")
    assert page.evaluate("window.locks") == ["screen"]


def test_a_first_load_is_small(site: Site, watched: Watched) -> None:
    """All that a phone fetches that has never been here, as it goes over the wire."""
    crowd = [(f"s{n}", f"Survivor {n}", f"Player {n}") for n in range(12)]
    code = lay_table(site, "army-of-the-dead", crowd, zones=("1R", "2R"))
    page = watched.phone()
    table = sit_down(page, site, code, "Marta")
    cookies = page.context.cookies()
    fresh = watched.phone(is_new=True)
    fresh.context.add_cookies(cookies)  # type: ignore[arg-type]
    session = fresh.context.new_cdp_session(fresh)
    session.send("Network.enable")
    received: dict[str, float] = {}
    session.on(
        "Network.loadingFinished",
        lambda event: received.__setitem__(event["requestId"], event["encodedDataLength"]),
    )
    fresh.goto(table, wait_until="load")
    expect(fresh.locator("#connection")).to_have_text("En vivo")
    fresh.evaluate("() => document.fonts.ready.then(() => true)")
    assert 20_000 < sum(received.values()) < FIRST_LOAD, sum(received.values())


def test_twelve_survivors_and_long_names_fit(site: Site, watched: Watched) -> None:
    long = ("Wolfeschlegelsteinhausen" * 3)[:60]
    survivors = [(f"s{n}", f"{n} {long}"[:60], long) for n in range(12)]
    code = lay_table(site, "army-of-the-dead", survivors, zones=("1R", "2R"))
    page = watched.phone()
    table = sit_down(page, site, code, long)
    for address in (table, f"{table}sheets/survivor/s3/", f"{table}sheets/board/"):
        page.goto(address)
        page.locator("#sheet details").evaluate_all(
            "all => all.forEach(details => { details.open = true })"
        )
        for width in (320, 390, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            assert overflow(page) <= 0, f"{address} wider than {width} pixels"
        title = page.locator("#sheet-title")
        if "/sheets/" in address:  # what rests beside the board has nothing to close
            box, close = (
                title.bounding_box(),
                page.locator(".sheet__h a[data-close]").bounding_box(),
            )
            assert box is not None
            assert close is not None
            assert box["x"] + box["width"] <= close["x"]
