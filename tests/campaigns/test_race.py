"""Two keepers book at once, on whichever database the run uses: once, whole, or not at all."""

import uuid

import pytest

from campaigns import services
from campaigns.models import Campaign
from campaigns.play.services import mission_open
from companion import services as tables
from companion.models import Table
from companion.people.models import Person
from rules import RuleError, StaleCommand
from rules.campaign.commands import CepGain, MissionBook
from rules.mechanics.danger import PointsAward
from tests.campaigns.kit import begin, command, keeper_of, tell
from tests.companion.test_race import PHONES, together

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign() -> Campaign:
    return begin(Person.objects.create_guest(name="Marta"))


def test_a_mission_is_booked_once(campaign: Campaign) -> None:
    tell(campaign, "mission.start", mission="M1")
    tell(campaign, "mission.finish", result="won", dead=["doug"])
    member, booked, refused = keeper_of(campaign), [], []

    def book(number: int) -> None:
        sent = MissionBook(id=uuid.uuid4().hex, seen=2)
        try:
            services.campaign_submit(campaign_id=campaign.pk, member=member, command=sent)
            booked.append(number)
        except RuleError as error:
            refused.append(error.code)

    together(book)
    campaign.refresh_from_db()
    assert (len(booked), len(refused)) == (1, PHONES - 1)
    assert set(refused) == {"table.moved"}
    assert len(campaign.state.played) == 1
    assert campaign.entries.count() == campaign.version == 3


def test_no_point_is_lost_between_two_phones(campaign: Campaign) -> None:
    member = keeper_of(campaign)

    def gain(number: int) -> None:
        sent = CepGain(id=uuid.uuid4().hex, seen=0, sheet="wanda", why="mission")
        services.campaign_submit(campaign_id=campaign.pk, member=member, command=sent)

    together(gain)
    campaign.refresh_from_db()
    assert campaign.state.sheets["wanda"].points == PHONES


def test_taps_at_the_table_and_in_the_campaign_do_not_lock_each_other(
    campaign: Campaign,
) -> None:
    table = mission_open(
        campaign_id=campaign.pk,
        member=keeper_of(campaign),
        command=command(campaign, "mission.start", mission="M1"),
    )
    seat, member = table.seats.get(), keeper_of(campaign)
    keys = list(table.state.survivors)

    def work(number: int) -> None:
        key = keys[number % len(keys)]
        if number % 2:
            sent = CepGain(id=uuid.uuid4().hex, seen=0, sheet=key, why="mission")
            services.campaign_submit(campaign_id=campaign.pk, member=member, command=sent)
        else:
            tap = PointsAward(id=uuid.uuid4().hex, seen=0, survivor=key, amount=43)
            tables.command_submit(table_id=table.pk, seat=seat, command=tap)

    together(work)
    campaign.refresh_from_db()
    state = Table.objects.get(pk=table.pk).state
    for key, survivor in state.survivors.items():
        reached = campaign.state.sheets[key].reached
        assert reached == (("orange", "red") if survivor.points >= 43 else ())


def test_undo_from_both_sides_at_once_takes_a_group_back_once(campaign: Campaign) -> None:
    """Whoever comes first, both books go the same way; nobody waits for the other for ever."""
    table = mission_open(
        campaign_id=campaign.pk,
        member=keeper_of(campaign),
        command=command(campaign, "mission.start", mission="M1"),
    )
    seat, member = table.seats.get(), keeper_of(campaign)
    for turn in range(3):
        tap = PointsAward(id=uuid.uuid4().hex, seen=0, survivor="wanda", amount=43)
        tables.command_submit(table_id=table.pk, seat=seat, command=tap)
        campaign.refresh_from_db()
        table.refresh_from_db()
        assert campaign.state.sheets["wanda"].points == 2
        at_table, in_campaign, done = table.version, campaign.version, []

        def work(number: int, seen: tuple[int, int], done: list[int]) -> None:
            fields = {"command_id": uuid.uuid4().hex, "seen": seen[number % 2]}
            try:
                if number % 2:
                    services.campaign_undo(campaign_id=campaign.pk, member=member, **fields)
                else:
                    tables.table_undo(table_id=table.pk, seat=seat, **fields)
                done.append(number)
            except StaleCommand:
                pass

        together(lambda number: work(number, (at_table, in_campaign), done))  # noqa: B023
        campaign.refresh_from_db()
        table.refresh_from_db()
        assert len(done) == 1, turn
        assert campaign.state.sheets["wanda"].points == 0
        assert table.state.survivors["wanda"].points == 0
        assert (table.version, campaign.version) == (at_table + 1, in_campaign + 1)
