"""From the front door to the first spawn, and everybody with their own phone."""

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watched
from tests.browser.looks import is_soak, look_at, overflow, violations
from tests.browser.tables import close_sheet, open_sheet, same_version, tap, version
from tests.site import Site

MOST_TAPS, MOST_SECONDS = 6, 30
FOUR = "players=Marta,Luis,Íñigo,Sofía&survivors=wanda&survivors=ned&survivors=elle&survivors=amy"


def begin(page: Page, site: Site, query: str = FOUR, game: str = "zombicide-2e") -> str:
    page.goto(f"{site.url}/tables/new/{game}/?{query}")
    page.locator(".dock button.next").click()
    page.wait_for_selector("#now")
    return page.url


def code_of(page: Page) -> str:
    return page.locator(".strip__t span").inner_text().split(" ")[0].replace("-", "")


# The pages are the same for all of them; what each game says on them, the robot reads.
@pytest.mark.parametrize(
    "game", ["zombicide-2e", *(("black-plague", "rue-morgue") if is_soak() else ())]
)
def test_first_visit_to_first_spawn(site: Site, watched: Watched, game: str) -> None:
    page = watched.phone()
    started = time.monotonic()
    page.goto(site.url)
    taps = (f".game[href*='new/{game}']", ".dock button.next", "#next", "#next-sheet")
    for number, place in enumerate(taps):
        if number == 2:
            page.wait_for_selector("#now[data-version='0']")
        if number == 3:
            page.wait_for_selector("#now[data-version='1']")
        page.locator(place).click()
    expect(page.locator("#sheet .sp__l").first).to_be_visible()
    assert len(taps) <= MOST_TAPS
    assert time.monotonic() - started < MOST_SECONDS


def test_a_table_is_set_up_step_by_step_and_played_without_script(
    site: Site, watched: Watched
) -> None:
    page = watched.phone(locale="en-GB", java_script_enabled=False)
    page.goto(f"{site.url}/tables/new/black-plague/")
    page.locator("a[href*='/mission/']").click()
    page.get_by_role("link", name="Danse Macabre").click()
    expect(page.locator(".game").first).to_contain_text("Danse Macabre")
    page.locator("a[href*='/survivors/']").click()
    page.get_by_label("Ann", exact=True).uncheck()
    page.locator("#own-name").fill("Abuela Conchi")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_label("Abuela Conchi")).to_be_checked()
    page.get_by_role("button", name="Done").click()
    page.locator("a[href*='/players/']").click()
    page.locator("#players").fill("Marta, Luis")
    page.get_by_role("button", name="Deal the survivors out").click()
    page.get_by_label("Abuela Conchi").select_option(label="Marta")
    page.get_by_role("button", name="Done").click()
    page.locator("a[href*='/zones/']").click()
    expect(page.locator(".zone")).to_have_count(2)
    page.locator(".zone").nth(1).get_by_role("button", name="Active").click()
    page.locator("#new").fill("14R")
    page.get_by_role("button", name="Add").click()
    expect(page.locator(".zone")).to_have_count(3)
    page.locator(".zone").nth(2).get_by_role("button", name="Starting").click()
    page.get_by_role("link", name="Done").click()
    page.locator("a[href*='/cards/']").click()
    page.get_by_label("Dice").check()
    page.get_by_role("button", name="Done").click()
    page.locator("a[href*='/rules/']").click()
    page.get_by_label("No odds").check()
    page.get_by_role("button", name="Done").click()
    row = page.locator(".games")
    for words in ("Abuela Conchi", "2 players", "3 spawn zones", "14R start", "dice", "No odds"):
        expect(row).to_contain_text(words)
    page.locator(".dock button.next").click()
    page.wait_for_selector("#now")
    expect(page.locator("#survivors")).to_contain_text("Abuela Conchi")
    page.goto(page.url.partition("sheets/")[0])
    page.locator("[id^=more-]").first.click()
    expect(page.locator("#survivors .tag__p").first).to_contain_text("1")
    page.locator("#next").click()
    page.locator("#next-sheet").click()  # the spawn step: its sheet is a page of its own
    expect(page.locator("#sheet .sp__l").first).to_be_visible()
    page.locator("#undo-sheet").click()
    page.locator("#sheet .sheet__h a[data-close]").click()
    page.goto(f"{page.url}sheets/zones/")
    page.locator("#zone").fill("15R")
    page.locator("#zone-add-go").click()
    expect(page.locator("#zone-list")).to_contain_text("15R")


def test_search_counts_and_the_lot(site: Site, watched: Watched) -> None:
    page = watched.phone()
    page.goto(f"{site.url}/tables/new/zombicide-2e/survivors/?survivors=")
    expect(page.locator("#tally b")).to_have_text("0 de 6")
    page.get_by_role("searchbox").fill("escurri")
    expect(page.locator(".pk:visible")).to_have_count(1)
    page.locator(".pk:visible input").check()
    page.get_by_role("searchbox").fill("wánda")
    expect(page.locator(".pk:visible")).to_have_count(2), "the chosen one stays in sight"
    page.get_by_label("Wanda", exact=True).check()
    expect(page.locator("#tally b")).to_have_text("2 de 6")
    page.get_by_role("link", name="Al azar").click()
    expect(page.locator("input[name=survivors]:checked")).to_have_count(6)


def test_our_usual_table_is_one_tap_away(site: Site, watched: Watched) -> None:
    page = watched.phone()
    page.goto(f"{site.url}/tables/new/zombicide-2e/?{FOUR}")
    page.get_by_role("button", name="Guardar como mesa de siempre").click()
    page.goto(site.url)
    page.locator(".game[href*='new/zombicide-2e']").click()
    expect(page.locator(".games")).to_contain_text("Wanda, Ned, Elle, Amy")
    expect(page.locator(".chip.is-on")).to_contain_text("La mesa de siempre")


def test_a_guest_scans_their_seat_and_plays_with_big_buttons(site: Site, watched: Watched) -> None:
    host, luis, screen = watched.phone(), watched.phone(locale="en-GB"), watched.phone()
    table = begin(host, site)
    code = code_of(host)
    host.goto(f"{table}seats/")
    host.locator("a[href*='place=Luis']").click()
    assert f"/join/{code}/?as=Luis" in host.locator(".qr .vh").inner_text()
    luis.goto(f"{site.url}/join/{code}/?as=Luis")
    expect(luis.locator(".seat")).to_have_count(1)
    luis.locator(".seat").click()
    luis.wait_for_url("**/mine/ned/")
    expect(luis.locator("#connection")).to_have_text("Live")
    screen.set_viewport_size({"width": 1920, "height": 1080})
    screen.goto(f"{site.url}/join/{code}/")
    screen.get_by_role("button", name="Pantalla grande").click()
    screen.wait_for_url("**/screen/")
    expect(screen.locator("#connection")).to_have_text("En vivo")
    host.goto(table)
    for _ in range(7):
        luis.locator("#plus").click()
    expect(luis.locator("#points")).to_contain_text("7")
    expect(luis.locator("#points")).to_contain_text("Yellow")
    same_version(luis, host, screen)
    expect(host.locator("#s-ned .tag__p")).to_contain_text("7")
    expect(screen.get_by_role("heading", level=1)).to_have_text("Amarillo")
    expect(screen.locator("#screen")).to_contain_text("por Ned, 7 PA")
    luis.locator("#wound").click()
    points = screen.locator(".tv-s", has_text="Ned").locator(".tv-p")
    expect(points).to_have_text("7", timeout=30_000)  # what everybody must see stays for a while
    expect(screen.locator(".danger__w")).to_have_text("Amarillo")
    expect(luis.locator("#wound .i-wound")).to_have_count(1)
    luis.locator("#undo").click()
    expect(luis.locator("#wound .i-wound")).to_have_count(0)
    open_sheet(host, table, "supply")
    for _ in range(3):
        tap(host, "#sheet button[value*='zombies.add'][value*='walker']")
    close_sheet(host)
    expect(luis.locator("#kill-walker")).to_contain_text("3 there")
    luis.locator("#kill-walker").click(delay=600)
    luis.locator("#many-walker-2").click()
    expect(luis.locator(".pts p")).to_contain_text("9")
    luis.goto(f"{table}mine/")
    expect(luis.locator("#connection")).to_have_text("Live")
    same_version(luis, host, screen)
    expect(host.locator("#s-ned .tag__p")).to_contain_text("9")
    assert screen.locator("button, form, input").count() == 0
    expect(screen.locator("a[href]:not(.skip)")).to_have_count(1)
    for page in (luis, screen):
        assert violations(page) == []
    assert overflow(screen) <= 0
    assert screen.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


def test_the_host_locks_renames_silences_and_removes(site: Site, watched: Watched) -> None:
    watched.expected |= {"404", "422"}
    host, luis, late = watched.phone(), watched.phone(), watched.phone()
    table = begin(host, site)
    code = code_of(host)
    luis.goto(f"{site.url}/join/{code}/")
    luis.get_by_role("button", name="Luis").click()
    luis.wait_for_selector("#now")
    host.goto(f"{table}seats/")
    row = host.locator("#place-2")
    row.locator("summary", has_text="Cambiar").click()
    row.locator("[name=name]").fill("Lucho")
    row.locator("[name=role]").select_option("reader")
    row.get_by_role("button", name="Guardar").click()
    expect(host.locator(".seats")).to_contain_text("Lucho")
    luis.goto(table)
    expect(luis.locator("#next")).to_have_count(0)
    host.get_by_role("button", name="Cerrar la mesa").click()
    late.goto(f"{site.url}/join/{code}/")
    expect(late.locator(".notice")).to_contain_text("cerrada")
    expect(late.locator(".seat")).to_have_count(0)
    row = host.locator(".seats li", has_text="Lucho")
    row.locator("summary", has_text="Cambiar").click()
    row.locator("summary", has_text="Quitar este sitio").click()
    row.get_by_role("button", name="Quitar a Lucho").click()
    expect(host.locator(".seats")).not_to_contain_text("Lucho")
    luis.goto(table)
    expect(luis.get_by_role("heading", level=1)).not_to_contain_text("Zombicide")


EARLIER = """
from companion.models import Seat
from companion.seats.asking import WAIT
for seat in Seat.objects.exclude(asked_to_keep_at=None):
    seat.asked_to_keep_at -= WAIT
    seat.save()
"""


def test_a_player_asks_and_takes_the_table_of_a_lost_phone(site: Site, watched: Watched) -> None:
    """The keeper reads of it where they are, while they are there."""
    watched.expected.add("404")  # what the lost phone asks for
    host, luis = watched.phone(reduced_motion="reduce"), watched.phone(reduced_motion="reduce")
    table = begin(host, site)
    join = f"{site.url}/join/{code_of(host)}/"
    luis.goto(join)
    luis.get_by_role("button", name="Luis").click()
    luis.wait_for_selector("#now")
    luis.goto(f"{table}seats/")
    luis.locator("#ask").click()
    expect(luis.locator("#look-again")).to_be_visible()
    look_at(luis, "who asks")
    asked = host.locator("#asked")
    expect(asked).to_contain_text("Luis pide llevar la mesa")
    expect(host.locator("#toast")).to_contain_text("Luis pide llevar la mesa")
    asked.click()
    look_at(host, "who is asked")
    host.get_by_role("button", name="Rechazar").click()
    expect(host.locator("main")).not_to_contain_text("Luis pide llevar la mesa")
    host.goto(table)
    expect(host.locator("#connection")).to_have_text("En vivo")
    expect(asked).to_be_hidden()
    luis.goto(f"{table}seats/")
    luis.locator("#ask").click()
    expect(asked).to_be_visible()
    host.context.clear_cookies()
    site.run(EARLIER)
    luis.locator("#look-again").click()
    look_at(luis, "who may take it")
    luis.locator("#take").click()
    row = luis.locator("#place-1")
    row.locator("summary", has_text="Cambiar").click()
    row.locator("summary", has_text="Quitar este sitio").click()
    row.get_by_role("button", name="Quitar a Marta").click()
    host.goto(join)
    host.get_by_role("button", name="Marta").click()
    expect(host.locator("#now")).to_be_visible()


def test_a_game_ends_is_told_repeated_branched_and_put_away(site: Site, watched: Watched) -> None:
    page = watched.phone(locale="en-GB", reduced_motion="reduce")
    table = begin(page, site)
    code = code_of(page)
    for _ in range(5):
        before = version(page)
        page.locator("#next").click()
        page.wait_for_selector(f"#now:not([data-version='{before}'])")
        page.goto(table)
    page.goto(f"{table}sheets/ending/")
    page.locator("#won").click()
    expect(page.locator("#the-end")).to_contain_text("Mission won")
    page.goto(f"{table}story/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Won")
    assert page.locator(".series .chart rect").count() > 0, "charts drawn on the server"
    assert violations(page) == []
    page.get_by_role("button", name="Round 1").click()
    page.wait_for_selector("#now[data-version='0']")
    branch = page.url
    assert branch != table
    page.goto(f"{table}story/")
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_selector("#now[data-version='0']")
    assert page.url not in (table, branch)
    expect(page.locator("#survivors > li")).to_have_count(4)
    page.goto(f"{table}story/")
    page.get_by_role("button", name="Into the bin").click()
    expect(page.locator(".list > li")).to_have_count(2)
    page.get_by_role("link", name="Bin 1").click()
    expect(page.locator(".list")).to_contain_text(f"{code[:3]}-{code[3:]}")
    assert violations(page) == []
    page.get_by_role("button", name="Bring back").click()
    page.wait_for_selector("#now")
    assert page.url == table
