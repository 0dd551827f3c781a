"""What somebody who opens a campaign for the first time is led through, page by page."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign, Member
from companion.models import Table
from companion.people.models import Person
from tests.campaigns.kit import begin, book_mission, tell
from tests.campaigns.test_play import opened, tap

pytestmark = pytest.mark.django_db
Browser = Callable[[Person], Client]


@pytest.fixture
def campaign(guest: Person) -> Campaign:
    """Begun by Marta, who keeps it; her sheets name Luis as well."""
    guest.name = "Marta"
    guest.save(update_fields=["name"])
    return begin(guest)


@pytest.fixture
def marta(guest: Person, as_person: Browser) -> Client:
    client = as_person(guest)
    client.cookies["django_language"] = "en"
    return client


def page(client: Client, name: str, *arguments: object, **query: str) -> str:
    return client.get(reverse(name, args=arguments), query).content.decode()


def test_the_front_page_leads_to_a_campaign_at_once(client: Client) -> None:
    assert f'href="{reverse("campaigns:choose")}"' in client.get("/").content.decode()
    assert f'href="{reverse("campaigns:import")}"' in page(client, "campaigns:choose")


def test_the_players_of_the_sheets_are_to_be_invited(
    campaign: Campaign, marta: Client, account: Person, as_person: Browser
) -> None:
    assert "Invite Luis" in page(marta, "campaigns:campaign", campaign.pk)
    Member.objects.create(campaign=campaign, person=account, name="luis")
    assert "Invite" not in page(marta, "campaigns:campaign", campaign.pk)
    luis = as_person(account)
    luis.cookies["django_language"] = "en"
    Member.objects.filter(name="luis").update(name="Somebody")
    assert "Invite" not in page(luis, "campaigns:campaign", campaign.pk), "the keeper invites"
    book_mission(campaign, "M1")
    assert "Invite" not in page(marta, "campaigns:campaign", campaign.pk), "they get on without"


def test_the_briefing_names_the_places_of_the_goals(campaign: Campaign, marta: Client) -> None:
    briefing = page(marta, "campaigns:start", campaign.pk, mission="M1")
    assert "Open every door of the restaurant (3R and 4R)." in briefing
    marta.cookies["django_language"] = "es"
    briefing = page(marta, "campaigns:start", campaign.pk, mission="M1")
    assert "Abrid todas las puertas del restaurante (3R y 4R)." in briefing
    assert "en 7R y 8R." in briefing
    assert "en 7R y 8R (" not in briefing, "what names its tiles is left alone"


def test_a_mission_opens_with_what_is_laid_out(campaign: Campaign, marta: Client) -> None:
    sent = {"id": "the-first-mission", "seen": "0", "mission": "M1", "zones": "3"}
    answer = marta.post(reverse("campaigns:start", args=[campaign.pk]), sent)
    table = Table.objects.get()
    assert answer.headers["Location"] == reverse("companion:sheet", args=[table.pk, "mission"])
    sheet = marta.get(answer.headers["Location"]).content.decode()
    assert reverse("campaigns:objectives", args=[campaign.pk]) in sheet.partition('id="sheet"')[2]
    free = begin(Member.objects.all()[0].person, free=True)
    sent = {"id": "one-of-our-own", "seen": "0", "mission": "The old mill", "zones": "3"}
    answer = marta.post(reverse("campaigns:start", args=[free.pk]), sent)
    assert "/sheets/" not in answer.headers["Location"], "nobody knows what is laid out there"


def test_a_card_that_was_taken_is_not_to_be_laid_out(campaign: Campaign, marta: Client) -> None:
    opened(campaign)
    for kind in ("take", "keep"):
        more = {"sheet": "ned"} if kind == "take" else {}
        tell(campaign, f"objective.{kind}", card="m1-objective-3", **more)
    objectives = page(marta, "campaigns:objectives", campaign.pk)
    waiting, _heading, gone = objectives.partition("Taken</span>")
    assert reverse("campaigns:card", args=[campaign.pk, "m1-objective-3"]) not in waiting
    assert reverse("campaigns:card", args=[campaign.pk, "m1-objective-3"]) in gone


def test_a_reward_chosen_on_ones_own_page_leads_back_there(
    campaign: Campaign, marta: Client
) -> None:
    table = opened(campaign)
    tap(table, survivor="wanda", amount=43)
    own = reverse("companion:mine", args=[table.pk, "wanda"])
    reward = reverse("campaigns:reward", args=[campaign.pk, "wanda"])
    assert f"{reward}?next={own}" in marta.get(own).content.decode()
    assert f'name="next" value="{own}"' in marta.get(f"{reward}?next={own}").content.decode()


def test_numbers_are_written_as_the_reader_writes_them(campaign: Campaign, marta: Client) -> None:
    book_mission(campaign, "M1", carried={"wanda": ["machete-1"]})
    assert "the odds promised 0.7" in page(marta, "campaigns:campaign", campaign.pk)
    assert 'class="spark"' not in page(marta, "campaigns:campaign", campaign.pk), "no line yet"
    marta.cookies["django_language"] = "es"
    assert "era 0,7" in page(marta, "campaigns:campaign", campaign.pk)
    book_mission(campaign, "M2")
    assert 'class="spark"' in page(marta, "campaigns:campaign", campaign.pk)
