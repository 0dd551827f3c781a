"""The round on several screens: three taps, the event of the round on all of them, no skipping."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watched
from tests.browser.looks import overflow, violations
from tests.browser.tables import (
    NEXT,
    close_sheet,
    lay_table,
    open_sheet,
    same_version,
    sit_down,
    tap,
    version,
)
from tests.browser.test_own_phone import take_place
from tests.site import Site

SIX = [
    ("wanda", "Wanda", "Marta"),
    ("ned", "Ned", "Luis"),
    ("elle", "Elle", "Marta"),
    ("amy", "Amy", "Luis"),
    ("odin", "Odin", "Noe"),
    ("josh", "Josh", "Noe"),
]
TV = {"width": 1280, "height": 800}


def lay(site: Site, **options: object) -> str:
    return lay_table(site, "zombicide-2e", SIX, zones=("12R", "2"), **options)  # type: ignore[arg-type]


REMEMBER_RISES = """() => {
  window.rises = new Set();
  new MutationObserver(() => {
    const rise = document.querySelector("#moment .danger");
    if (rise) window.rises.add(rise.textContent);
  }).observe(document.body, { childList: true });
}"""
"""A moment that goes by itself may be gone before a busy test looks."""


def height_of(page: Page, selector: str) -> float:
    return float(
        page.locator(selector).first.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
    )


def test_a_round_is_three_taps_of_one_round_trip_each(site: Site, watched: Watched) -> None:
    """The answer carries the picture, and its sheet; what is ticked there is this phone's own."""
    page = watched.phone()
    sit_down(page, site, lay(site), "Marta")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method))
    tap(page, "#more-ned")
    tap(page, NEXT)
    expect(page.locator("#sheet-title")).to_have_text("Activación")
    tap(page, NEXT)
    expect(page.locator("#sheet .sp__l")).to_have_count(2)
    assert asked == ["POST", "POST", "POST"]
    before = version(page)
    all_of_them = page.locator("#sheet .sp__k").count()
    expect(page.locator("#placed")).to_have_text(f"0 de {all_of_them} puestas")
    expect(page.locator(".sp__l.is-now")).to_have_count(1)
    page.locator(".sp__l.is-now .sp__k").click()
    expect(page.locator("#placed")).to_have_text(f"1 de {all_of_them} puestas")
    page.reload()
    expect(page.locator("#placed")).to_have_text(f"1 de {all_of_them} puestas")
    assert version(page) == before
    expect(page.locator("#all-placed")).to_contain_text("empieza Luis")
    tap(page, NEXT)
    expect(page.locator("#sheet")).to_have_count(0)
    expect(page.locator(".trio dd").first).to_have_text("2")
    assert version(page) == before + 1


def double_tap(page: Page, selector: str) -> None:
    """Tap, and tap again in the same place as soon as a sheet is there."""
    page.evaluate(
        """async (selector) => {
            const box = document.querySelector(selector).getBoundingClientRect();
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            const tap = () => document.elementFromPoint(x, y).click();
            tap();
            while (document.getElementById("sheet") === null) {
                await new Promise(requestAnimationFrame);
            }
            await new Promise(requestAnimationFrame);
            tap();
        }""",
        selector,
    )
    page.wait_for_function("() => !document.documentElement.hasAttribute('data-settling')")


def test_a_double_tap_skips_no_result_and_stays_at_the_table(site: Site, watched: Watched) -> None:
    page = watched.phone(is_hasty=False)
    table = sit_down(page, site, lay(site), "Marta")
    double_tap(page, "#more")
    assert page.url == f"{table}sheets/more/"
    page.goto(f"{table}screen/")
    page.locator(".tv-back").click()
    expect(page.locator("#next")).to_be_visible()
    assert page.url == table
    before = version(page)
    double_tap(page, "#next")
    expect(page.locator("#sheet-title")).to_have_text("Activación")
    assert version(page) == before + 1
    tap(page, NEXT)
    expect(page.locator("#sheet-title")).to_have_text("Aparición")


def test_what_spawned_is_on_every_screen_at_once(site: Site, watched: Watched) -> None:
    code = lay(site)
    marta, luis = watched.phone(), watched.phone(viewport={"width": 360, "height": 640})
    television = watched.phone(viewport=TV)
    table = sit_down(marta, site, code, "Marta")
    sit_down(luis, site, code, "Luis")
    sit_down(television, site, code, "Tele")
    television.goto(f"{table}screen/")
    expect(television.locator("#connection")).to_have_text("En vivo")
    tap(marta, NEXT)
    tap(marta, NEXT)
    zones = ["12R", "Z2"]
    assert marta.locator("#sheet .sp__z").all_inner_texts() == zones
    expect(luis.locator("#moment .mo__z")).to_have_text(zones)
    expect(television.locator(".tvl__z")).to_have_text(zones)
    counts = marta.locator("#sheet .sp__g b").all_inner_texts()
    assert luis.locator("#moment .mo__g b").all_inner_texts() == counts
    assert television.locator(".tvl__g b").all_inner_texts() == counts
    assert height_of(marta, ".sp__z") >= 60
    assert height_of(luis, ".mo__z") >= 70
    assert height_of(television, ".tvl__z") >= 0.15 * TV["height"]
    assert (violations(luis), violations(television)) == ([], [])
    assert (overflow(luis), overflow(television)) == (0, 0)
    luis.locator("#moment [data-pin]").click()
    expect(luis.locator("#moment [data-dismiss]")).to_have_text("Cerrar")
    tap(marta, "#undo-sheet")
    expect(luis.locator("#moment")).to_have_count(0)
    expect(luis.locator("#toast")).to_contain_text("Marta")
    expect(television.locator(".tvm")).to_have_count(0)
    luis.evaluate(REMEMBER_RISES)
    close_sheet(marta)
    for _ in range(7):
        tap(marta, "[id^=more-]")
    luis.wait_for_function("() => window.rises.size && !document.getElementById('moment')")
    assert "Amarillo" in luis.evaluate("() => [...window.rises].join()")
    expect(television.locator(".tvm--one")).to_contain_text("Amarillo")
    assert violations(television) == []


def test_a_moment_covers_nothing_that_is_being_done(site: Site, watched: Watched) -> None:
    code = lay(site)
    marta, luis = watched.phone(), watched.phone()
    sit_down(marta, site, code, "Marta")
    sit_down(luis, site, code, "Luis")
    luis.locator("#more").click()
    expect(luis.locator("#sheet-title")).to_have_text("Más")
    tap(marta, NEXT)
    tap(marta, NEXT)
    expect(luis.locator(".moment-band")).to_contain_text("Aparición")
    expect(luis.locator("#moment")).to_have_count(0)
    luis.locator(".moment-band").click()
    expect(luis.locator("#moment .mo")).to_have_count(2)
    luis.keyboard.press("Escape")
    expect(luis.locator("#moment")).to_have_count(0)
    expect(luis.locator("#sheet-title")).to_have_text("Más")
    tap(marta, NEXT)  # the next round
    for _ in range(2):
        tap(marta, NEXT)
    expect(luis.locator(".moment-band")).to_contain_text("Aparición")
    luis.locator("#sheet .sheet__h a[data-close]").click()
    expect(luis.locator("#sheet")).to_have_count(0)
    luis.locator("#undo").click(trial=True, timeout=2_000)  # nothing lies over it


AWARD = """
from companion.models import Seat
from companion.services import command_submit
from rules.mechanics.danger import PointsAward
seat = Seat.objects.get(table__code={code!r}, name="Host")
for n, amount in enumerate((10, 8)):
    command = PointsAward(id=f"award-{{n:04}}", seen=0, survivor="ned", amount=amount)
    command_submit(table_id=seat.table_id, seat=seat, command=command)
"""
"""One point before the next skill is to be chosen."""


def test_a_moment_makes_room_for_a_question_and_goes_when_it_is_past(
    site: Site, watched: Watched
) -> None:
    code = lay(site)
    site.run(AWARD.format(code=code))
    marta, luis, television = watched.phone(), watched.phone(), watched.phone(viewport=TV)
    table = sit_down(marta, site, code, "Marta")
    sit_down(luis, site, code, "Luis")
    sit_down(television, site, code, "Tele")
    luis.goto(f"{table}mine/ned/")
    television.goto(f"{table}screen/")
    for page in (luis, television):
        expect(page.locator("#connection")).to_have_text("En vivo")
    tap(marta, NEXT)
    tap(marta, NEXT)
    expect(luis.locator("#moment .mo")).to_have_count(2)
    expect(television.locator(".tvl")).to_be_visible()
    close_sheet(marta)
    tap(marta, "#more-ned")  # a skill is to be chosen: the question is not covered
    same_version(marta, luis)
    expect(luis.locator("[id^=skill-orange]")).to_have_count(2)
    assert luis.locator("#moment").count() == 0
    luis.locator("[id^=skill-orange]").first.click(trial=True, timeout=2_000)
    open_sheet(marta, table, "spawn")
    tap(marta, NEXT)  # the next round
    same_version(marta, luis, television)
    assert (luis.locator("#moment").count(), luis.locator(".moment-band").count()) == (0, 0)
    assert television.locator(".tvm").count() == 0


def test_a_fall_is_a_line_once_the_game_has_gone_on(site: Site, watched: Watched) -> None:
    code = lay(site, expansions=("washington-zc",), hour=17, options=("out-of-action",))
    marta, luis = watched.phone(), watched.phone()
    table = sit_down(marta, site, code, "Marta")
    sit_down(luis, site, code, "Luis")
    open_sheet(marta, table, "survivor/elle")
    while marta.locator("#wound").count():
        tap(marta, "#wound")
    expect(luis.locator("#moment h2")).to_have_text("Elle")
    close_sheet(marta)
    tap(marta, NEXT)
    same_version(marta, luis)
    expect(luis.locator(".moment-band")).to_contain_text("Elle")
    assert luis.locator("#moment").count() == 0
    luis.locator(".moment-band").click()
    expect(luis.locator("#moment h2")).to_have_text("Elle")
    tap(marta, NEXT)  # asked for, it stays; what has spawned comes once it is closed
    same_version(marta, luis)
    expect(luis.locator("#moment h2")).to_have_text("Elle")
    luis.keyboard.press("Escape")
    expect(luis.locator("#moment .mo")).to_have_count(2)
    luis.keyboard.press("Escape")
    expect(luis.locator("#moment")).to_have_count(0)
    open_sheet(marta, table, "survivor/odin")
    while marta.locator("#wound").count():
        tap(marta, "#wound")
    expect(luis.locator("#moment h2")).to_have_text("Odin")
    open_sheet(marta, table, "ending")
    tap(marta, "#won")
    same_version(marta, luis)
    expect(luis.locator("#sheet")).to_contain_text("Misión ganada")
    assert (luis.locator("#moment").count(), luis.locator(".moment-band").count()) == (0, 0)


def test_what_only_adds_is_shown_before_the_server_answers_and_put_right_if_refused(
    site: Site, watched: Watched
) -> None:
    watched.expected.add("422")
    page = watched.phone()
    table = sit_down(page, site, lay(site), "Marta")
    shown = page.locator("#more-wanda [data-count]")
    page.evaluate("() => document.getElementById('more-wanda').click()")
    assert shown.evaluate("e => e.textContent") == "1", "in the same frame"
    expect(page.locator("#now")).to_have_attribute("data-version", "1")
    expect(shown).to_have_text("1")
    tap(page, NEXT)
    hearts = page.locator("#hit-odin .i-heart")
    expect(hearts).to_have_count(2)
    left = page.evaluate(
        """() => {
            document.getElementById("hit-odin").click();
            return document.querySelectorAll("#hit-odin .i-heart").length;
        }"""
    )
    assert left == 1
    expect(page.locator("#now")).to_have_attribute("data-version", "3")
    expect(hearts).to_have_count(1)
    close_sheet(page)
    page.evaluate(
        """() => {
            const button = document.getElementById("more-wanda");
            button.value = button.value.replace('"amount":1', '"amount":-3');
            button.click();
        }"""
    )
    expect(page.locator("#notices")).not_to_be_empty()
    expect(shown).to_have_text("1")
    assert page.url == table


BESET = """
from msgspec.structs import replace
from companion.models import Table
table = Table.objects.get(code={code!r})
state = table.state
ned = replace(state.survivors["ned"], points=18)
table.state = replace(state, board={{"walker": 12}}, survivors={{**state.survivors, "ned": ned}})
table.save()
"""
KILLS = [("wanda", 2), ("elle", 1), ("odin", 2), ("josh", 1), ("ned", 1), ("amy", 1)]
"""Eight, by six survivors; Ned's raises the danger."""
MOST_TAPS = 20


def test_a_typical_round_takes_at_most_twenty_taps(site: Site, watched: Watched) -> None:
    """Six survivors on three phones: eight kills, a search, a skill, a wound, the next round."""
    code = lay(site)
    site.run(BESET.format(code=code))
    phones = {player: watched.phone() for player in ("Marta", "Luis", "Noe")}
    for player, phone in phones.items():
        take_place(phone, site, code, player)
    whose = {key: player for key, _name, player in SIX}
    taps = 0
    for key, count in KILLS:
        phone = phones[whose[key]]
        if not phone.url.endswith(f"/{key}/"):
            phone.locator(f".chips [href$='/{key}/']").click()
            phone.wait_for_url(f"**/{key}/")
            taps += 1
        for _kill in range(count):
            tap(phone, "#kill-walker")
            taps += 1
        if key == "josh":
            phone.locator("#search").click()
            tap(phone, "#draw-equipment")
            phone.locator("#keep").click()
            taps += 3
        if key == "ned":
            tap(phone, "#own .choice .btn")
            taps += 1
    luis = phones["Luis"]
    luis.locator("#strip a").first.click()
    tap(luis, "#next")
    tap(luis, "#hit-ned")
    tap(luis, NEXT)
    tap(luis, NEXT)
    taps += 5
    expect(luis.locator(".trio dd").first).to_have_text("2")
    assert taps <= MOST_TAPS


ORDERED = """
from msgspec.structs import replace
from companion import services
from companion.models import Table
from rules import Zone
from rules.mechanics.rounds import PhaseNext
from rules.mechanics.spawn.distributing import SpawnResolve
table = Table.objects.get(code={code!r})
names = {names!r}
zones = [Zone(id=name, start=n == 0) for n, name in enumerate(names)]
table.state = replace(table.state, zones=(*zones, Zone(id="Zeus", kind="zeus")))
table.save()
seat, known = table.seats.get(), [card.number for card in table.pack.spawns if card.kind == "spawn"]
services.command_submit(
    table_id=table.pk, seat=seat, command=PhaseNext(id="phase-0001", seen=table.version)
)
services.command_submit(
    table_id=table.pk,
    seat=seat,
    command=SpawnResolve(
        id="spawn-0001",
        seen=table.version + 1,
        cards=(*known[: len(names)], "two-alphas-one-activation-1"),
    ),
)
"""
LAID = """() => {
  const box = (part) => part.getBoundingClientRect();
  const foot = box(document.querySelector(".tvm__f")).top;
  const side = box(document.querySelector(".danger")).right;
  const out = [];
  for (const part of document.querySelectorAll(".tvl > li, .tvl > li *, .danger > *")) {
    const { top, bottom, left, right } = box(part), line = part.closest("li");
    if (part.offsetWidth === 0 || part.classList.contains("paper")) continue;
    const within = line === null ? box(part.parentElement) : box(line);
    const isIn = top >= within.top - 1 && bottom <= within.bottom + 1 && right <= within.right + 1;
    if (!isIn || bottom > foot + 1 || (line !== null && left < side)) out.push(part.className);
  }
  return out;
}"""
"""What lies over its line, over the panel at the side or over the footer."""


@pytest.mark.parametrize(
    "names",
    [
        ("1", "2", "3", "4"),
        ("The kitchens of the Olympus", "2", "Valentine's cage", "Kitchen", "Roof", "Pool"),
    ],
)
def test_nothing_on_the_television_lies_over_anything_else(
    site: Site, watched: Watched, names: tuple[str, ...]
) -> None:
    """Every line has room for what hangs under it, whatever the zones are called."""
    by_hand = {"zombies": "table", "zeus-orders": "table"}
    three = [(key, key, "Marta") for key in ("scott-ward", "kate-ward", "vanderohe")]
    code = lay_table(site, "army-of-the-dead", three, zones=("1",), sources=by_hand)
    site.run(ORDERED.format(code=code, names=names))
    television = watched.phone(viewport=TV)
    table = sit_down(television, site, code, "Tele")
    television.goto(f"{table}screen/")
    expect(television.locator(".tvl > li")).to_have_count(len(names) + 1)
    assert "Zeus" in television.locator(".tvl").inner_text()
    for width, height in ((1280, 720), (1920, 1080), (1280, 800), (1024, 600)):
        television.set_viewport_size({"width": width, "height": height})
        television.wait_for_function(f"() => !({LAID})().length", timeout=5000)
    assert overflow(television) == 0


KILLED = """
from msgspec.structs import replace
from companion import services
from companion.models import Table
from rules import Zone
from rules.mechanics.kills import ZombiesKill
from rules.mechanics.rounds import PhaseNext
from rules.mechanics.spawn.distributing import SpawnResolve
table = Table.objects.get(code={code!r})
table.state = replace(
    table.state,
    zones=(*table.state.zones, Zone(id="N+1", kind="necromancer")),
    board={{"necromancer": 1}},
)
table.save()
known = [card.number for card in table.pack.spawns if card.kind == "spawn"]
phase = PhaseNext(id="phase-0001", seen=0)
spawn = SpawnResolve(id="spawn-0001", seen=1, cards=known[:7])
kill = ZombiesKill(id="kill-0001", seen=0, survivor="ann", zombie="necromancer")
for command in (phase, spawn, kill) if {is_spawned} else (kill,):
    services.command_submit(table_id=table.pk, seat=table.seats.get(), command=command)
"""
TO_TOKEN = "#unanswered .choice .btn >> nth=0"


@pytest.mark.parametrize(
    ("locale", "words"), [("es-ES", "Responded antes"), ("en-US", "Answer first")]
)
def test_a_question_below_the_fold_is_behind_the_large_button(
    site: Site, watched: Watched, locale: str, words: str
) -> None:
    """After a spawn its cards fill the screen; before one, it waits for the answer."""
    people = [("ann", "Ann", "Marta"), ("baldric", "Baldric", "Luis")]
    for is_spawned in (True, False):
        by_hand = {"zombies": "table"} if is_spawned else {}
        zones = ("N", "S", "W", "E", "NW", "SE")
        code = lay_table(site, "black-plague", people, zones=zones, sources=by_hand)
        site.run(KILLED.format(code=code, is_spawned=is_spawned))
        page = watched.phone(locale=locale)
        table = sit_down(page, site, code, "Marta")
        if is_spawned:
            open_sheet(page, table, "spawn")
            expect(page.locator(TO_TOKEN)).not_to_be_in_viewport()
        else:
            tap(page, "#next")
            expect(page.locator("#sheet")).to_have_attribute("data-path", "activation")
        expect(page.locator("#answer-first")).to_contain_text(words)
        page.locator("#answer-first").click()
        expect(page.locator(TO_TOKEN)).to_be_in_viewport()
        expect(page.locator(TO_TOKEN)).to_be_focused()
        assert violations(page) == []
        assert overflow(page) == 0
        tap(page, TO_TOKEN)
        expect(page.locator("#answer-first")).to_have_count(0)
        expect(page.locator("#all-placed" if is_spawned else "#next-sheet")).to_be_visible()
