"""A program and a phone at one table; the pages about programs."""

import json
import urllib.request
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Watched
from tests.browser.looks import overflow, violations
from tests.site import Site


def ask(site: Site, path: str, body: dict[str, Any], token: str = "") -> Any:
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(
        f"{site.url}/api/v1/{path}", data=json.dumps(body).encode(), headers=headers
    )
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def test_a_command_by_api_appears_on_a_phone(
    watched: Watched, site: Site, new_table: Callable[[Page], str]
) -> None:
    phone = watched.phone()
    url = new_table(phone)
    phone.goto(f"{url}seats/")
    code = phone.locator(".qr b").inner_text()
    phone.goto(url)
    seat = ask(site, "seats/", {"code": code, "name": "Lamp"})
    tap = {"kind": "points.award", "id": "lamp-00000001", "seen": 0}
    answer = ask(
        site,
        f"tables/{seat['table']}/commands/",
        {**tap, "survivor": "wanda", "amount": 7},
        seat["token"],
    )
    version = answer["version"]
    expect(phone.locator(f"#now[data-version='{version}']")).to_be_attached(timeout=5000)
    expect(phone.locator("#s-wanda")).to_contain_text("7")


def test_a_token_is_made_copied_and_revoked(watched: Watched, site: Site) -> None:
    page = watched.phone(locale="en-GB")
    page.goto(f"{site.url}/account/sign-up/")
    page.get_by_label("Your name at the table").fill("Marta")
    page.get_by_label("Mail address").fill("marta@example.org")
    page.get_by_label("Password").fill("a-long-enough-pass")
    page.locator("main form button").click()
    page.goto(f"{site.url}/account/")
    page.get_by_role("link", name="Tokens").click()
    watched.expected.add("422")
    page.get_by_role("button", name="Make the token").click()
    assert violations(page) == [], "a form with an error"
    page.get_by_label("What is it for?").fill("Lamp")
    page.get_by_text("Play", exact=True).click()
    page.get_by_role("button", name="Make the token").click()
    secret = page.locator(".secret").inner_text()
    assert secret.startswith("sh_")
    assert violations(page) == [], "with a secret and a token in the list"
    page.locator("summary", has_text="Revoke").click()
    page.get_by_role("button", name="Revoke it now").click()
    expect(page.get_by_text("Lamp opens nothing any more.")).to_be_visible()
    expect(page.locator("summary", has_text="Revoke")).to_have_count(0)


FEW_OF_A_SORT = """() => {
  for (const each of document.querySelectorAll("details:not([open])")) {
    if (each.previousElementSibling?.matches("details:not([open])")) each.remove();
  }
}"""
"""Hundreds of closed ones are set out alike."""


def test_the_reference_opens_without_script_from_elsewhere(watched: Watched, site: Site) -> None:
    page = watched.phone(locale="es-ES", reduced_motion="reduce")
    page.context.add_cookies([{"name": "theme", "value": "light", "url": site.url}])
    page.goto(f"{site.url}/api/v1/docs/")
    for name in ("sendCommand", "openTable", "TableAnswer"):
        page.locator(f"#{name} summary").click()
    expect(page.locator("#sendCommand .op__b")).to_be_visible()
    assert overflow(page) <= 0, "nothing sticks out of a phone"
    page.evaluate(FEW_OF_A_SORT)
    assert violations(page) == []
