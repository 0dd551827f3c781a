"""From phone to phone in two real browsers, against the floor asked for by one of them."""

import statistics
from typing import Any

from django.core import signing
from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks import often
from benchmarks.commands import Result
from benchmarks.server import GAME, table_of_age
from benchmarks.serving import serving
from companion.models import LineUp, Seat
from companion.people.models import Person
from tests.browser.chromium import launch_chromium

TIMES, WARM_UP = often(40, 2), often(5)
WITHIN_MILLISECONDS = 100
# Clicks, and resolves with the milliseconds until this page shows the new version.
TAP = """() => new Promise((done) => {
  const now = document.getElementById("now");
  const started = performance.timeOrigin + performance.now();
  const seen = new MutationObserver(() => {
    seen.disconnect();
    done([started, performance.timeOrigin + performance.now()]);
  });
  seen.observe(now, { attributeFilter: ["data-version"] });
  document.querySelector("#survivors button[data-adds]").click();
})"""
# Clicks, and resolves with whether the number is the new one before the next frame is drawn, and
# how many requests the tap took until its picture was there.
FORESEEN = """async () => {
  const now = document.getElementById("now");
  const number = document.querySelector("#survivors [data-count^=points]");
  const before = Number(number.textContent);
  const version = now.dataset.version;
  performance.clearResourceTimings();
  document.querySelector("#survivors button[data-adds]").click();
  const isNew = await new Promise((done) => requestAnimationFrame(
    () => done(Number(number.textContent) === before + 1)
  ));
  while (now.dataset.version === version) await new Promise(requestAnimationFrame);
  return [isNew, performance.getEntriesByType("resource").length];
}"""
WATCH = """() => {
  const now = document.getElementById("now");
  window.shown = new Promise((done) => {
    const seen = new MutationObserver(() => {
      seen.disconnect();
      done(performance.timeOrigin + performance.now());
    });
    seen.observe(now, { attributeFilter: ["data-version"] });
  });
}"""
FLOOR = """async (path) => {
  const started = performance.now();
  const headers = { "X-CSRFToken": document.querySelector("[name=csrfmiddlewaretoken]").value };
  const body = new URLSearchParams({ id: "x".repeat(32) });
  await (await fetch(path, { method: "POST", body, headers })).text();
  return performance.now() - started;
}"""


def phone(browser: Browser, url: str, seat: Seat) -> Page:
    context: Any = browser.new_context(viewport={"width": 390, "height": 844}, locale="es-ES")
    guest = signing.dumps(str(seat.person_id), salt="safehouse.guest")
    context.add_cookies([{"name": "guest", "value": guest, "url": url}])
    page: Page = context.new_page()
    page.goto(f"{url}/tables/{seat.table_id}/")
    page.wait_for_function("() => document.querySelector('#connection:not(.live--wait)')")
    return page


def run() -> list[Result]:
    first = table_of_age(1)
    person = Person.objects.create_guest(name="Luis")
    second = Seat.objects.create(table=first.table, person=person, name="Luis")
    row = LineUp.objects.create(person=person, game=GAME, query="")
    with serving() as port, sync_playwright() as playwright:
        browser = launch_chromium(playwright.chromium)
        url = f"http://127.0.0.1:{port}"
        tapping, watching = phone(browser, url, first), phone(browser, url, second)
        taken = []
        for _ in range(TIMES + WARM_UP):
            watching.evaluate(WATCH)
            started, own = tapping.evaluate(TAP)
            heard = watching.evaluate("() => window.shown")
            floor = tapping.evaluate(FLOOR, f"/floor/{row.pk}/")
            taken.append((own - started, heard - started, floor))
        foreseen = [tapping.evaluate(FORESEEN) for _ in range(TIMES)]
        browser.close()
    own, heard, floor = (
        statistics.quantiles(column, n=4)[0] for column in zip(*taken[WARM_UP:], strict=True)
    )
    return [
        Result("Chromium: a tap until its picture is there / the floor", own / floor, None),
        Result("Chromium: a tap until its picture is there, ms", own, None),
        Result("Chromium: from phone to phone / the floor", heard / floor, None),
        Result("Chromium: from phone to phone, ms", heard, WITHIN_MILLISECONDS),
        Result(
            "Chromium: taps whose number is not there in the same frame, of all",
            sum(not is_new for is_new, _requests in foreseen) / TIMES,
            0,
        ),
        Result(
            "Chromium: requests of a tap until its picture is there",
            statistics.fmean(requests for _is_new, requests in foreseen),
            1,
        ),
    ]
