"""City of Horror in Spanish: four phones, sealed cards and votes, from the set-up to the result."""

from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import Watched
from tests.browser.looks import overflow, violations
from tests.browser.tables import version
from tests.site import Site

TV: ViewportSize = {"width": 1280, "height": 720}
NAMES = ("Marta", "Luis B.", "Ana María", "Noé")
MOST_TURNS = 400
QUESTIONS = {
    "¿Adónde?",
    "¿Quién va?",
    "¿Quién pierde un personaje?",
    "¿Quién reparte los suministros?",
}
"""Every round asks them."""
MAKE_IT_THE_LAST_ROUND = """
from companion.models import Table
from tests.city.kit import make_it_the_last_round
make_it_the_last_round(Table.objects.get(pk={table!r}))
"""

LAY_BEFORE_A_VOTE = """
from companion.people.models import Person
from tests.city.kit import lay_a_death_before_a_vote, open_city_table
table = open_city_table(Person.objects.create_guest(name="Marta"))
lay_a_death_before_a_vote(table)
print(table.code)
"""
LAY_BEFORE_THE_HELICOPTER = """
from msgspec.structs import replace
from companion.models import Table
table = Table.objects.get(code={code!r})
state = table.any_state
dead = {{"punk", "student"}}
people = {{key: replace(each, alive=key not in dead) for key, each in state.characters.items()}}
saved = {{"Noé": None}}
food = {{"Ana María": (2,)}}
seats = {{name: replace(seat, saved=saved.get(name, ()), food=food.get(name, ()))
         for name, seat in state.seats.items()}}
table.state = replace(
    state, round=4, phase="rescue", at=None, stage=None, characters=people, seats=seats,
)
table.save()
"""
"""Everything there is to be told at the end: some get away or stay behind, some have fallen, and
there is food of somebody who has nobody left."""
TIRE_AND_HIDE = """
from msgspec.structs import replace
from companion.models import Table
table = Table.objects.get(code={code!r})
state = table.any_state
people = [replace(each, fit=False, hidden=n % 2 == 0, at="bank") for n, each in
          enumerate(state.characters.values())]
table.state = replace(state, characters=dict(zip(state.characters, people)))
table.save()
"""
LAY_A_HAND = """
from msgspec.structs import replace
from companion.people.models import Person
from tests.city.test_play import begun
table = begun(Person.objects.create_guest(name="Marta"))
state = table.any_state
seats = {name: replace(seat, hand=("rescue-flare-1", "gun-1"), antidotes=1)
         for name, seat in state.seats.items()}
places = {key: replace(place, zombies=3) for key, place in state.locations.items()}
table.state = replace(state, seats=seats, locations=places)
table.save()
print(table.code)
"""
CONTRASTS = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = colour => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const under = element => {
    if (element === null) return [255, 255, 255];
    const [r, g, b, a] = rgba(getComputedStyle(element).backgroundColor);
    const below = a < 255 ? under(element.parentElement) : [0, 0, 0];
    return [r, g, b].map((value, n) => (value * a + below[n] * (255 - a)) / 255);
  };
  const light = colour => {
    const [r, g, b] = colour.map(value => value / 255)
      .map(value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return [...document.querySelectorAll(".ini")].filter(e => e.offsetParent).map(letter => {
    const [r, g, b, a] = rgba(getComputedStyle(letter).color);
    const pair = [light([r, g, b]), light(under(letter))].sort((x, y) => y - x);
    return a < 255 ? 1 : (pair[0] + 0.05) / (pair[1] + 0.05);
  });
}"""
"""Of each player's letter with what it stands on: axe-core reads none, as names are told, too."""
LEAST_CONTRAST = 4.5

FILL = """(turn) => {
  const form = document.querySelector('#ask-form, #describe');
  for (const [number, set] of [...form.querySelectorAll('fieldset')].entries()) {
    const boxes = [...set.querySelectorAll('input[type=checkbox]')];
    boxes.slice(0, Number(set.dataset.wanted ?? 0)).forEach((box) => { box.checked = true; });
    const radios = [...set.querySelectorAll('input[type=radio]')];
    // Nobody gets two gifts: the last answer leaves it there.
    const others = radios.length - 1;
    const isGift = radios[0]?.name.startsWith('with-antidote') && number < others;
    if (radios.length && !radios.some((radio) => radio.checked)) {
      radios.at(isGift ? (turn + number) % others : -1).checked = true;
    }
  }
  if (form.matches('#describe')) {
    form.querySelector('[name="content.zombies.1"]').value = '3';
    form.querySelector('[name="content.zombies.crossroads"]').value = '1';
    form.querySelector('[name="content.antidotes.1"]').value = '1';
  }
  form.requestSubmit(form.querySelector('button[name]'));
}"""
TAP_ALL = "(ids) => ids.forEach((id) => document.getElementById(id).click())"
WAITS = """() => {
  const next = document.getElementById('next');
  return next.tagName === 'P' || next.hasAttribute('data-waits');
}"""


def lay_table(phone: Page, names: tuple[str, ...]) -> None:
    """The three steps of the set-up: who plays, what lies where, cards and votes as they are."""
    for number, name in enumerate(names, 1):
        phone.fill(f"[name=player-{number}]", name)
    phone.locator(".dock .next").click()
    phone.wait_for_selector(".plan")
    assert violations(phone) == []
    while phone.locator(".next--wait").count():
        missing = phone.locator(".pn.is-open").count()
        phone.locator(".dock .next").click()
        expect(phone.locator(".pn.is-open.is-chosen")).to_have_count(1)
        phone.locator(".lay:not(.lay--side):not(:has(small))").first.click()
        expect(phone.locator(".pn.is-open")).not_to_have_count(missing)
    phone.locator(".dock .next").click()
    phone.locator(".dock [name=begin]").click()
    phone.wait_for_selector(".seats")


def sit_down(watched: Watched, site: Site) -> list[Page]:
    """Marta sets the table up and every other place is taken by its own code."""
    marta = watched.phone()
    marta.goto(f"{site.url}/tables/new/city-of-horror/")
    assert violations(marta) == []
    lay_table(marta, NAMES)
    assert whole_violations(marta) == []
    assert overflow(marta) <= 0
    code = marta.locator(".qr b").inner_text().replace("-", "")
    phones = [marta]
    for name in NAMES[1:]:
        phone = watched.phone(reduced_motion="reduce")  # Marta's moves as most do
        phone.goto(f"{site.url}/join/{code}/?as={name}")
        phone.locator(".seat").click()
        phone.wait_for_selector("#now")
        phones.append(phone)
    marta.locator(".dock .next").click()
    marta.wait_for_selector("#now")
    return phones


def whole_violations(phone: Page) -> list[str]:
    """Of a page as long as its people's names, which are dealt by chance: on a longer screen, so
    that nothing lies half under the dock, where axe-core would call it too small."""
    size = phone.viewport_size
    assert size is not None
    phone.set_viewport_size({"width": size["width"], "height": 2 * size["height"]})
    faults = violations(phone)
    phone.set_viewport_size(size)
    return faults


def press(phone: Page, selector: str) -> None:
    """A tap that does not wait until the page has settled: hundreds of them make a game."""
    phone.wait_for_selector(selector)
    phone.evaluate(
        """selector => {
          document.documentElement.removeAttribute("data-settling");
          document.querySelector(selector).click();
        }""",
        selector,
    )


def act(phone: Page, turn: int) -> None:
    """Whatever the large button offers; everybody takes the first answer, in each other's way."""
    before = version(phone)
    if phone.locator("#answers").count():
        press(phone, "#answers button")
    elif phone.locator("#next").get_attribute("href"):
        press(phone, "#next")
        phone.wait_for_selector("#sheet form")
        phone.evaluate(FILL, turn)
    else:
        press(phone, "#next")
    phone.wait_for_function(
        "n => Number(document.getElementById('now').dataset.version) > n"
        " && document.getElementById('sheet') === null",
        arg=before,
    )


def test_four_phones_play_a_whole_game_with_sealed_votes(site: Site, watched: Watched) -> None:
    """A round that has asked everything becomes the last: the others are alike, and
    `tests/city/test_play.py` goes from each to the next on four phones."""
    phones = sit_down(watched, site)
    seen: set[str] = set()
    is_last = False
    for turn in range(MOST_TURNS):
        newest = max(version(phone) for phone in phones)
        for phone in phones:
            phone.wait_for_function(
                "n => Number(document.getElementById('now').dataset.version) >= n", arg=newest
            )
        if phones[0].locator("#next[href$='/story/']").count():
            break
        ready = [phone for phone in phones if not phone.evaluate(WAITS)]
        assert ready, "everybody waits"
        phone = ready[turn % len(ready)]
        look_once(phone, seen)
        act(phone, turn)
        if not is_last and seen >= QUESTIONS:
            is_last = True
            site.run(MAKE_IT_THE_LAST_ROUND.format(table=phones[0].url.split("/")[-2]))
    assert seen >= QUESTIONS
    for phone in phones:  # nothing lies over the helicopter
        expect(phone.locator(".mom--end")).to_be_visible()
        expect(phone.locator("#sheet")).to_have_count(0)
    press(phones[1], "#next")
    phones[1].wait_for_selector(".points")
    expect(phones[1].locator(".points tbody tr")).to_have_count(len(NAMES))
    assert violations(phones[1]) == []
    phones[1].get_by_role("button", name="Revancha").click()
    phones[1].wait_for_selector("#now")
    expect(phones[1].locator("#step")).to_contain_text("Antes de la ronda 1")


def lay_before_a_vote(site: Site) -> str:
    return site.run(LAY_BEFORE_A_VOTE).strip()


def take_place(watched: Watched, site: Site, code: str, name: str) -> Page:
    phone = watched.phone()
    phone.goto(f"{site.url}/join/{code}/?as={name}")
    phone.locator(".seat").click()
    phone.wait_for_selector("#now")
    return phone


def see(version: int, *pages: Page) -> None:
    """Wait until they show that table."""
    for page in pages:
        page.wait_for_function(
            "n => Number(document.getElementById('now').dataset.version) >= n", arg=version
        )


def test_a_death_gives_way_to_a_vote_and_goes_when_the_game_goes_on(
    site: Site, watched: Watched
) -> None:
    code = lay_before_a_vote(site)
    luis, ana, noe = (take_place(watched, site, code, name) for name in NAMES[1:])
    television = noe.context.new_page()
    television.set_viewport_size(TV)
    television.goto(f"{noe.url}screen/")
    for page in (luis, ana, noe, television):
        expect(page.locator("#connection")).to_have_text("En vivo")
    press(luis, "#answers button")
    expect(television.locator("#tv-moment .mom--deaths")).to_be_visible()
    expect(noe.locator("#scene .mom--deaths")).to_be_visible()
    expect(ana.locator("#next")).to_contain_text("¿Quién pierde un personaje?")
    for phone in (luis, ana):  # it is a line over the board on which they vote
        expect(phone.locator("#scene summary")).to_contain_text("1 muerte")
        expect(phone.locator("#scene .mom--deaths")).to_be_hidden()
        expect(phone.locator("#l-water-tower")).to_be_visible()
    assert overflow(ana) <= 0
    ana.locator("#scene summary").click()
    expect(ana.locator("#scene .mom--deaths")).to_be_visible()
    press(ana, "#answers button")
    see(2, noe, luis, television)
    for phone in (luis, ana, noe):
        expect(phone.locator("#scene")).to_have_count(0, timeout=1)
        line = phone.locator("#last-death")  # to be read again by whoever missed it
        expect(line).to_contain_text("El punk de Luis B. muere")
    line.click()
    expect(phone.locator("#sheet .mom--deaths")).to_be_visible()
    expect(phone.locator("#sheet")).to_contain_text("Su ficha y su carta vuelven a la caja.")
    expect(television.locator("#tv-moment")).to_be_hidden(timeout=1)
    expect(television.locator(".tv-l6")).to_be_visible()
    television.close()


def test_the_end_on_the_television_has_room_for_all_it_tells(site: Site, watched: Watched) -> None:
    code = lay_before_a_vote(site)
    noe = take_place(watched, site, code, "Noé")
    site.run(LAY_BEFORE_THE_HELICOPTER.format(code=code))
    noe.reload()
    television = noe.context.new_page()
    television.set_viewport_size(TV)
    television.goto(f"{noe.url}screen/")
    expect(television.locator("#connection")).to_have_text("En vivo")
    press(noe, "#next")
    for page in (noe, television):
        lines = page.locator(".mom--end .heli__p li")
        expect(lines).to_have_count(4)
        expect(lines.last).to_have_text("Quien no tiene a nadie vivo no puntúa.")
    bottom, top = television.evaluate(
        """() => {
          const box = element => element.getBoundingClientRect();
          const bottoms = [...document.querySelectorAll(".heli > *")].map(each => box(each).bottom);
          return [Math.max(...bottoms), box(document.querySelector(".tv-mom__f")).top];
        }"""
    )
    assert bottom <= top
    television.close()


def test_the_letter_of_every_character_is_readable(site: Site, watched: Watched) -> None:
    """Tired and hidden ones, too, on phones and from across the room, in both themes."""
    code = lay_before_a_vote(site)
    phone = take_place(watched, site, code, "Noé")
    site.run(TIRE_AND_HIDE.format(code=code))
    table = phone.url
    for address, shown in ((table, ".cb .pp"), (f"{table}screen/", ".tv-l6 .pp")):
        phone.goto(address)
        expect(phone.locator(shown).first).to_be_visible()
        assert phone.locator(f"{shown}--hid, {shown}--tired").count() >= len(NAMES)
        for theme in ("dark", "light"):
            phone.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            contrasts = phone.evaluate(CONTRASTS)
            assert len(contrasts) > len(NAMES)
            assert min(contrasts) >= LEAST_CONTRAST, (address, theme, contrasts)


def settle(phone: Page) -> None:
    """Colours are read when nothing moves any more."""
    phone.wait_for_selector("html:not([data-settling])", state="attached")
    phone.wait_for_function(
        "() => document.getAnimations().every((each) => each.playState !== 'running'"
        " || each.effect.getComputedTiming().endTime === Infinity)"
    )


def look_once(phone: Page, seen: set[str]) -> None:
    """The first time a question comes up: is its sheet sound for those who cannot see it?"""
    title = phone.locator("#next b").text_content() or ""
    if title in seen or not title.startswith("¿"):
        return
    seen.add(title)
    if title in ("¿Quién pierde un personaje?", "¿Adónde?"):
        settle(phone)
        assert whole_violations(phone) == []
        assert phone.locator("#answers button").count() > 1  # one tap each
        press(phone, "#next")
        phone.wait_for_selector("#sheet form")
        settle(phone)
        assert violations(phone) == []
        expect(phone.locator("#sheet button.vt").first).to_be_visible()
        phone.keyboard.press("Escape")
        expect(phone.locator("#sheet")).to_have_count(0)


def test_quick_taps_on_the_board_follow_each_other(site: Site, watched: Watched) -> None:
    """Every address holds the whole board: one made before the last tap was shown lacks it."""
    phone = watched.phone()
    phone.goto(f"{site.url}/tables/new/city-of-horror/")
    for number, name in enumerate(NAMES[:3], 1):
        phone.fill(f"[name=player-{number}]", name)
    phone.locator(".dock .next").click()
    phone.wait_for_selector(".plan")
    phone.wait_for_load_state()
    # The second tap on the church is one too many: by then the next corner is asked for.
    phone.evaluate(TAP_ALL, ["lay-1-church", "lay-1-church", "place-3"])
    expect(phone.locator("#place-3")).to_have_attribute("aria-current", "true")
    phone.evaluate(TAP_ALL, ["lay-3-bank", "place-2"])
    expect(phone.locator("#place-2")).to_be_focused()
    expect(phone.locator("#place-1")).to_contain_text("Iglesia")
    expect(phone.locator("#place-3")).to_contain_text("Banco")
    # The last corner is what is left; "a corner is missing" is not "this is our table".
    phone.evaluate(TAP_ALL, ["lay-2-hospital", "onward"])
    expect(phone.locator(".next--wait")).to_have_count(0)
    expect(phone.locator("#place-4")).to_contain_text("Armería")
    phone.evaluate(TAP_ALL, ["turn", "place-4", "onward"])
    phone.wait_for_selector(".dock [name=begin]")
    assert "turned=1" in phone.url


def test_on_one_phone_nothing_is_answered_before_the_hand_over(
    site: Site, watched: Watched
) -> None:
    phone = watched.phone()
    phone.goto(f"{site.url}/tables/new/city-of-horror/")
    lay_table(phone, NAMES[:3])
    phone.locator(".dock .next").click()
    phone.wait_for_selector("#now")
    press(phone, "#next")
    expect(phone.locator("#hand-over summary")).to_be_visible()
    expect(phone.locator("#go")).to_be_hidden()
    phone.locator("#hand-over summary").click()
    expect(phone.locator("#go")).to_be_visible()
    phone.keyboard.press("Escape")
    phone.locator("#my-hand").click()
    expect(phone.locator("#sheet .rowb")).to_have_count(3)  # whose hand is asked first
    phone.keyboard.press("Escape")
    press(phone, "#next")
    for _player in range(3):  # the sheet of whoever is next comes by itself, and is closed
        before = version(phone)
        phone.locator("#hand-over summary").click()
        phone.locator("#go").click()
        phone.wait_for_function(
            "n => Number(document.getElementById('now').dataset.version) > n", arg=before
        )
    press(phone, "#next")
    supply = phone.locator(".step--add").first
    supply.wait_for()
    settle(phone)
    for taps, count in ((3, "3"), (2, "0"), (1, "1")):  # one more than there can be: none again
        for _tap in range(taps):
            supply.locator("button").click()
        expect(supply.locator("input")).to_have_value(count)
    assert violations(phone) == []


def refused(page: Page, button: str, why: str) -> None:
    """It is grey, and a tap on it says why and sends nothing."""
    before = version(page)
    expect(page.locator(button)).to_have_attribute("aria-disabled", "true")
    page.locator(button).click(force=True)
    expect(page.locator("#toast")).to_have_text(why)
    assert version(page) == before


def test_what_a_sheet_still_needs_stands_on_its_grey_button(site: Site, watched: Watched) -> None:
    phone = take_place(watched, site, site.run(LAY_A_HAND).strip(), "Noé")
    table = phone.url
    phone.goto(f"{table}sheets/card/4/?card=rescue-flare-1")
    refused(phone, "#go", "Falta elegir: Explosión en")
    phone.locator("#act-form [name=with-explosion]").first.dispatch_event("click")
    expect(phone.locator("#go")).not_to_have_attribute("aria-disabled", "true")
    phone.goto(f"{table}sheets/trade/4/")
    refused(phone, "#go", "Falta elegir: A quién")
    phone.locator("#act-form [name=with-to]").first.dispatch_event("click")
    refused(phone, "#go", "Di qué se da.")
    phone.locator("#act-form [name=antidotes]").fill("1")
    expect(phone.locator("#go")).not_to_have_attribute("aria-disabled", "true")
    phone.goto(f"{table}sheets/correct/?who=bank")
    zombies = ".set:has([name=value]) button"
    refused(phone, f"{zombies} >> nth=0", "Ya tiene ese valor.")
    phone.locator(".set [name=value]").first.fill("2")
    expect(phone.locator(zombies).first).not_to_have_attribute("aria-disabled", "true")
