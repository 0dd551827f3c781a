"""An evening on two phones at once, one in Spanish and one in English; and with paper cards."""

import json

from playwright.sync_api import Page, expect

from tests.browser.conftest import Watched
from tests.browser.looks import ENGLISH, Look, in_look
from tests.browser.tables import (
    close_sheet,
    expect_sheet,
    lay_table,
    open_sheet,
    same_version,
    sit_down,
    tap,
    version,
)
from tests.site import Site

BLACK_PLAGUE = [("ann", "Ann", "Marta"), ("clovis", "Clovis", "Luis"), ("nelly", "Nelly", "Luis")]
WASHINGTON = [("wanda", "Wanda", "Marta"), ("ned", "Ned", "Luis"), ("elle", "Elle", "Luis")]

FLASHLIGHT = """
from companion import services
from companion.models import Table
from rules.mechanics.equipment import DeckTake
table = Table.objects.get(code={code!r})
take = DeckTake(
    id="light-0001", seen=table.version, survivor="wanda", deck="equipment", card="flashlight"
)
services.command_submit(table_id=table.pk, seat=table.seats.first(), command=take)
"""


def points(page: Page, key: str) -> int:
    return int(page.locator(f"#s-{key} .tag__p").inner_text().split()[0])


def state_of(site: Site, code: str) -> dict:
    """The table as the server has it."""
    script = (
        "from companion.models import Table;"
        f"print('STATE', Table.objects.get(code='{code}').state_json)"
    )
    state: dict = json.loads(site.run(script).rpartition("STATE ")[2])
    return state


def on_the_board(page: Page, table: str) -> dict[str, int]:
    """Zombies on the board, as the sheet of miniatures says."""
    open_sheet(page, table, "supply")
    rows = page.locator("#sheet .zone li").all()
    counts = {
        row.locator("button").first.get_attribute("value") or "": int(
            row.locator("output").inner_text()
        )
        for row in rows
    }
    close_sheet(page)
    return {json.loads(command)["zombie"]: count for command, count in counts.items()}


def spawn_by_app(acts: Page, watches: Page, zones: int) -> None:
    """One tap resolves all zones; the other phone sees the box get emptier, its page untouched."""
    expect(acts.locator("#next")).to_contain_text(("Aparición", "Spawn")[is_en(acts)])
    tap(acts, "#next")
    expect(acts.locator("#sheet .sp__l")).not_to_have_count(0)
    go_on_where_it_stopped(acts)
    assert acts.locator("#sheet .sp__l").count() >= zones
    line = acts.locator("#sheet .sp__l:has(.sp__k)").first
    line.locator("summary").click()
    expect(line.locator(".why")).to_be_visible()
    expect(line.locator(".why")).to_contain_text(("Libro", "Book")[is_en(acts)])
    line.locator(".sp__k").click()
    expect(line.locator(".sp__k")).to_have_attribute("aria-pressed", "true")
    same_version(acts, watches)
    tap(acts, "#all-placed")  # the round is over: nothing else is asked
    expect(acts.locator("#sheet")).to_have_count(0)


def answer_questions(page: Page) -> None:
    """What a card asks of the board is asked where it arises; two places each."""
    while page.locator("#sheet .choice button").count():
        tap(page, "#sheet .choice button >> nth=2")


def go_on_where_it_stopped(page: Page) -> None:
    """The step waits where zombies act, or a card asks; the same sheet goes on with it."""
    answer_questions(page)
    while page.locator("#next-sheet").count():
        tap(page, "#next-sheet")
        answer_questions(page)


def is_en(page: Page) -> bool:
    return page.locator("html").get_attribute("lang") == "en"


def kill_one(page: Page, table: str, key: str) -> None:
    """The first type that stands on the board, by its button on the survivor's sheet."""
    open_sheet(page, table, f"survivor/{key}")
    buttons = page.locator("#sheet .kill:not([aria-disabled=true])")
    if buttons.count():
        before = int(page.locator(".pts p").inner_text().split()[0].rstrip("APEX"))
        tap(page, "#sheet .kill:not([aria-disabled=true])")
        after = int(page.locator(".pts p").inner_text().split()[0].rstrip("APEX"))
        assert after > before
    close_sheet(page)


def choose_skills(page: Page, table: str, key: str) -> None:
    open_sheet(page, table, f"survivor/{key}")
    while page.locator("#sheet [id^=choice-] button").count():
        tap(page, "#sheet [id^=choice-] button")
    close_sheet(page)


def play_round(marta: Page, luis: Page, table: str, keys: tuple[str, str], number: int) -> None:
    """Both phones at once in the players' phase, then the zombies, then the end."""
    mine, theirs = keys
    before = {key: points(marta, key) for key in keys}
    version_before = version(marta)
    for _ in range(3):  # no waiting in between: two phones, six taps
        marta.locator(f"#more-{mine}").click()
        luis.locator(f"#more-{theirs}").click()
    for page in (marta, luis):
        page.wait_for_function(
            "n => Number(document.getElementById('now').dataset.version) >= n",
            arg=version_before + 6,
        )
    for page in (marta, luis):
        assert points(page, mine) == before[mine] + 3
        assert points(page, theirs) == before[theirs] + 3
    kill_one(marta, table, mine)
    choose_skills(luis, table, theirs)
    same_version(marta, luis)
    tap(luis, "#next")
    expect(luis.locator("#sheet-title")).to_have_text(("Activación", "Activation")[is_en(luis)])
    same_version(marta, luis)
    spawn_by_app(marta, luis, 3)
    same_version(marta, luis)
    close_sheet(luis)
    expect(luis.locator(".trio dd").first).to_have_text(str(number + 1))


def undo_and_redo_from_the_other_phone(marta: Page, luis: Page, key: str) -> None:
    before = points(luis, key)
    tap(marta, f"#more-{key}")
    same_version(marta, luis)
    assert points(luis, key) == before + 1
    tap(luis, "#undo")
    same_version(marta, luis)
    assert points(marta, key) == before
    tap(luis, "#redo")
    same_version(marta, luis)
    assert points(marta, key) == before + 1


def attack(page: Page, table: str, key: str) -> None:
    """The app rolls; hits, kills and points follow, and one undo takes all of it back."""
    open_sheet(page, table, f"attack/{key}")
    if not page.locator("#attack-form .zone li").count():
        close_sheet(page)
        return
    take_up(page, "melee:")
    page.locator("#attack-form [data-step-by='1']").first.click()
    seen = version(page)
    tap(page, "#roll")
    expect(page.locator("#result .die")).not_to_have_count(0)
    assert version(page) == seen + 1
    tap(page, "#undo-sheet")
    expect(page.locator("#result")).to_have_count(0)
    tap(page, "#redo-sheet")
    expect(page.locator("#result .die")).not_to_have_count(0)
    close_sheet(page)


def search_and_trade(page: Page, table: str, giver: str, taker: str) -> None:
    """Draw into a survivor's slots, hand it on, put it away."""
    open_sheet(page, table, f"search/{giver}")
    page.locator("#give summary").click()
    tap(page, "#give-equipment .rowb >> nth=2")
    expect_sheet(page, f"find/{giver}")
    page.locator("#find a[href*='sheets/item']").click()
    page.wait_for_selector("#discard")
    tap(page, f'#sheet .rowb[value*=\'"to":"{taker}"\']')
    open_sheet(page, table, f"survivor/{taker}")
    expect(page.locator("#sheet .slot:not(.slot--empty)")).to_have_count(1)
    page.locator("#sheet .slot:not(.slot--empty)").first.click()
    tap(page, "#discard")
    expect(page.locator("#sheet .slot:not(.slot--empty)")).to_have_count(0)
    close_sheet(page)


def end_of_evening(
    marta: Page, luis: Page, table: str, site: Site, code: str, *, rounds_played: int
) -> None:
    """Both phones agree with each other and with the server; the log has every round."""
    open_sheet(marta, table, "log")
    older = marta.locator("#log >> text=/^Anteriores$/")
    rounds = set(marta.locator(".log__r").all_inner_texts())
    while older.count():
        first = marta.locator("#log .evd").first
        shown = first.get_attribute("id") or ""
        older.click()
        expect(first).not_to_have_attribute("id", shown)
        rounds |= set(marta.locator(".log__r").all_inner_texts())
    for number in range(1, rounds_played + 1):
        assert any(f"RONDA {number}" in words.upper() for words in rounds), rounds
    close_sheet(marta)
    open_sheet(luis, table, "ending")
    tap(luis, "#won")
    same_version(marta, luis)
    expect(marta.locator("#next")).to_contain_text("Misión ganada")
    expect(luis.locator("#next")).to_contain_text("Mission won")
    state = state_of(site, code)
    assert state["result"] == "won"
    for page in (marta, luis):
        for key, survivor in state["survivors"].items():
            if survivor.get("status", "in_play") == "in_play":
                assert points(page, key) == survivor.get("points", 0)


def phones(watched: Watched, site: Site, code: str) -> tuple[Page, Page, str]:
    marta, luis = watched.phone(locale="es-ES"), watched.phone(locale="en-GB")
    table = sit_down(marta, site, code, "Marta")
    assert sit_down(luis, site, code, "Luis") == table
    return marta, luis, table


def test_a_washington_evening(site: Site, watched: Watched) -> None:
    """Two rounds, the second one at night."""
    code = lay_table(
        site,
        "zombicide-2e",
        WASHINGTON,
        zones=("12R", "10R", "14R"),
        expansions=("washington-zc",),
        hour=18,
        options=("out-of-action",),
        seed="washington",
    )
    marta, luis, table = phones(watched, site, code)
    search_and_trade(marta, table, "wanda", "ned")
    site.run(FLASHLIGHT.format(code=code))
    for page in (marta, luis):
        page.reload()
    for number in (1, 2):
        is_night = number == 2
        expect(luis.locator(".trio dd").nth(1)).to_have_text(f"{17 + number}:00")
        expect(luis.locator("#night")).to_have_count(int(is_night))
        if is_night:
            expect(marta.locator("#night")).to_contain_text("Disparos a 6+")
            lights_and_a_fall(marta, luis, table)
        play_round(marta, luis, table, ("wanda", "ned"), number)
    undo_and_redo_from_the_other_phone(marta, luis, "wanda")
    attack(luis, table, "ned")
    same_version(marta, luis)
    board = {zombie: count for zombie, count in on_the_board(luis, table).items() if count}
    assert board == state_of(site, code).get("board", {})
    end_of_evening(marta, luis, table, site, code, rounds_played=2)


def lights_and_a_fall(marta: Page, luis: Page, table: str) -> None:
    """At night: a light on, a survivor out of action, picked up by another."""
    open_sheet(marta, table, "survivor/wanda")
    tap(marta, "#light")
    close_sheet(marta)
    same_version(marta, luis)
    expect(luis.locator("#s-wanda .i-flashlight")).to_have_count(1)
    open_sheet(luis, table, "survivor/elle")
    while luis.locator("#wound").count():
        tap(luis, "#wound")
    expect(luis.locator("#moment")).to_contain_text("Out of action")  # whoever noted it sees it
    expect(luis.locator("#sheet .notice")).to_contain_text("Out of action")
    close_sheet(luis)
    same_version(marta, luis)
    expect(marta.locator("#moment")).to_contain_text("Recoger antes de acabar la ronda 3")
    marta.locator("#moment [data-dismiss]").click()
    expect(marta.locator("#s-elle")).to_contain_text("Recoger antes de acabar la ronda 3")
    open_sheet(marta, table, "survivor/elle")
    tap(marta, "#sheet .notice button")
    close_sheet(marta)


@in_look(ENGLISH)
def test_cards_and_dice_of_the_table(site: Site, watched: Watched, look: Look) -> None:
    """Physical cards: the next zone is announced, an impossible card is refused with its reason."""
    code = lay_table(
        site,
        "black-plague",
        BLACK_PLAGUE,
        zones=("N", "S"),
        sources={"zombies": "table"},
        dice="table",
    )
    watched.expected.add("422")
    page = watched.phone(locale=look.locale)
    table = sit_down(page, site, code, "Marta")
    for _ in range(7):
        tap(page, "#more-ann")
    tap(page, "#next")
    page.locator("#next-sheet").click()
    expect(page.locator(".seq__now")).to_contain_text("N")
    enter(page, "01")
    expect(page.locator(".seq__now")).to_contain_text("S")
    luis = watched.phone(locale=look.locale)
    sit_down(luis, site, code, "Luis")
    tap(luis, "#undo")
    expect(page.locator("#pad-value")).to_have_count(0)  # the step it was read out for is gone
    tap(luis, "#redo")
    expect(page.locator(".seq__now")).to_contain_text("N")
    enter(page, "01")
    expect(page.locator(".seq__now")).to_contain_text("S")
    enter(page, "01")
    expect(page.locator("#sheet .toast--bad")).to_contain_text("01")
    expect(page.locator(".seq__now")).to_contain_text("S")
    enter(page, "02")
    tap(page, "#pad-spawn")
    expect(page.locator("#sheet .sp__l")).to_have_count(2)
    close_sheet(page)
    attack_with_own_dice(page, table)


def enter(page: Page, number: str) -> None:
    for key in number:
        page.locator(f"#sheet [data-key='{key}']").click()
    expect(page.locator("#pad-value")).to_have_value(number)
    before = page.locator("#sheet").get_attribute("data-url")
    page.locator("#pad-go").click()
    page.wait_for_function(
        "before => document.getElementById('sheet').dataset.url !== before", arg=before
    )


def attack_with_own_dice(page: Page, table: str) -> None:
    open_sheet(page, table, "attack/ann")
    take_up(page, "melee:")
    page.locator("#attack-form [data-step-by='1']").first.click()
    page.locator("#roll").click(force=True)
    expect(page.locator("#toast")).to_contain_text("Say first what the dice show")
    for _ in range(6):
        page.locator("[data-face='6']").click()
        with page.expect_response("**/commands/**") as answer:
            page.locator("#roll").click()
        if answer.value.ok:
            break
    expect(page.locator("#result .die--hit")).not_to_have_count(0)


def take_up(page: Page, kind: str) -> None:
    """Choose a weapon of the box, for a table that keeps its cards on paper."""
    choice = page.locator("#use")
    uses = [option.get_attribute("value") or "" for option in choice.locator("option").all()]
    wanted = next(use for use in uses if use.startswith(kind))
    if not choice.is_visible():
        page.locator("#another-weapon summary").click()
    choice.select_option(wanted)
    page.locator("#use-it").click()
    expect(page.locator("#attack-form [data-look]")).to_have_value(wanted)
