"""The campaign on the page of its table: rewards, points, cards, deaths, achievements."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from campaigns.models import Campaign
from campaigns.play.beside import beside
from companion import hooks
from companion.models import Table
from companion.narration import headline
from companion.people.models import Person
from companion.seats.services import survivor_bring, survivor_take_over
from companion.selectors import board
from companion.table.next_step import next_step
from rules import IllegalCommand, pack_of
from rules.mechanics.missions.goals import goals_of
from rules.mechanics.rounds import PhaseNext
from rules.mechanics.wounds.wound import WoundTake
from rules.missions import mission_at
from tests.campaigns.kit import begin, tell
from tests.campaigns.test_play import opened, tap, undo

pytestmark = pytest.mark.django_db
Browser = Callable[[Person], Client]


@pytest.fixture
def campaign(guest: Person) -> Campaign:
    return begin(guest)


@pytest.fixture
def mission(campaign: Campaign) -> Table:
    return opened(campaign)


def page(client: Client, table: Table) -> str:
    address = reverse("companion:table", args=[table.pk])
    return client.get(address, headers={"Accept-Language": "en"}).content.decode()


def shown(table: Table) -> list[str]:
    table.refresh_from_db()
    with translation.override("en"):
        return [line.words for line in beside(table.seats.order_by("created_at")[0]).lines]


def test_points_and_a_reward_come_to_the_card(
    campaign: Campaign, mission: Table, guest: Person, as_person: Browser
) -> None:
    client = as_person(guest)
    reward = reverse("campaigns:reward", args=[campaign.pk, "wanda"])
    assert reward not in page(client, mission)
    tap(mission, survivor="wanda", amount=43)
    seen = page(client, mission)
    assert reward in seen
    assert "2 CEP" in seen
    own = reverse("companion:mine", args=[mission.pk, "wanda"])
    assert reward in client.get(own).content.decode()
    tell(campaign, "reward.choose", sheet="wanda")
    assert reward not in page(client, mission)
    undo(mission)
    assert reward in page(client, mission)


def test_cards_are_counted_and_one_being_read_comes_first(
    campaign: Campaign, mission: Table
) -> None:
    assert shown(mission) == ["Objective cards: 0 of 7"]
    tell(campaign, "objective.take", card="m1-objective-1", sheet="ned")
    assert shown(mission) == ["Card 1 of the mission", "Objective cards: 1 of 7"]
    tell(campaign, "objective.keep", card="m1-objective-1")
    assert shown(mission) == ["Objective cards: 1 of 7"]


def test_a_card_in_a_zone_costs_an_action_and_comes_and_goes_with_it(
    campaign: Campaign, mission: Table
) -> None:
    def used() -> int:
        mission.refresh_from_db()
        return mission.state.survivors["ned"].actions_used

    def counted() -> int:
        mission.refresh_from_db()
        pack = pack_of(mission.state)
        return goals_of(mission.state, mission_at(mission.state), pack)[1].done

    tell(campaign, "objective.take", card="m1-objective-1", sheet="ned")
    assert (used(), counted()) == (1, 1)
    undo(mission)
    assert counted() == 0
    campaign.refresh_from_db()
    assert (used(), campaign.state.objectives["m1-objective-1"].status) == (0, "face_down")
    tell(campaign, "objective.place", card="m1-objective-2", tile="3R", on="door")
    tell(campaign, "objective.take", card="m1-objective-2", sheet="ned")
    assert used() == 0, "it came with its door"
    for number in (3, 4, 5, 6):
        tell(campaign, "objective.take", card=f"m1-objective-{number}", sheet="ned")
    assert used() == 3, "whoever has none left had a free one"
    assert counted() == 5


def test_a_reward_is_told_as_one_at_the_table(campaign: Campaign, mission: Table) -> None:
    def headlines() -> list[str]:
        mission.refresh_from_db()
        with translation.override("en"):
            state = mission.state
            return [headline(entry, state, pack_of(state)) for entry in mission.entries.all()]

    tap(mission, survivor="wanda", amount=43)
    tell(campaign, "reward.choose", sheet="wanda", skill="hoard")
    assert headlines()[-1] == "Wanda gains Hoard"
    tell(campaign, "sheet.amend", sheet="wanda", extra_actions=1, skills=[], reason="by mistake")
    assert headlines()[-2:] == [
        "Wanda: extra actions +1",
        "Wanda gives up Hoard",
    ]


def test_a_mission_of_the_groups_own_shows_its_campaign(guest: Person, as_person: Browser) -> None:
    campaign = begin(guest, free=True)
    mission = opened(campaign, "The old mill")
    assert mission.mission == "own:The old mill"
    tap(mission, survivor="wanda", amount=43)
    seen = page(as_person(guest), mission)
    assert "The old mill" in seen
    assert reverse("campaigns:reward", args=[campaign.pk, "wanda"]) in seen


def test_an_achievement_that_changes_the_mission_is_said(campaign: Campaign) -> None:
    tell(campaign, "achievement.earn", achievement="let-there-be-light")
    table = opened(campaign, "M7", out_of_order=True)
    assert "Let there be light" in shown(table)


def test_a_death_is_announced_on_the_button_before_it(campaign: Campaign, mission: Table) -> None:
    def button() -> str:
        mission.refresh_from_db()
        with translation.override("en"):
            following = next_step(board(mission.seats.get(player="Marta")))
        assert following is not None
        return following.meaning

    tap(mission, WoundTake, survivor="doug", count=3)
    assert "Doug" not in button()
    for _ in range(3):
        tap(mission, PhaseNext, overrule=True)
    assert button() == "Unless picked up now, Doug dies", "while somebody can still act"
    for _ in range(2):
        tap(mission, PhaseNext, overrule=True)
    assert button().startswith("Doug: dead unless picked up."), "on the very button"
    tap(mission, PhaseNext, overrule=True)
    assert shown(mission)[0] == "Doug has died"
    undo(mission)
    assert "Doug has died" not in shown(mission)


def test_a_table_in_free_play_asks_no_campaign(table: Table) -> None:
    seat = table.seats.select_related("table")[0]
    with CaptureQueriesContext(connection) as asked:
        assert hooks.beside(seat) == hooks.NOTHING
        assert hooks.beside_version(table) == 0
    assert len(asked) == 0


def test_a_booked_table_shows_no_campaign(campaign: Campaign, mission: Table) -> None:
    tell(campaign, "mission.finish", result="won")
    tell(campaign, "mission.book")
    assert shown(mission) == []


def test_a_survivor_has_another_player_tonight_and_nobody_comes_without_a_sheet(
    campaign: Campaign, mission: Table, guest: Person, as_person: Browser
) -> None:
    seat = mission.seats.get()
    whom = as_person(guest).get(reverse("companion:survivors", args=[mission.pk]))
    assert whom.context["line_up"].is_of_campaign
    assert 'id="somebody-new"' not in whom.content.decode()
    with pytest.raises(IllegalCommand) as refused:
        survivor_bring(seat=seat, survivor=None, name="Jo", command_id="newcomer-1")
    assert refused.value.code == "survivor.of_campaign"
    played = campaign.state.sheets["ned"].player
    of = mission.state.survivors["ned"].player
    seat.player = "Tom"
    seat.save()
    survivor_take_over(seat=seat, survivor="ned", of=of, command_id="takeover-1")
    mission.refresh_from_db()
    campaign.refresh_from_db()
    assert mission.state.survivors["ned"].player != of
    assert campaign.state.sheets["ned"].player == played
