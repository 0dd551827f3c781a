"""A mission at its table: what it begins with, and what the table tells the campaign."""

import json
import uuid
from collections.abc import Callable

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse
from django.utils import translation

from campaigns import services
from campaigns.models import Campaign, Member, MissionRun
from campaigns.play.selectors import found_at_table
from campaigns.play.services import mission_open, seat_for
from companion import services as tables
from companion.models import HouseFact, Table
from companion.people.identity import GUEST_COOKIE
from companion.people.models import Person
from rules import IllegalCommand, decode_command, encode, pack_of
from rules.mechanics.danger import PointsAward
from rules.mechanics.rounds import PhaseNext
from rules.packs.copies import deck_copies
from tests.campaigns.kit import begin, command, keeper_of, step, tell

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(guest: Person) -> Campaign:
    return begin(guest)


def opened(campaign: Campaign, mission: str = "M1", **fields: object) -> Table:
    return mission_open(
        campaign_id=campaign.pk,
        member=keeper_of(campaign),
        command=command(campaign, "mission.start", mission=mission, **fields),
    )


def tap(table: Table, kind: type = PointsAward, **fields: object) -> None:
    seat = table.seats.order_by("created_at")[0]
    version = Table.objects.values_list("version", flat=True).get(pk=table.pk)
    made = kind(id=uuid.uuid4().hex, seen=version, **fields)
    tables.command_submit(
        table_id=table.pk, seat=seat, command=decode_command(table.game, encode(made))
    )


def undo(table: Table) -> None:
    table.refresh_from_db()
    tables.table_undo(
        table_id=table.pk,
        seat=table.seats.order_by("created_at")[0],
        command_id=uuid.uuid4().hex,
        seen=table.version,
    )


def redo(table: Table) -> None:
    table.refresh_from_db()
    tables.table_redo(
        table_id=table.pk,
        seat=table.seats.order_by("created_at")[0],
        command_id=uuid.uuid4().hex,
        seen=table.version,
    )


def sheets(campaign: Campaign):  # type: ignore[no-untyped-def]
    return Campaign.objects.get(pk=campaign.pk).state.sheets


def test_a_mission_opens_a_table_set_up_by_its_facts(campaign: Campaign, account: Person) -> None:
    Member.objects.create(campaign=campaign, person=account, name="Luis")
    for _ in range(5):
        tell(campaign, "cep.gain", sheet="wanda", why="mission")
    tell(campaign, "reward.choose", sheet="wanda", skill="starts-with-2-ap")
    tell(campaign, "reward.choose", sheet="wanda")
    tell(campaign, "sheet.amend", sheet="ned", kept=["machete-2"], reason="last week")
    table = opened(campaign)
    state = table.state
    assert state.expansions == ("washington-zc",)
    assert state.hour == 12
    assert state.options == ("out-of-action",)
    wanda, ned = state.survivors["wanda"], state.survivors["ned"]
    assert (wanda.points, wanda.gifts, wanda.extra_actions) == (2, ("starts-with-2-ap",), 1)
    dealt, kept = ned.inventory.values()
    assert kept == "machete-2"
    assert dealt in deck_copies(pack_of(state), "starting")
    assert all(survivor.inventory for survivor in state.survivors.values())
    assert table.mission == "washington-zc:M1"
    assert "machete-2" not in state.decks["equipment"].draw
    assert sorted(seat.name for seat in table.seats.all()) == ["Luis", "Marta"]
    assert MissionRun.objects.get().table == table


@pytest.mark.parametrize("by_table", ["starting", "dice"])
def test_starting_equipment_is_dealt_unless_the_table_draws_it(
    campaign: Campaign, by_table: str
) -> None:
    """Kept cards are there either way, on top of the starting equipment (p. 6)."""
    tell(campaign, "sheet.amend", sheet="ned", kept=["machete-2"], reason="last week")
    table = mission_open(
        campaign_id=campaign.pk,
        member=keeper_of(campaign),
        command=command(campaign, "mission.start", mission="M1"),
        sources={"starting": "table"} if by_table == "starting" else None,
        dice="table" if by_table == "dice" else "app",
    )
    held = {key: len(survivor.inventory) for key, survivor in table.state.survivors.items()}
    each = 0 if by_table == "starting" else 1
    assert held == {**dict.fromkeys(held, each), "ned": each + 1}


def test_a_mission_s_table_knows_what_the_group_has_described(
    campaign: Campaign, guest: Person
) -> None:
    tree = {"blue": ["plus-1-action"], "yellow": ["lucky"], "orange": [], "red": []}
    HouseFact.objects.create(
        person=guest,
        game="zombicide-2e",
        kind=HouseFact.Kind.SURVIVOR,
        key="wanda",
        content_json=json.dumps(tree),
    )
    assert opened(campaign).state.trees["wanda"].yellow == ("lucky",)


def test_a_mission_with_its_coloured_zone_off(campaign: Campaign) -> None:
    table = opened(campaign, "M4", out_of_order=True)
    assert [(zone.id, zone.active_from) for zone in table.state.zones] == [("green", None)]
    assert table.state.hour == 0
    assert table.state.is_night


def test_orange_and_red_give_their_points_as_they_happen(campaign: Campaign) -> None:
    table = opened(campaign)
    tap(table, survivor="wanda", amount=18)
    assert sheets(campaign)["wanda"].points == 0
    tap(table, survivor="wanda", amount=1)
    assert (sheets(campaign)["wanda"].points, sheets(campaign)["wanda"].reached) == (1, ("orange",))
    tap(table, survivor="wanda", amount=24)
    tap(table, survivor="wanda", amount=50)
    assert sheets(campaign)["wanda"].points == 2, "never more than two by levels"


def test_a_step_taken_back_takes_its_point_back(campaign: Campaign) -> None:
    table = opened(campaign)
    tap(table, survivor="wanda", amount=43)
    assert sheets(campaign)["wanda"].points == 2
    undo(table)
    assert sheets(campaign)["wanda"].points == 0
    tap(table, survivor="wanda", amount=20)
    assert sheets(campaign)["wanda"].points == 1


def test_a_reward_can_be_used_in_the_same_turn(campaign: Campaign) -> None:
    table = opened(campaign)
    tap(table, survivor="wanda", amount=43)
    for skill in (None, "hoard"):
        if skill:
            for _ in range(3):
                tell(campaign, "cep.gain", sheet="wanda", why="mission")
        tell(campaign, "reward.choose", sheet="wanda", skill=skill)

    def at_table() -> tuple[int, tuple[str, ...]]:
        wanda = Table.objects.get(pk=table.pk).state.survivors["wanda"]
        return wanda.extra_actions, wanda.gifts

    assert at_table() == (1, ("hoard",))
    step(campaign, services.campaign_undo)
    assert at_table() == (1, ())
    step(campaign, services.campaign_redo)
    assert at_table() == (1, ("hoard",))
    tell(campaign, "sheet.amend", sheet="wanda", skills=[], reason="mistaken")
    assert at_table() == (1, ())


def test_the_card_of_seven_turns_up_by_itself_in_the_end_phase_of_round_8(
    campaign: Campaign,
) -> None:
    table = opened(campaign, "M3", out_of_order=True)
    for _ in range(3 * 8 - 1):
        tap(table, PhaseNext, overrule=True)
    card = "m3-at-19-1"
    assert Campaign.objects.get(pk=campaign.pk).state.objectives[card].status == "face_down"
    tap(table, PhaseNext)
    table.refresh_from_db()
    assert (table.state.round, table.state.hour) == (9, 19)
    assert Campaign.objects.get(pk=campaign.pk).state.objectives[card].status == "taken"


def test_a_step_that_reaches_no_level_asks_no_campaign(campaign: Campaign) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    table = opened(campaign)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        tap(table, PhaseNext)
    assert not [query for query in asked if "campaigns_" in query["sql"]]


def test_the_table_says_how_things_stand_at_the_end(campaign: Campaign) -> None:
    from rules.mechanics.equipment import DeckTake
    from rules.mechanics.kills import ZombiesKill
    from rules.mechanics.supply import ZombiesAdd
    from rules.mechanics.wounds.wound import WoundTake

    table = opened(campaign)
    tap(table, ZombiesAdd, zombie="walker", count=9)
    tap(table, ZombiesKill, zombie="walker", count=4, survivor="ned")
    tap(table, ZombiesKill, zombie="walker", count=5, survivor="ned")
    undo(table)
    redo(table)
    assert found_at_table(MissionRun.objects.select_related("table").get()).kills == {"ned": 9}
    undo(table)
    tap(table, DeckTake, deck="equipment", survivor="ned", card="chainsaw")
    tap(table, WoundTake, survivor="amy", count=3)
    run = MissionRun.objects.select_related("table").get()
    ending = found_at_table(run)
    assert ending.kills == {"ned": 4}
    assert [copy[:8] for copy in ending.carried["ned"]][1:] == ["chainsaw"]
    assert set(ending.carried) == set(table.state.survivors) - {"amy"}
    assert ending.out_of_action == ("amy",)
    assert ending.rounds == 1


def test_whoever_comes_later_finds_a_seat(campaign: Campaign, account: Person) -> None:
    table = opened(campaign)
    luis = Member.objects.create(
        campaign=campaign, person=account, name="Luis", role=Member.Role.READER
    )
    seat = seat_for(member=luis)
    assert seat is not None
    assert (seat.table_id, seat.role) == (table.pk, "reader")


def test_on_paper_there_is_no_seat(campaign: Campaign) -> None:
    tell(campaign, "mission.start", mission="M1")
    assert seat_for(member=keeper_of(campaign)) is None


def test_the_same_start_sent_twice_is_one_table(campaign: Campaign) -> None:
    sent = command(campaign, "mission.start", mission="M1")
    first, again = (
        mission_open(campaign_id=campaign.pk, member=keeper_of(campaign), command=sent)
        for _ in range(2)
    )
    assert first == again
    assert Table.objects.count() == 1


def test_a_mission_that_is_refused_leaves_no_table(campaign: Campaign) -> None:
    with pytest.raises(IllegalCommand):
        opened(campaign, "M5")
    assert Table.objects.count() == 0


def test_a_mission_s_table_knows_the_way_back(campaign: Campaign, table: Table) -> None:
    from companion.hooks import links_of

    run = opened(campaign)
    with translation.override("en"):
        assert [link.words for link in links_of(run)] == ["Campaign", "Objective cards"]
        assert links_of(table) == []
    browser = Client()
    browser.cookies[GUEST_COOKIE] = signing.dumps(
        str(keeper_of(campaign).person_id), salt="safehouse.guest"
    )
    more = browser.get(reverse("companion:sheet", args=[run.pk, "more"])).content.decode()
    assert reverse("campaigns:objectives", args=[campaign.pk]) in more
    with translation.override("en"):
        tell(campaign, "mission.finish", result="won")
        tell(campaign, "mission.book")
        assert [link.words for link in links_of(run)] == ["Campaign"]


def test_points_no_longer_count_once_the_campaign_has_none(guest: Person) -> None:
    campaign = begin(guest, advanced=("upkeep",), free=True)
    table = opened(campaign)
    tap(table, survivor="wanda", amount=43)
    assert sheets(campaign)["wanda"].points == 0


def test_a_free_campaign_lays_the_zone_of_its_missions_boss(
    guest: Person, as_person: Callable[[Person], Client]
) -> None:
    campaign = begin(guest, "Scott", game="army-of-the-dead", expansion="", free=True)
    start = reverse("campaigns:start", args=[campaign.pk])
    sent = {"id": "start-0001", "seen": campaign.version, "mission": "M1", "where": "table"}
    answer = as_person(guest).post(start, {**sent, "zones": "2"})
    assert answer.status_code == 302
    table = Table.objects.get()
    kinds = [zone.kind for zone in table.state.zones]
    assert (kinds.count("normal"), kinds.count("zeus")) == (3, 1), "two plain, a blue one, his"
