"""Companions in both books: they come by a card, die at the table, go on to the next mission."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from campaigns import services
from campaigns.models import Campaign
from companion.models import Table
from companion.people.models import Person
from rules import IllegalCommand
from rules.mechanics.accompanied import companions_of, standing_of
from rules.mechanics.companions import CompanionFollow, CompanionHurt, CompanionJoin
from rules.mechanics.wounds.wound import WoundTake
from tests.campaigns.kit import begin, book_mission, step, tell
from tests.campaigns.test_play import opened, tap, undo

pytestmark = pytest.mark.django_db
Browser = Callable[[Person], Client]
IN_ENGLISH = {"Accept-Language": "en"}


@pytest.fixture
def campaign(guest: Person) -> Campaign:
    return begin(guest)


@pytest.fixture
def mission(campaign: Campaign) -> Table:
    return opened(campaign)


def at_table(table: Table) -> dict[str, tuple[str, str]]:
    """How companions stand there, and with whom."""
    table.refresh_from_db()
    state = table.state
    return {
        key: (standing_of(state, person), person.leader)
        for key, person in companions_of(state).items()
    }


def noted(campaign: Campaign) -> dict[str, str]:
    state = Campaign.objects.get(pk=campaign.pk).state
    return {key: person.status for key, person in state.companions.items()}


def test_a_card_brings_a_companion_to_the_table(campaign: Campaign, mission: Table) -> None:
    tell(campaign, "objective.take", card="m1-objective-1", sheet="ned")
    tell(campaign, "companion.note", companion="taylor", sheet="ned", skill="lucky")
    assert at_table(mission) == {"taylor": ("here", "ned")}
    step(campaign, services.campaign_undo)
    assert (at_table(mission), noted(campaign)) == ({}, {}), "one undo for both"
    step(campaign, services.campaign_redo)
    assert (at_table(mission), noted(campaign)) == (
        {"taylor": ("here", "ned")},
        {"taylor": "here"},
    )


def test_what_the_table_does_with_them_the_campaign_knows(
    campaign: Campaign, mission: Table
) -> None:
    tap(mission, CompanionJoin, companion="taylor", leader="ned", skill="lucky", expendable=True)
    assert noted(campaign) == {"taylor": "here"}
    tap(mission, CompanionFollow, companion="taylor", leader="wanda")
    tap(mission, CompanionHurt, companion="taylor")
    assert noted(campaign) == {"taylor": "dead"}
    undo(mission)
    assert noted(campaign) == {"taylor": "here"}
    undo(mission)
    undo(mission)
    assert noted(campaign) == {}


def test_one_who_came_by_a_card_is_taken_back_with_what_was_played_since(
    campaign: Campaign, mission: Table
) -> None:
    tell(campaign, "companion.note", companion="taylor", sheet="ned")
    tap(mission, CompanionFollow, companion="taylor", leader="wanda")
    with pytest.raises(IllegalCommand, match=r"undo\.table_first"):
        step(campaign, services.campaign_undo)
    assert at_table(mission) == {"taylor": ("here", "wanda")}


def test_the_president_dies_and_the_mission_is_lost(campaign: Campaign, mission: Table) -> None:
    tap(mission, CompanionJoin, companion="the-president", leader="ned")
    tap(mission, CompanionHurt, companion="the-president")
    mission.refresh_from_db()
    assert mission.state.result == "lost"
    assert noted(campaign) == {"the-president": "dead"}


def test_noted_in_the_campaign_it_is_so_at_the_table(campaign: Campaign, mission: Table) -> None:
    tap(mission, CompanionJoin, companion="taylor", leader="ned", expendable=True)
    tell(campaign, "companion.note", companion="taylor", status="gone")
    assert at_table(mission)["taylor"][0] == "gone"


def test_they_go_on_into_the_next_mission(
    campaign: Campaign, guest: Person, as_person: Browser
) -> None:
    tell(campaign, "mission.start", mission="M1")
    tell(campaign, "companion.note", companion="own", name="Wilson", skill="lucky")
    state = tell(campaign, "mission.finish", result="won")
    booking = reverse("campaigns:end", args=[campaign.pk]) + "?step=book"
    page = as_person(guest).get(booking, headers=IN_ENGLISH).content.decode()
    assert "Wilson" in page
    state = tell(campaign, "mission.book")
    assert state.played[-1].companions == {"own-1": "here"}
    start = reverse("campaigns:start", args=[campaign.pk])
    page = as_person(guest).get(start, headers=IN_ENGLISH).content.decode()
    assert "Wilson goes along with" in page
    table = opened(campaign, "M2", leaders={"own-1": "elle"})
    assert at_table(table) == {"own-1": ("here", "elle")}
    board = reverse("companion:table", args=[table.pk])
    assert "Wilson" in as_person(guest).get(board).content.decode()


def test_a_table_without_one_says_how_one_comes(
    mission: Table, guest: Person, as_person: Browser
) -> None:
    client = as_person(guest)

    def sheet(name: str) -> str:
        address = reverse("companion:sheet", args=[mission.pk, name])
        return client.get(address, headers=IN_ENGLISH).content.decode()

    assert "Nobody goes along" in sheet("companions")
    assert "/sheets/companions/" in sheet("more")
    tap(mission, CompanionJoin, companion="taylor", leader="ned", skill="lucky", exits=True)
    assert "Wound: dies, and you lose" in sheet("companions")
    assert "Taylor leaves by the exit" in sheet("mission")
    assert "Lucky" in sheet("survivor/ned")
    tap(mission, WoundTake, survivor="ned", count=3)
    assert "Waits where the leader fell" in sheet("companions")


def test_companions_of_long_ago_are_in_the_story(campaign: Campaign) -> None:
    book_mission(campaign, "M1")
    tell(campaign, "companion.note", companion="taylor")
    tell(campaign, "companion.note", companion="taylor", status="dead")
    assert noted(campaign) == {"taylor": "dead"}


def test_whoever_led_a_companion_last_is_offered_first(
    campaign: Campaign, mission: Table, guest: Person, as_person: Browser
) -> None:
    """Led by one who died, they go on with the successor; and a card tells only what it gave."""
    keeper = as_person(guest)
    tell(campaign, "objective.take", card="m1-objective-1", sheet="ned")
    tell(campaign, "companion.note", companion="taylor", sheet="ned", skill="lucky")
    tell(campaign, "keyword.gain", word="lincoln")
    first, second = (
        reverse("campaigns:card", args=[campaign.pk, f"m1-objective-{n}"]) for n in (1, 2)
    )
    page = keeper.get(first, headers=IN_ENGLISH).content.decode()
    assert "<small>LINCOLN</small>" in page
    tell(campaign, "objective.keep", card="m1-objective-1", where="done")
    page = keeper.get(f"{second}?tile=7R", headers=IN_ENGLISH).content.decode()
    assert "<small>7R</small>" in page
    tell(campaign, "objective.take", card="m1-objective-2", sheet="ned")
    page = keeper.get(second, headers=IN_ENGLISH).content.decode()
    assert "LINCOLN" not in page.partition("part-card")[2]
    assert "<small>Taylor" not in " ".join(page.split())
    tell(campaign, "mission.finish", result="won", dead=["ned"])
    tell(campaign, "sheet.succeed", sheet="ned", successor="own", name="Ostara")
    tell(campaign, "mission.book")
    page = keeper.get(reverse("campaigns:start", args=[campaign.pk]), headers=IN_ENGLISH)
    heir = next(key for key, sheet in page.context["state"].sheets.items() if sheet.heir_of)
    assert page.context["companions"] == [("taylor", "Taylor", heir)]
    assert f'<option value="{heir}" selected>' in page.content.decode()
    assert "Draw the whole map" in page.content.decode()
