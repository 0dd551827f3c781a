"""Each phone its own: an own page with its sheets, a tablet, the end for everybody, a rematch."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Watched
from tests.browser.looks import ENGLISH, LOOKS, Look, in_look, overflow, put_on, violations
from tests.browser.tables import is_english, lay_table, same_version, tap, version
from tests.browser.test_campaign import at_table
from tests.site import Site

SURVIVORS = [("wanda", "Wanda", "Marta"), ("ned", "Ned", "Luis"), ("elle", "Elle", "Marta")]
SMALL = {"width": 360, "height": 640}
TABLET = {"width": 820, "height": 1180}
BESET = """
from msgspec.structs import replace
from companion.models import Table
from rules import apply, pack_of
from rules.mechanics.equipment import DeckTake
table = Table.objects.get(code={code!r})
state = table.state
take = DeckTake(id="given-0001", seen=0, survivor="ned", deck="equipment", card="shotgun")
state = apply(state, take, pack_of(state)).state
ned = replace(state.survivors["ned"], points=18)
board = {{"walker": 6, "brute": 2, "runner": 2, "abomination": 1}}
table.state = replace(state, board=board, survivors={{**state.survivors, "ned": ned}})
table.save()
"""
NO_LOCK = "delete Navigator.prototype.wakeLock"


def lay(site: Site) -> str:
    code = lay_table(site, "zombicide-2e", SURVIVORS, zones=("12R", "10R"))
    site.run(BESET.format(code=code))
    return code


def take_place(page: Page, site: Site, code: str, player: str) -> str:
    """Type the code, tap one's name; returns the address of the table."""
    page.goto(site.url)
    page.locator("#code").fill(code)
    page.locator(".code button").click()
    page.locator("button.seat", has_text=player).click()
    page.wait_for_selector("#own")
    expect(page.locator("#connection")).to_have_text(("En vivo", "Live")[is_english(page)])
    return page.url.partition("mine/")[0]


def is_above_the_fold(page: Page, selector: str) -> bool:
    box = page.locator(selector).bounding_box()
    dock = page.locator("#dock").bounding_box()
    assert box is not None
    assert dock is not None
    return box["y"] >= 0 and box["y"] + box["height"] <= dock["y"]


@in_look(ENGLISH)
def test_an_own_page_fits_a_small_phone_and_asks_its_own_question(
    site: Site, watched: Watched, look: Look
) -> None:
    page = watched.phone(locale=look.locale, viewport=SMALL)
    put_on(page, site, look)
    take_place(page, site, lay(site), "Luis")
    with_two = watched.phone(viewport=SMALL)
    take_place(with_two, site, lay(site), "Marta")
    assert overflow(with_two) <= 0
    for shown in ("#own-now", "#points", ".own__v .life", ".own__v .pool"):
        assert is_above_the_fold(page, shown), shown
    tap(page, "#kill-walker")
    question = page.locator("#own .choice")
    expect(question).to_be_visible()  # orange: a skill is due
    assert is_above_the_fold(page, "#own .choice .btn >> nth=0")
    assert is_above_the_fold(page, "#kill-abomination")
    assert violations(page) == []
    assert overflow(page) <= 0
    tap(page, "#own .choice .btn")
    expect(question).to_have_count(0)
    page.evaluate("document.documentElement.dataset.text = '3'")  # the largest text
    assert overflow(page) <= 0
    level = page.locator(".own__n > span").first
    assert level.evaluate("span => span.scrollWidth - span.clientWidth") <= 0


HEARTS = """
from companion import services
from companion.models import Table
from rules.mechanics.wounds.wound import WoundTake
table = Table.objects.get(code={code!r})
wound = WoundTake(id="wound-0001", seen=0, survivor="scott-ward", count=3)
services.command_submit(table_id=table.pk, seat=table.seats.get(), command=wound)
"""
OVERLAP = """() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector("#wound em"));
  const said = words.getBoundingClientRect();
  return [...document.querySelectorAll("#wound .life .i")].filter((heart) => {
    const { left, right, top, bottom } = heart.getBoundingClientRect();
    return right > said.left && left < said.right && bottom > said.top && top < said.bottom;
  }).length;
}"""


def test_nothing_is_printed_over_the_hearts_of_a_strong_survivor(
    site: Site, watched: Watched
) -> None:
    ward = [("scott-ward", "Scott Ward", "Luis")]
    code = lay_table(site, "army-of-the-dead", ward, zones=("1",))
    site.run(HEARTS.format(code=code))
    page = watched.phone()
    take_place(page, site, code, "Luis")
    for look in LOOKS:
        put_on(page, site, look)
        page.reload()
        assert page.locator("#wound .i-heart").count() == 1
        assert page.locator("#wound .i-wound").count() == 3
        for width in (390, 360):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate(OVERLAP) == 0, (look, width)


def test_attack_search_and_wounds_stay_on_the_own_page(site: Site, watched: Watched) -> None:
    """Sheets lie over it; closing one comes back to it, and so does the phone's back button. Taps
    survive a cut connection."""
    watched.expected |= {"ERR_INTERNET_DISCONNECTED"}
    page = watched.phone(viewport=SMALL)
    table = take_place(page, site, lay(site), "Luis")
    own = page.url
    page.locator("#attack").click()
    expect(page.locator(".arm[aria-current]")).to_contain_text("Escopeta")
    walkers = page.locator("#t-walker")
    walkers.locator("xpath=following-sibling::button").click()
    expect(page.locator("#odds")).to_contain_text("75 %")
    is_settling = "document.documentElement.hasAttribute('data-settling')"
    assert not page.evaluate(is_settling), "odds change nothing of what the button does"
    tap(page, "#roll")
    expect(page.locator("#result .die")).to_have_count(2)
    expect(page.locator("#attack-form")).to_have_count(0)
    page.locator("#taken-off").click()
    expect(page.locator("#sheet")).to_have_count(0)
    assert page.url == own
    page.locator("#search").click()
    tap(page, "#draw-equipment")
    expect(page.locator("#find .card")).to_be_visible()
    page.locator("#keep").click()
    expect(page.locator("#sheet")).to_have_count(0)
    tap(page, "#wound")
    expect(page.locator("#own .i-wound")).to_have_count(1)
    page.locator("#bag").click()
    expect(page.locator("#sheet-title")).to_have_text("Ned")
    assert page.url == f"{table}sheets/survivor/ned/"
    page.reload()
    page.locator("#sheet [data-close]").first.click()
    page.wait_for_url(own)
    page.locator("#bag").click()
    expect(page.locator("#sheet-title")).to_have_text("Ned")
    page.go_back()
    expect(page.locator("#sheet")).to_have_count(0)
    assert page.url == own
    before, points = version(page), int(page.locator("#points > b").inner_text())
    page.context.set_offline(True)
    for _ in range(3):
        page.locator("#plus").click()
    expect(page.locator("#offline")).to_be_visible()
    page.context.set_offline(False)
    page.wait_for_selector(f"#now[data-version='{before + 3}']", timeout=15_000)
    expect(page.locator("#points > b")).to_have_text(str(points + 3))


def test_a_tablet_has_board_and_sheet_side_by_side(site: Site, watched: Watched) -> None:
    page = watched.phone(viewport=TABLET)
    table = take_place(page, site, lay(site), "Marta")
    page.goto(table)
    expect(page.locator("#sheet[data-resting]")).to_be_visible()  # the log, while nothing is open
    assert page.url == table
    page.locator("#open-ned").click(position={"x": 60, "y": 10})
    expect(page.locator("#sheet-title")).to_have_text("Ned")
    sheet, board = page.locator("#sheet").bounding_box(), page.locator("#survivors").bounding_box()
    assert sheet is not None
    assert board is not None
    assert board["x"] + board["width"] <= sheet["x"]
    tap(page, "#more-wanda")  # the board is not covered
    expect(page.locator("#s-wanda .tag__p")).to_contain_text("1")
    expect(page.locator("#sheet-title")).to_have_text("Ned")
    assert violations(page) == []
    assert overflow(page) <= 0
    page.locator("#sheet .sheet__h [data-close]").click()
    expect(page.locator("#sheet[data-resting]")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#sheet")).to_have_count(0)


def test_the_end_turns_all_screens_and_a_rematch_takes_everybody_along(
    site: Site, watched: Watched
) -> None:
    code = lay(site)
    luis, marta, screen = watched.phone(viewport=SMALL), watched.phone(), watched.phone()
    table = take_place(luis, site, code, "Luis")
    take_place(marta, site, code, "Marta")
    marta.goto(table)
    screen.goto(site.url)
    screen.locator("#code").fill(code)
    screen.locator(".code button").click()
    screen.locator("button[value=screen]").click()
    screen.wait_for_selector("#screen")
    expect(screen.locator("#connection")).to_have_text("En vivo")
    tap(luis, "#kill-walker")
    marta.goto(f"{table}sheets/ending/")
    marta.locator("#won").click()
    for phone in (luis, marta):
        expect(phone.locator("#the-end")).to_contain_text("Ned")
    expect(screen.locator(".tv--end h1")).to_have_text("Misión ganada")
    assert violations(luis) == []
    tap(luis, "#undo-sheet")  # taken off every screen
    expect(marta.locator("#the-end")).to_have_count(0)
    expect(screen.locator(".tv--end")).to_have_count(0)
    marta.goto(f"{table}sheets/ending/")
    marta.locator("#won").click()
    marta.locator("#rematch").click()
    marta.wait_for_url(lambda url: table not in url)
    again = marta.url
    luis.wait_for_url(re.compile(rf"{again}mine/.*"))
    screen.wait_for_url(f"{again}screen/")


def test_a_silent_video_keeps_the_screen_on_where_there_is_no_wake_lock(
    site: Site, watched: Watched
) -> None:
    page = watched.phone(is_new=True)
    page.add_init_script(NO_LOCK)
    take_place(page, site, lay(site), "Luis")
    video = page.locator("video.awake")
    expect(video).to_have_count(1)
    tap(page, "#plus")  # the first touch
    page.wait_for_function(
        "() => { const { paused, muted, currentTime } = document.querySelector('video.awake');"
        " return !paused && !muted && currentTime > 0; }"
    )


CUT = """() => [...document.querySelectorAll('.undo span, .undo small')]
  .filter((element) => element.scrollWidth > element.clientWidth + 1
    || element.scrollHeight > element.clientHeight + 1)
  .map((element) => element.textContent.trim())"""
TWO_TARGETS = 96
LONG = "Wanda la Indestructible"
STEPS = (
    '{"kind":"points.award","survivor":"wanda","amount":3}',
    '{"kind":"deck.draw","deck":"equipment","survivor":"wanda","search":true}',
    '{"kind":"wound.take","survivor":"wanda","count":2}',
    '{"kind":"zombies.add","zombie":"walker","count":4}',
    '{"kind":"survivor.pass","survivor":"ned","player":"Maximiliano","of":"Luis"}',
    '{"kind":"phase.next"}',
    '{"kind":"spawn.resolve"}',
)


def test_the_undo_bar_says_whole_what_it_takes_back(site: Site, watched: Watched) -> None:
    people = [("wanda", LONG, "Maximiliano"), ("ned", "Ned", "Luis")]
    code = lay_table(site, "zombicide-2e", people, zones=("Aparcamiento", "10R"))
    page = watched.phone(locale="es-ES", viewport=SMALL)
    table = take_place(page, site, code, "Maximiliano")
    own = page.context.new_page()
    own.goto(f"{table}mine/wanda/")
    page.goto(table)
    for step in STEPS:
        at_table(page, step)
        expect(page.locator("#undo b")).to_have_text("Deshacer:")
        assert page.evaluate(CUT) == [], step
        same_version(page, own)
        assert own.evaluate(CUT) == [], step
        assert own.locator("#undo").evaluate("undo => undo.offsetHeight") <= TWO_TARGETS
    assert overflow(page) <= 0
    tap(page, "#undo")
    for width in (360, 390, 430):  # the way back stays on every phone
        page.set_viewport_size({"width": width, "height": 740})
        box = page.locator("#redo").bounding_box()
        assert box is not None
        assert box["width"] >= 48
        assert box["x"] + box["width"] <= width


def test_a_newcomer_takes_a_survivor_over_and_undo_gives_them_back(
    site: Site, watched: Watched
) -> None:
    watched.expected.add("404")  # a page whose survivor is another's asks once more and moves on
    code = lay(site)
    luis, tom = watched.phone(viewport=SMALL), watched.phone(viewport=SMALL)
    take_place(luis, site, code, "Luis")
    tom.goto(f"{site.url}/join/{code}/")
    tom.locator("[name=name]").fill("Tom")
    tom.locator(".form__go button").click()
    expect(tom.locator("main .notice")).to_contain_text("Todavía no llevas a nadie")
    assert violations(tom) == []
    assert overflow(tom) <= 0
    tom.locator("button.seat", has_text="Ned").click()
    expect(tom.locator("#undo")).to_contain_text("Tom lleva a Ned")
    assert overflow(tom) <= 0
    expect(luis.locator("#line-up")).to_be_visible()  # led on: Ned is not his any more
    tom.locator(".dock .next").click()
    expect(tom.locator("#own .own__n b")).to_have_text("18")  # Ned's points
    tom.locator("#undo").click()
    expect(tom.locator("#line-up")).to_be_visible()
    luis.goto(f"{luis.url.partition('survivors/')[0]}mine/")
    expect(luis.locator("#own .own__n b")).to_have_text("18")


def test_a_victory_with_open_goals_asks_once_and_can_be_taken_back(
    site: Site, watched: Watched
) -> None:
    page = watched.phone(viewport=SMALL)
    mission = "mission=black-plague:A0&players=Marta"
    page.goto(f"{site.url}/tables/new/black-plague/?{mission}")
    page.locator(".dock button.next").click()
    page.wait_for_selector("#now")
    page.goto(f"{page.url.partition('sheets/')[0]}sheets/ending/")
    expect(page.locator("#won")).to_contain_text("0 de 1 objetivo marcado")
    page.locator("#won").click()
    expect(page.locator("#won-anyway")).to_contain_text("darla por ganada igualmente")
    assert violations(page) == []
    assert overflow(page) <= 0
    page.locator("#won-anyway").click()
    expect(page.locator("#the-end")).to_contain_text("Misión ganada")
    page.locator("#not-over").click()
    expect(page.locator("#the-end")).to_have_count(0)
    expect(page.locator("#next")).not_to_contain_text("Misión ganada")
