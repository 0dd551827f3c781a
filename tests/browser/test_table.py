"""Phones around one table, in real Chromium."""

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Watched
from tests.site import Site

NewTable = Callable[..., str]


def points(page: Page, survivor: str) -> object:
    return expect(page.locator(f"#s-{survivor} .tag__p"))


def join(page: Page, site: Site, code: str, name: str) -> None:
    """Type the code on the front page, say a name, sit down."""
    page.goto(site.url)
    page.locator("#code").fill(code)
    page.locator(".code button").click()
    page.locator("[name=name]").fill(name)
    page.locator("main form .btn--act").click()
    page.wait_for_selector("#now, #line-up")
    if "survivors/" in page.url:  # nobody's place: the table itself is a tap away
        page.locator(".dock .next").click()
        page.wait_for_selector("#now")


def code_of(page: Page) -> str:
    return page.locator(".strip__t span").inner_text().split(" ")[0]


def live(page: Page) -> None:
    expect(page.locator("#connection")).to_have_text("En vivo")


def test_a_tap_brings_its_picture_and_of_several_in_a_hurry_the_last_one_does(
    watched: Watched, new_table: NewTable
) -> None:
    page = watched.phone()
    new_table(page)
    live(page)
    asked: list[tuple[str, int]] = []
    page.on(
        "response",
        lambda answer: (
            asked.append((answer.url.split("/")[5], answer.status))
            if "/commands/" in answer.url or "/board/" in answer.url
            else None
        ),
    )
    page.evaluate("for (let n = 0; n < 5; n++) document.getElementById('more-wanda').click()")
    points(page, "wanda").to_contain_text("5")
    expect(page.locator("#now")).to_have_attribute("data-version", "5")
    assert asked == [("commands", 200), *[("commands", 204)] * 3, ("commands", 200)]


def test_an_undo_right_after_a_tap_takes_that_tap_back(
    watched: Watched, new_table: NewTable
) -> None:
    """Before its answer has come, and after it while the table is still being fetched."""
    page = watched.phone()
    new_table(page)
    live(page)
    page.locator("#more-wanda").click()
    expect(page.locator("#now")).to_have_attribute("data-version", "1")
    page.evaluate(
        "document.getElementById('more-wanda').click(); document.getElementById('undo').click()"
    )
    expect(page.locator("#now")).to_have_attribute("data-version", "3")
    points(page, "wanda").to_contain_text("1")
    page.evaluate(
        """() => {
            document.addEventListener("table:sent", () => setTimeout(
                () => document.getElementById("undo").click(), 1), { once: true });
            document.getElementById("more-wanda").click();
        }"""
    )
    expect(page.locator("#now")).to_have_attribute("data-version", "5")
    points(page, "wanda").to_contain_text("1")
    expect(page.locator("#notices")).to_be_empty()


def test_unsent_taps_survive_a_reload_and_a_server_that_is_away(
    watched: Watched, new_table: NewTable
) -> None:
    watched.expected |= {"503", "Failed to load"}
    page = watched.phone()
    new_table(page)
    live(page)
    page.route("**/commands/*", lambda route: route.fulfill(status=503, body="<h1>proxy</h1>"))
    page.locator("#more-ned").click()
    expect(page.locator("#connection")).to_have_text("1 por enviar")
    expect(page.locator("#notices")).to_be_empty()
    page.reload()
    points(page, "ned").to_contain_text("1")
    expect(page.locator("#now")).to_have_attribute("data-version", "0")
    page.unroute("**/commands/*")
    expect(page.locator("#now")).to_have_attribute("data-version", "1")
    live(page)


def test_a_lost_answer_is_asked_for_again_and_counts_once(
    watched: Watched, new_table: NewTable
) -> None:
    """The server had committed, the phone never heard: the same id is sent again."""
    watched.expected |= {"ERR_FAILED", "Failed to load"}
    page = watched.phone()
    new_table(page)
    live(page)
    lost = []

    def swallow_the_first_answer(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch().status)
            route.abort()

    page.route("**/commands/*", swallow_the_first_answer)
    page.locator("#more-ned").click()
    points(page, "ned").to_contain_text("1")
    live(page)
    expect(page.locator("#now")).to_have_attribute("data-version", "1")
    assert lost == [200]


def test_a_tap_that_fails_on_the_server_is_tried_again_and_then_shown_as_refused(
    watched: Watched, new_table: NewTable
) -> None:
    watched.expected |= {"500", "Failed to load resource"}
    page = watched.phone()
    new_table(page)
    live(page)
    sent: list[str] = []

    def fail(route: Route) -> None:
        body = route.request.post_data or ""
        sent.append(body.partition("id=")[2][:32])
        if "wanda" in body:
            route.fulfill(status=500, body="<p>a fault of ours</p>")
        else:
            route.continue_()

    page.route("**/commands/*", fail)
    page.locator("#more-wanda").click()
    page.locator("#more-ned").click()
    points(page, "ned").to_contain_text("1")
    expect(page.locator("#notices")).to_contain_text("a fault of ours")
    assert (len(sent), len(set(sent))) == (4, 2), "three times the same tap, then the next one"
    live(page)


def test_the_slower_phone_is_told_and_shown_the_newest_table(
    site: Site, watched: Watched, new_table: NewTable
) -> None:
    fast, slow = watched.phone(), watched.phone()
    new_table(fast)
    join(slow, site, code_of(fast), "Luis")
    # The slow phone hears nothing: its stream and its polls are cut off.
    watched.expected |= {"409", "Failed to load resource", "ERR_FAILED"}
    slow.route("**/live/**", lambda route: route.abort())
    slow.route("**/board/**", lambda route: route.abort())
    slow.reload()
    fast.locator("#next").click()
    expect(fast.locator("#next")).to_contain_text("Aparición")
    slow.unroute("**/board/**")
    slow.locator("#next").click()
    expect(slow.locator("#notices")).to_contain_text("Otro teléfono ha ido más rápido")
    expect(slow.locator("#next")).to_contain_text("Aparición")


def test_a_guest_signs_up_and_keeps_the_table_on_another_phone(
    site: Site, watched: Watched, new_table: NewTable
) -> None:
    first, second = watched.phone(), watched.phone()
    table = new_table(first)
    first.goto(f"{site.url}/account/sign-up/")
    address = f"{table.rstrip('/').rsplit('/', 1)[1]}@example.org"
    first.get_by_label("Tu nombre en la mesa").fill("Marta")
    first.get_by_label("Correo").fill(address)
    first.get_by_label("Contraseña").fill("nine-walkers-passing")
    first.get_by_role("button", name="Crear la cuenta").click()
    expect(first.locator("#notices")).to_contain_text("Tu cuenta está lista")
    watched.expected.add("404")
    second.goto(table)
    expect(second.locator("h1")).to_have_text("Aquí no hay nada")
    second.goto(f"{site.url}/account/sign-in/")
    second.get_by_label("Correo").fill(address)
    second.get_by_label("Contraseña").fill("nine-walkers-passing")
    second.get_by_role("button", name="Entrar").click()
    second.locator("a.next").click()
    second.wait_for_selector("#now")
    assert second.url == table


def test_an_older_answer_never_replaces_a_newer_table(
    watched: Watched, new_table: NewTable
) -> None:
    """A refresh that was asked for early and answered late is dropped."""
    page = watched.phone()
    new_table(page)
    live(page)
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/board/**", hold_the_first)
    page.evaluate(
        """() => {
            const board = document.getElementById("now").dataset.board;
            const { href } = document.querySelector("link[href*='js/table-show']");
            fetch(board, { headers: { "HX-Request": "true" } })
                .then((answer) => answer.text())
                .then(async (text) => (await import(href)).take(text));
        }"""
    )
    for _ in range(1000):
        if held:
            break
        page.wait_for_timeout(10)  # lets the browser's messages in
    early = held[0].fetch()
    assert early.headers["x-table-version"] == "0"
    page.locator("#more-ned").click()
    points(page, "ned").to_contain_text("1")
    with page.expect_event("requestfinished", lambda request: "/board/" in request.url):
        held[0].fulfill(response=early)
    page.evaluate("() => new Promise(requestAnimationFrame)")
    points(page, "ned").to_contain_text("1")
    page.unroute_all(behavior="ignoreErrors")


def test_the_number_adds_a_point_and_a_long_press_takes_it_back(
    watched: Watched, new_table: NewTable
) -> None:
    page = watched.phone()
    new_table(page)
    page.locator("#more-ned").click()
    page.locator("#more-ned").click()
    points(page, "ned").to_contain_text("2")
    expect(page.locator("#now")).to_have_attribute("data-version", "2")
    page.locator("#more-ned").click(delay=600)
    points(page, "ned").to_contain_text("1")
    page.locator("#open-ned").click(position={"x": 60, "y": 12})
    page.locator("#less").click()
    expect(page.locator(".pts p")).to_contain_text("0")
    page.keyboard.press("Escape")
    points(page, "ned").to_contain_text("0")


def test_nothing_changes_under_a_finger(watched: Watched, new_table: NewTable) -> None:
    """An answer that comes while a button is held does not take the button away."""
    page = watched.phone()
    new_table(page)
    answers: list[Route] = []

    def hold(route: Route) -> None:
        answers.append(route)

    page.route("**/commands/*", hold)
    page.locator("#more-ned").click()
    for _ in range(1000):
        if answers:
            break
        page.wait_for_timeout(10)  # lets the browser's messages in
    page.locator("#more-ned").hover()
    page.mouse.down()
    with page.expect_event("requestfinished", lambda request: "/commands/" in request.url):
        answers.pop().continue_()
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(page.locator("#now")).to_have_attribute("data-version", "0")
    page.unroute_all(behavior="ignoreErrors")
    page.mouse.up()
    points(page, "ned").to_contain_text("2")
    expect(page.locator("#now")).to_have_attribute("data-version", "2")
