"""`manage.py demo`: something to look at, and a link for every role that opens what it says."""

import re
from io import StringIO
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from campaigns.management.commands.demo import MAIL, PLAYERS
from campaigns.models import Campaign
from campaigns.printing.models import PrintJob
from companion.models import Table

pytestmark = pytest.mark.django_db


def fill() -> tuple[str, dict[str, str]]:
    """The password, and every link without its host."""
    out = StringIO()
    call_command("demo", stdout=out)
    first, *links = out.getvalue().splitlines()
    password = re.fullmatch(rf"Marta keeps all of it: {MAIL}, password (\S+)", first)
    assert password
    pairs = (re.split(r"  +", link) for link in links)
    return password[1], {
        role: urlsplit(url)._replace(scheme="", netloc="").geturl() for role, url in pairs
    }


def test_an_empty_site_is_filled() -> None:
    fill()
    table, vote = Table.objects.order_by("created_at")
    campaign = Campaign.objects.get()
    assert (table.state.round, table.state.players) == (3, PLAYERS)
    assert {survivor.points for survivor in table.state.survivors.values()} == {8}
    assert {sheet.player for sheet in campaign.state.sheets.values()} == set(PLAYERS)
    assert len(campaign.state.sheets) == 6
    assert PrintJob.objects.get().kind == "table-card"
    assert table.entries.count() == table.version == 20
    assert (vote.any_state.stage, vote.any_state.ballots) == ("vote", {})
    assert tuple(vote.any_state.seats) == PLAYERS
    assert vote.entries.count() == vote.version > 10


def test_every_link_opens_what_it_says() -> None:
    password, links = fill()
    table, vote = Table.objects.order_by("created_at")
    campaign = Campaign.objects.get()
    marta, luis, reader = Client(), Client(), Client()
    sign_in = links.pop("Marta, at the table")
    assert marta.get(sign_in).status_code == 200
    opened = marta.post(sign_in, {"username": MAIL, "password": password})
    assert opened.headers["Location"] == f"/tables/{table.pk}/"
    assert marta.get(opened.headers["Location"]).status_code == 200
    for page in ("the campaign", "the print", "the big screen"):
        assert marta.get(links.pop(f"Marta, {page}")).status_code == 200
    at_table = links.pop("Luis, at the table")
    assert luis.get(at_table).status_code == 200
    luis.post(at_table, {"name": "Luis"})
    assert table.seats.get(name="Luis").player == "Luis"
    assert "vote" in marta.get(links.pop("Marta, City of Horror")).content.decode()
    at_vote = links.pop("Luis, City of Horror")
    luis.post(at_vote, {"name": "Luis"})
    assert vote.seats.get(name="Luis").player == "Luis"
    for browser, link, role in (
        (luis, "Luis, the campaign", "player"),
        (reader, "Somebody who reads", "reader"),
    ):
        address = links.pop(link)
        assert browser.get(address).status_code == 200
        browser.post(address, {"name": role})
        assert campaign.members.get(name=role).role == role
    assert links == {}


def test_a_site_in_use_is_left_alone() -> None:
    fill()
    with pytest.raises(CommandError, match="is in use"):
        call_command("demo", stdout=StringIO())
    assert (Table.objects.count(), Campaign.objects.count()) == (2, 1)
