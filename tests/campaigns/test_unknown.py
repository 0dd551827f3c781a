"""Facts that are only on printed cards: said at the beginning, asked where they are met."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from companion.people.models import Person
from tests.campaigns.kit import begin

pytestmark = pytest.mark.django_db
Browser = Callable[[Person], Client]
CARD = {"blue-1": "Lucky", "orange-1": "slippery", "red-1": "  sniper "}


def read(client: Client, name: str, *arguments: object) -> str:
    address = reverse(f"campaigns:{name}", args=arguments)
    return client.get(address, headers={"Accept-Language": "en"}).content.decode()


def test_what_will_be_asked_is_said_at_the_beginning(guest: Person, as_person: Browser) -> None:
    page = read(as_person(guest), "begin", "zombicide-2e", "infected-state")
    assert "the skills of Angelo, Justin" in page
    assert "The book plays with six survivors" in page
    assert "The book plays" not in read(as_person(guest), "begin", "black-plague", "free")


def test_a_sheet_asks_for_its_printed_card_once(guest: Person, as_person: Browser) -> None:
    campaign = begin(guest, "Tess", "Ned")
    client = as_person(guest)
    assert 'id="printed-card"' in read(client, "sheet", campaign.pk, "tess")
    assert 'id="printed-card"' not in read(client, "sheet", campaign.pk, "ned")
    briefing = read(client, "start", campaign.pk)
    assert "Copy the skills of the printed card" in briefing
    assert "The book plays with 6 survivors, you with 2" in briefing
    house = reverse("companion:house-survivor", args=["zombicide-2e", "tess"])
    sheet = reverse("campaigns:sheet", args=[campaign.pk, "tess"])
    answer = client.post(house, {**CARD, "next": sheet}, headers={"Accept-Language": "en"})
    assert answer.url == sheet
    assert 'id="printed-card"' not in read(client, "sheet", campaign.pk, "tess")


def test_skills_are_looked_up_by_name_without_patterns(guest: Person, as_person: Browser) -> None:
    client = as_person(guest)
    house = reverse("companion:house-survivor", args=["zombicide-2e", "tess"])
    page = client.get(house, headers={"Accept-Language": "en"}).content.decode()
    assert '<option value="+1 die: Melee">' in page
    assert "+1 die: [" not in page
    for wrong in ("Fireball", "[Action]"):
        refused = client.post(house, {**CARD, "red-1": wrong}, headers={"Accept-Language": "en"})
        assert refused.status_code == 422
        assert "This game has no such skill" in refused.content.decode()
