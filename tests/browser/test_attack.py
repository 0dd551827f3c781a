"""An attack with typed values on a phone; what cannot be done now is grey and says why."""

from playwright.sync_api import expect

from tests.browser.conftest import Watched
from tests.browser.looks import ENGLISH, LOOKS, SPANISH, Look, in_look, look_at, put_on
from tests.browser.tables import lay_table, sit_down, tap
from tests.site import Site

SURVIVORS = [("martin", "Martin", "Marta"), ("scott-ward", "Scott", "Luis")]
LEGIBLE = 4.5
"""Of letters on their ground, by WCAG."""
NOBODY_SAID = {"es": "Decid primero", "en": "Say first who stands in the zone"}
REFUSED = {"es": "Martin necesita 5 acciones", "en": "Martin needs 5 actions"}


@in_look(SPANISH)
def test_printed_values_are_typed_and_rolled(site: Site, watched: Watched, look: Look) -> None:
    code = lay_table(site, "army-of-the-dead", SURVIVORS, zones=("1", "2"))
    page = watched.phone(locale=look.locale, reduced_motion="reduce")
    put_on(page, site, look)
    table = sit_down(page, site, code, "Marta")
    page.goto(f"{table}sheets/supply/")
    for zombie in ("zeus", "shambler", "shambler"):
        tap(page, f'button[value*="zombies.add"][value*=\'"{zombie}"\']')
    page.goto(f"{table}sheets/attack/martin/?typed=1")
    page.locator("#p-name").fill("Desert Eagle")
    page.locator("#p-mode").select_option("ranged")
    expect(page.locator("#roll")).to_have_attribute("aria-disabled", "true")
    page.locator("#roll").click(force=True)
    expect(page.locator("#toast")).to_contain_text(NOBODY_SAID[look.language])
    page.locator("#t-zeus").fill("1")
    expect(page.locator("#roll")).not_to_have_attribute("aria-disabled", "true")
    page.locator("#p-ammo").fill("2")
    for faces, is_grey in (("", True), ("5", True), ("5 0 1", True), ("5 0", False)):
        page.locator("#ammo").fill(faces)
        grey = page.locator("#roll[aria-disabled=true][data-why*='dados de munición']")
        expect(grey).to_have_count(int(is_grey))
    page.locator("#attack-more summary").click()
    aims = page.locator("#concentrate option:not([value=''])")
    expect(aims).to_have_count(1)
    page.locator("#t-shambler").fill("2")
    expect(aims).to_have_count(2)
    expect(page.locator("#concentrate option[value=zeus]")).to_be_disabled()
    page.locator("#t-shambler").fill("0")
    expect(aims).to_have_count(1)
    page.locator("#concentrate").select_option("zeus")
    look_at(page, "typed values", within="#sheet", body="#sheet .sheet__b")
    tap(page, "#roll")
    expect(page.locator("#result .die--empty")).to_have_count(1)
    look_at(page, "an empty magazine", within="#sheet", body="#sheet .sheet__b")


@in_look(ENGLISH)
def test_what_is_grey_says_why(site: Site, watched: Watched, look: Look) -> None:
    code = lay_table(site, "army-of-the-dead", SURVIVORS, zones=("1", "2"))
    page = watched.phone(locale=look.locale, reduced_motion="reduce")
    put_on(page, site, look)
    table = sit_down(page, site, code, "Marta")
    page.goto(f"{table}sheets/survivor/martin/")
    page.locator("#leaving summary").click()
    look_at(page, "the price of leaving", within="#sheet", body="#sheet .sheet__b")
    page.locator("#leave-4").click(force=True)
    expect(page.locator("#toast")).to_contain_text(REFUSED[look.language])
    tap(page, "#leave-2")
    expect(page.locator("#spend")).to_have_attribute("aria-disabled", "true")


GREY = """() => {
  const light = (colour) => {
    const [red, green, blue] = colour.match(/[\\d.]+/g).map((part) => {
      const share = Number(part) / 255;
      return share <= .03928 ? share / 12.92 : ((share + .055) / 1.055) ** 2.4;
    });
    return .2126 * red + .7152 * green + .0722 * blue;
  };
  const button = document.getElementById("roll");
  const ground = light(getComputedStyle(button).backgroundColor);
  const contrast = (colour) => {
    const [low, high] = [ground, light(colour)].sort((one, other) => one - other);
    return (high + .05) / (low + .05);
  };
  const icon = button.querySelector(".i:not(.paper)");
  return {
    words: [...button.querySelectorAll("b, #roll-meaning")].map((part) =>
      contrast(getComputedStyle(part).color)
    ),
    icon: contrast(getComputedStyle(icon).backgroundColor),
    pattern: button.querySelector(".paper").checkVisibility(),
  };
}"""
"""How legible the large button is: axe-core looks at none that cannot be pressed."""


def test_a_grey_large_button_is_legible_and_flat(site: Site, watched: Watched) -> None:
    code = lay_table(site, "army-of-the-dead", SURVIVORS, zones=("1", "2"))
    page = watched.phone(reduced_motion="reduce")
    table = sit_down(page, site, code, "Marta")
    page.goto(f"{table}sheets/supply/")
    tap(page, 'button[value*="zombies.add"][value*=\'"shambler"\']')
    for look in LOOKS:
        put_on(page, site, look)
        for way in ("", "?typed=1"):  # no weapon; one, and nobody is said to stand in the zone
            page.goto(f"{table}sheets/attack/martin/{way}")
            expect(page.locator("#roll:is([disabled], [aria-disabled=true])")).to_have_count(1)
            seen = page.evaluate(GREY)
            assert min(seen["words"]) >= LEGIBLE
            assert seen["icon"] >= LEGIBLE
            assert not seen["pattern"]


@in_look(SPANISH)
def test_a_form_says_on_its_grey_button_what_it_still_needs(
    site: Site, watched: Watched, look: Look
) -> None:
    code = lay_table(site, "army-of-the-dead", SURVIVORS, zones=("1", "2"))
    page = watched.phone(locale=look.locale, reduced_motion="reduce")
    put_on(page, site, look)
    table = sit_down(page, site, code, "Marta")
    page.goto(f"{table}sheets/do/personal.draw/")
    send = page.locator("#sheet form[data-command] button.btn--act")
    expect(send).to_have_attribute("aria-disabled", "true")
    send.click(force=True)
    expect(page.locator("#toast")).to_contain_text("Decid primero")
    boxes = page.locator("#sheet form[data-command] .chip")
    for place, is_grey in ((0, True), (1, False), (1, True)):
        boxes.nth(place).click()
        if is_grey:
            expect(send).to_have_attribute("aria-disabled", "true")
        else:
            expect(send).not_to_have_attribute("aria-disabled", "true")


@in_look(SPANISH)
def test_a_button_says_that_whoever_it_may_kill_loses_the_mission(
    site: Site, watched: Watched, look: Look
) -> None:
    line = [("wanda", "Wanda", "Marta"), ("ned", "Ned", "Luis")]
    code = lay_table(site, "zombicide-2e", line, zones=("1", "2"))
    page = watched.phone(locale=look.locale, reduced_motion="reduce")
    put_on(page, site, look)
    table = sit_down(page, site, code, "Marta")
    page.goto(f"{table}sheets/supply/")
    tap(page, 'button[value*="zombies.add"][value*=\'"walker"\']')
    page.goto(f"{table}sheets/do/blast.resolve/")
    send = page.locator("#sheet form[data-command] button.btn--act")
    friend = page.locator('#sheet [name="survivors_in_zone"]').first
    loses = "Su muerte haría perder la misión"
    for is_there in (False, True, False):
        friend.set_checked(is_there, force=True)
        expect(send.get_by_text(loses)).to_be_visible(visible=is_there)
    friend.set_checked(True, force=True)
    look_at(page, "a blast that may lose", within="#sheet", body="#sheet .sheet__b")
    page.goto(f"{table}sheets/attack/wanda/?typed=1&mode=ranged")
    page.locator("#p-name").fill("Recortada")
    page.locator("#p-dmg").fill("3")
    page.locator("#t-walker").fill("1")
    page.locator("#ours summary").click()
    for is_there in (True, False):
        page.locator('#ours [value="ned"]').set_checked(is_there, force=True)
        names = expect(page.locator("#roll"))
        said = f"Ned: {loses.replace('Su', 'su')}"
        if is_there:
            names.to_contain_text(said)
            look_at(page, "a shot that may lose", within="#sheet", body="#sheet .sheet__b")
        else:
            names.not_to_contain_text(said)
