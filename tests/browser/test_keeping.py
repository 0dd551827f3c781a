"""The pages of whoever keeps the site, in real Chromium against the real site and its worker."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watched
from tests.browser.looks import look_at, put_on, shared_out
from tests.site import Site

FURNISH = """
from campaigns.keeping import services
from companion.models import Table
from companion.people.models import Person
from tests.keeping.kit import furnish
olga = Person(name="Olga", email="olga@example.org")
olga.set_password("nine-walkers-passing")
olga.save()
furnish()
services.fault_note(
    reference="a1b2c3d4e5", where="POST /tables/<uuid:table_id>/commands/", person=olga,
    error="django.db.utils.OperationalError", lines="companion/services.py:141 _apply",
)
table = Table.objects.latest("created_at")
services.report_make(person=olga, about=f"/join/{table.code}/", text="?" * 400)
services.ban_set(by=olga, own_address=None, address="2001:db8:1:2:3:4:5:6", reason="x" * 200)
"""


@pytest.fixture(scope="module")
def kept(site: Site) -> Site:
    """The site has a keeper, and something to keep."""
    site.run(FURNISH)
    site.manage("keeper", "olga@example.org")
    return site


def signed_in(watched: Watched, site: Site) -> Page:
    page = watched.phone(locale="en-GB", reduced_motion="reduce")
    page.goto(f"{site.url}/account/sign-in/")
    page.locator("[name=username]").fill("olga@example.org")
    page.locator("[name=password]").fill("nine-walkers-passing")
    page.locator("main form .btn--act").click()
    page.wait_for_url(f"{site.url}/")
    return page


def test_every_page_of_keeping(kept: Site, watched: Watched) -> None:
    page = signed_in(watched, kept)
    paths = ("operate/", "operate/errors/", "operate/bans/", "account/", "account/data/")
    for look, shared in shared_out(paths):
        put_on(page, kept, look)
        for path in shared:
            page.goto(f"{kept.url}/{path}")
            look_at(page, path)


def test_the_keeper_backs_up_cleans_and_lets_in_again(kept: Site, watched: Watched) -> None:
    page = signed_in(watched, kept)
    page.goto(f"{kept.url}/account/")
    page.get_by_role("link", name="Is everything well?").click()
    expect(page.locator("#is-database .mark")).to_have_text("well")
    page.get_by_role("button", name="Back up now").click()
    expect(page.locator("#notices")).to_contain_text("A worker makes the backup now")
    asked = page.locator(".mono", has_text="-asked.zip")
    for _ in range(150):
        page.reload()
        if asked.count():
            break
        page.wait_for_timeout(200)
    expect(asked).to_have_count(1)
    (path,) = Path(kept.data, "backups").glob("*-asked.zip")
    kept.manage("verify", str(path))
    page.get_by_role("button", name="Clean now").click()
    expect(page.locator("#notices")).to_contain_text("Cleaned: 0 things")
    page.get_by_role("link", name="Reports and bans").click()
    page.get_by_role("button", name="Let in again").click()
    expect(page.get_by_text("Nobody.")).to_be_visible()
    page.locator("[name=whom]").fill("not an address")
    page.get_by_role("button", name="Shut out", exact=True).click()
    expect(page.locator(".field__errors")).to_contain_text("neither a network nor a mail address")
    watched.expected.add("422")
