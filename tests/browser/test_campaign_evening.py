"""Two phones and a television from 'new campaign' to the first page of mission 3, by the pages.

Mission 1 at its table: cards, a companion, a reward, night, a death, and the end step by step on
all screens; mission 2 on paper. Taps are counted where a goal is set for them.
"""

from collections.abc import Callable
from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Watched
from tests.browser.test_campaign import at_table, begin, carry, roll_all, to_the_booking
from tests.site import Site

SIX = ("amy", "doug", "elle", "ned", "odin", "wanda")
"""Those of Marta and of Luis in turn; Doug is his, and dies."""
TELEVISION = {"width": 1920, "height": 1080}
SOON = 10_000
LABELS_UNDER_14_PX = """() => [...document.querySelectorAll("main *, header *, footer *")]
  .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .filter((each) => each.checkVisibility() && each.getClientRects().length)
  .filter((each) => {
    const svg = each.closest("svg[viewBox]");
    const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
    return parseFloat(getComputedStyle(each).fontSize) * scale < 14;
  })
  .map((each) => each.textContent.trim())
"""


class Words(NamedTuple):
    """What the pages say where it is looked for by its words."""

    hoard: str
    lucky: str
    night: str
    follows: str
    roll_all: str
    upkeep: str
    brought: str
    sums: str


WORDS = {
    "es": Words(
        hoard="Provisiones",
        lucky="Afortunado",
        night="Cae la noche",
        follows="Luis, ¿quién le sucede?",
        roll_all="Tirar las 6",
        upkeep="Mantenimiento, en el móvil de Marta",
        brought="la siguiente es No abandonamos a nadie",
        sums="1 ganada · 0 perdidas · 9 por jugar",
    ),
    "en": Words(
        hoard="Hoard",
        lucky="Lucky",
        night="Night falls",
        follows="Luis, who follows?",
        roll_all="Roll all 6",
        upkeep="Upkeep, on the phone of Marta",
        brought="next comes Nobody left behind",
        sums="1 won · 0 lost · 9 to play",
    ),
}


class Taps:
    """Counts what a thumb does."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, what: Locator) -> None:
        self.count += 1
        what.click()


class Group(NamedTuple):
    """Everybody in the room."""

    marta: Page
    luis: Page
    television: Page
    campaign: str


def words_of(page: Page) -> Words:
    return WORDS[page.locator("html").get_attribute("lang") or ""]


def test_from_a_new_campaign_to_the_third_mission(site: Site, watched: Watched) -> None:
    """Marta and the television in Spanish, Luis in English."""
    marta, luis = watched.phone(), watched.phone(locale="en-GB")
    television = watched.phone(viewport=TELEVISION, has_touch=False)
    group = Group(marta, luis, television, begin(marta, site, "Los jueves"))
    come_in(group, site)
    to_the_table(group, site)
    read_a_card(group)
    choose_a_reward(group)
    fall_at_night(group)
    end_at_the_table(group)
    is_in_one_look(marta)
    lose_on_paper_with_a_dead_battery(group, watched)
    expect(luis.locator(".turns li")).to_have_count(2, timeout=SOON)


def come_in(group: Group, site: Site) -> None:
    """By the link that Marta's phone shows as a QR code, and by tapping one's name."""
    marta, luis = group.marta, group.luis
    marta.goto(f"{group.campaign}members/")
    marta.locator("#invite").click()
    expect(marta.locator(".qr svg")).to_be_visible()
    link = marta.locator(".url a").inner_text()
    luis.goto(site.url + link[link.index("/campaigns/join/") :])
    luis.get_by_role("button", name="Luis").click()
    expect(luis.locator("#roster .sheetrow").first).to_contain_text("Doug")
    expect(luis.locator(".dock__say")).to_contain_text("Marta")


def to_the_table(group: Group, site: Site) -> None:
    """Luis's page learns of the table by itself and takes him to his survivors; the television
    comes by the code."""
    marta, luis, television = group.marta, group.luis, group.television
    marta.goto(group.campaign)
    marta.locator("#next-mission").click()
    expect(marta.locator("main")).to_contain_text("3R")
    marta.locator(".dock button.next").click()
    marta.locator("#sheet .next").click()  # laid out
    expect(marta.locator("#sheet")).to_have_count(0)
    luis.locator("#to-table").click(timeout=SOON)
    luis.wait_for_selector("#own")
    code = marta.locator(".strip__t").inner_text().split("·")[1].strip()
    television.goto(f"{site.url}/join/{code.replace('-', '')}/")
    television.locator("[name=watch]").last.click()
    expect(television.locator(".tv-r li")).to_have_count(6)


def read_a_card(group: Group) -> None:
    """Tap its tile, tap who takes it; what it says is noted, and Taylor goes along."""
    marta, luis = group.marta, group.luis
    marta.locator("#beside a[href$='/objectives/']").click()
    marta.locator(".tilebox__take").first.click()
    marta.locator("button[name=sheet][value=elle]").click()
    marta.locator(".fold", has=marta.locator("#word")).locator("summary").click()
    marta.locator("#word").fill("llave")
    marta.locator("#word").press("Enter")
    expect(marta.locator("#undo")).to_contain_text("LLAVE")
    taylor = marta.locator(".fold", has=marta.locator("#companion"))
    taylor.locator("summary").first.click()
    taylor.locator("#companion").select_option("taylor")
    taylor.locator("#companion-skill").select_option(label=words_of(marta).lucky)
    taylor.locator("form", has=marta.locator("#companion")).locator("button.btn--act").click()
    expect(luis.locator("#moment")).to_contain_text("Taylor", timeout=SOON)
    luis.locator("#moment [data-dismiss]").click()
    marta.locator("#done").click()
    marta.locator(".dock .next").click()
    expect(marta.locator("#s-elle .tag__with")).to_have_text("Taylor")
    expect(marta.locator("#s-elle .life--acts")).to_have_attribute("data-number", "2")


def choose_a_reward(group: Group) -> None:
    """Two taps: the band on his own phone, and the option with its text. Usable at once."""
    at_table(group.marta, '{"kind":"points.award","survivor":"ned","amount":43}')
    tap = Taps()
    expect(group.luis.locator("#band-ned")).to_be_visible(timeout=SOON)
    tap(group.luis.locator("#band-ned"))
    tap(group.luis.get_by_role("button", name=words_of(group.luis).hoard))
    expect(group.luis.locator("#now")).to_be_visible()
    assert tap.count == 2
    expect(group.marta.locator("#s-ned")).to_contain_text(words_of(group.marta).hoard, timeout=SOON)
    expect(group.marta.locator("#band-ned")).to_have_count(0)


def fall_at_night(group: Group) -> None:
    """Doug falls; every phone calls for him; nobody comes, and Luis names who follows."""
    marta, luis = group.marta, group.luis
    at_table(marta, '{"kind":"clock.set","hour":18}')
    at_table(marta, '{"kind":"wound.take","survivor":"doug","count":3}')
    seen_by_both(group, lambda _words: "Doug")
    next_round(marta)
    seen_by_both(group, lambda words: words.night)
    for phone in (marta, luis):
        expect(phone.locator("#rescue-doug")).to_be_visible()
    next_round(marta)
    expect(luis.locator("#moment")).to_contain_text(words_of(luis).follows, timeout=SOON)
    expect(marta.locator("#moment")).to_contain_text("Luis", timeout=SOON)
    expect(marta.locator("#moment [name=successor]")).to_have_count(0)
    luis.locator("#moment [name=successor]").first.click()
    luis.wait_for_selector("#own")
    marta.locator("#moment [data-dismiss]").click()
    expect(marta.locator("#rescue-doug")).to_have_count(0)
    expect(marta.locator("#beside")).to_contain_text("Bunny G", timeout=SOON)
    expect(group.television.locator(".tv--notice")).to_contain_text("Doug", timeout=2 * SOON)


def seen_by_both(group: Group, said: Callable[[Words], str]) -> None:
    """A moment on both phones, which each closes for itself."""
    for phone in (group.marta, group.luis):
        expect(phone.locator("#moment")).to_contain_text(said(words_of(phone)), timeout=SOON)
        phone.locator("#moment [data-dismiss]").click()


def next_round(page: Page) -> None:
    """Without a spawn: the players insist."""
    at_table(page, '{"kind":"phase.next"}')
    at_table(page, '{"kind":"phase.next","overrule":true}')
    at_table(page, '{"kind":"phase.next"}')


def end_at_the_table(group: Group) -> None:
    """Nine taps with six kept cards and no goal ticked, from the table to the next mission's
    button; the other phone and the television follow every step."""
    marta, luis, television = group.marta, group.luis, group.television
    cards = ("machete", "katana", "chainsaw", "shotgun", "sawed-off", "sniper-rifle")
    standing = [key for key in SIX if key != "doug"]
    for key, card in zip((*standing, "wanda"), cards, strict=True):
        at_table(
            marta, f'{{"kind":"deck.take","deck":"equipment","survivor":"{key}","card":"{card}"}}'
        )
    luis.goto(marta.url)
    tap = Taps()
    tap(marta.locator("#more"))
    tap(marta.locator("[href$='/sheets/ending/']").last)
    tap(marta.locator("#won"))
    tap(marta.locator("#won-anyway"))
    expect(luis.locator("#onward-sheet")).to_be_visible(timeout=SOON)
    tap(marta.locator("#onward-sheet"))
    tap(marta.locator("#finished"))
    expect(marta.locator("#roll-all")).to_have_text(words_of(marta).roll_all)
    luis.locator("#onward-sheet").click()
    expect(luis.locator("#roll")).to_be_visible()
    expect(television.locator(".tv-led")).to_contain_text(
        words_of(television).upkeep, timeout=2 * SOON
    )
    expect(television.locator(".tv-rank li")).to_have_count(6)
    tap(marta.locator("#roll-all"))
    tap(marta.locator("#go-on"))
    expect(luis.locator("#part-book")).to_be_visible(timeout=SOON)
    tap(marta.locator("#book"))
    expect(marta.locator(".route__sum")).to_have_text(words_of(marta).sums)
    assert tap.count == 9
    expect(luis.locator("#roster")).to_be_visible(timeout=SOON)
    expect(television.locator(".tv-led")).to_contain_text(
        words_of(television).brought, timeout=SOON
    )
    expect(television.locator(".tv-rank")).to_contain_text("Bunny G")


def is_in_one_look(page: Page) -> None:
    """What is due, the team and the road above the dock of a phone; nothing under 14 px."""
    assert page.evaluate(LABELS_UNDER_14_PX) == []
    page.evaluate("scrollTo(0, 0)")
    road = page.locator(".route").bounding_box()
    dock = page.locator(".dock").bounding_box()
    assert road is not None
    assert dock is not None
    assert road["y"] + road["height"] <= dock["y"]


def test_a_mission_on_paper_takes_nine_taps(site: Site, watched: Watched) -> None:
    """Six survivors on one page."""
    marta = watched.phone(locale="en-GB")
    campaign = begin(marta, site, "Thursdays")
    marta.locator("#next-mission").click()
    marta.locator("[name=where][value=paper]").click()
    marta.goto(campaign)
    tap = Taps()
    tap(marta.locator("#to-end"))
    expect(marta.locator("[data-row]")).to_have_count(6)
    tap(marta.locator(".seg label").first)
    for key in ("amy", "elle", "ned"):
        tap(marta.locator(f"label:has([name='reached:{key}'][value=orange])"))
    tap(marta.locator("#finished"))
    if marta.locator("#roll-all, #roll").count():
        tap(marta.locator("#roll-all, #roll").first)
    while not marta.locator("#book").count():
        tap(marta.locator("#go-on, #later"))
        marta.wait_for_load_state()
    tap(marta.locator("#book"))
    marta.locator("#next-mission").click()
    expect(marta.locator("h1")).to_contain_text("Nobody left behind")
    assert tap.count <= 9


def lose_on_paper_with_a_dead_battery(group: Group, watched: Watched) -> None:
    """The end begins on one phone, whose battery dies, and goes on on the other.

    Luis's page follows Marta's by itself; what he is typing stays when she corrects the end. Wanda
    dies, and he chooses who follows. A lost mission comes again.
    """
    marta, luis, campaign = group.marta, group.luis, group.campaign
    marta.locator("#next-mission").click()
    marta.locator("[name=where][value=paper]").click()
    luis.goto(f"{campaign}end/")
    marta.goto(f"{campaign}end/")
    marta.get_by_text("Perdida").click()
    carry(marta, "odin", "machete")
    wanda = marta.locator("[data-row]", has=marta.locator("[name='kills:wanda']"))
    wanda.get_by_text("En pie").click()
    wanda.get_by_text("A salvo").click()
    expect(wanda).to_contain_text("Los logros pasan a quien le suceda")
    marta.locator("#finished").click()
    expect(luis.locator("#roll")).to_be_visible(timeout=SOON)
    luis.get_by_text("Roll at the table").click()
    luis.locator("[name=die]").first.fill("3")
    marta.locator(".way a", has_text="Final").click()
    carry(marta, "elle", "chainsaw")
    marta.locator("#finished").click()
    expect(luis.locator(".keep")).to_contain_text("Chainsaw", timeout=SOON)
    expect(luis.locator("[name=die]").first).to_have_value("3")
    marta.close()
    roll_all(luis)
    luis.goto(f"{campaign}end/?step=heirs")
    luis.get_by_role("button", name="Josh").click()
    expect(luis.locator("main")).to_contain_text("Josh follows")
    to_the_booking(luis)
    expect(luis.locator(".dock")).to_contain_text("The keeper books the mission")
    marta = watched.contexts[0].new_page()
    marta.goto(f"{campaign}end/")
    to_the_booking(marta)
    marta.locator("#book").click()
    expect(marta.locator(".route__sum")).to_have_text("1 ganada · 1 perdida · 9 por jugar")
    expect(marta.locator(".fallen")).to_have_count(2)
    marta.locator("#next-mission").click()
    expect(marta.locator("h1")).to_contain_text("No abandonamos a nadie")
    marta.goto(f"{campaign}start/?mission=M3")
    expect(marta.locator("h1")).to_contain_text("DEFCON 5")
