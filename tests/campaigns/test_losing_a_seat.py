"""Who is taken off a campaign, or may only read it, plays at none of its tables any more."""

import uuid
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from api.services import seat_token_create
from campaigns import services as campaigns
from campaigns.members import services
from campaigns.models import Campaign, Invitation, Member
from campaigns.play.services import mission_open, seat_for
from companion import services as tables
from companion.models import Seat, Table
from companion.people.models import Person
from companion.shelf.services import table_archive
from rules import IllegalCommand
from rules.mechanics.danger import PointsAward
from tests.api.conftest import Program
from tests.campaigns.kit import begin, book_mission, command, keeper_of, tell

pytestmark = pytest.mark.django_db
Role = Member.Role
AsPerson = Callable[[Person], Client]


@pytest.fixture
def campaign(guest: Person) -> Campaign:
    return begin(guest)


@pytest.fixture
def luis(campaign: Campaign, account: Person) -> Member:
    return joined(campaign, account)


@pytest.fixture
def mission(campaign: Campaign, luis: Member) -> Table:
    return opened(campaign, keeper_of(campaign), "M1")


def joined(campaign: Campaign, person: Person, role: Role = Role.PLAYER) -> Member:
    invitation = services.invitation_make(campaign=campaign, member=keeper_of(campaign), role=role)
    return services.member_join(invitation=invitation, person=person, name=person.name)


def opened(campaign: Campaign, member: Member, mission: str) -> Table:
    return mission_open(
        campaign_id=campaign.pk,
        member=member,
        command=command(campaign, "mission.start", mission=mission),
    )


def tap(seat: Seat) -> None:
    sent = PointsAward(id=uuid.uuid4().hex, seen=0, survivor="wanda", amount=1)
    tables.command_submit(table_id=seat.table_id, seat=seat, command=sent)


def test_whoever_is_removed_loses_the_seat_its_undo_and_its_key(
    campaign: Campaign, luis: Member, mission: Table, as_person: AsPerson
) -> None:
    seat = mission.seats.get(person=luis.person)
    _token, secret = seat_token_create(seat=seat, name="lamp")
    program, phone = Program(secret), as_person(luis.person)
    page = reverse("companion:table", args=[mission.pk])
    assert program.get(f"tables/{mission.pk}/").status_code == 200
    assert phone.get(page).status_code == 200
    tap(seat)

    services.member_remove(member=luis, by=keeper_of(campaign))

    assert phone.get(page).status_code == 404
    assert program.get(f"tables/{mission.pk}/").status_code == 401
    undo = reverse("companion:undo", args=[mission.pk])
    assert phone.post(undo, {"id": "undo-0001", "seen": "1"}).status_code == 404
    for late in (
        lambda: tap(seat),
        lambda: tables.table_undo(table_id=mission.pk, seat=seat, command_id="late-0001", seen=1),
        lambda: tables.table_undo_to(
            table_id=mission.pk, seat=seat, command_id="late-0002", seen=1, seq=1
        ),
        lambda: tables.table_redo(table_id=mission.pk, seat=seat, command_id="late-0003", seen=1),
    ):
        with pytest.raises(IllegalCommand, match=r"seat\.gone"):
            late()
    assert Table.objects.get(pk=mission.pk).version == 1
    assert mission.entries.get().who == "Luis", "the log keeps the name"


def test_past_missions_are_read_no_more_either(
    campaign: Campaign, luis: Member, mission: Table, as_person: AsPerson
) -> None:
    tell(campaign, "mission.finish", result="lost")
    tell(campaign, "mission.book")
    services.member_remove(member=luis, by=keeper_of(campaign))
    story = reverse("companion:story", args=[mission.pk])
    assert as_person(luis.person).get(story).status_code == 404


def test_whoever_was_taken_off_finds_no_way_back_in(
    campaign: Campaign, luis: Member, mission: Table, as_person: AsPerson
) -> None:
    code = mission.code
    services.invitation_make(campaign=campaign, member=keeper_of(campaign), role=Role.PLAYER)
    services.member_remove(member=luis, by=keeper_of(campaign))
    assert not Invitation.objects.filter(closed_at=None).exists()
    assert as_person(luis.person).get(reverse("companion:join", args=[code])).status_code == 404
    mission.refresh_from_db()
    assert mission.code != code
    assert mission.seats.count() == 1


def test_whoever_leaves_of_their_own_will_closes_nothing(
    campaign: Campaign, luis: Member, mission: Table
) -> None:
    code = mission.code
    services.member_remove(member=luis, by=luis)
    mission.refresh_from_db()
    assert mission.code == code
    assert Invitation.objects.filter(closed_at=None).exists()
    assert not mission.seats.filter(person=luis.person).exists()


def test_a_reader_sees_and_does_not_touch(
    campaign: Campaign, luis: Member, mission: Table, as_person: AsPerson
) -> None:
    seat = mission.seats.get(person=luis.person)
    _token, secret = seat_token_create(seat=seat, name="lamp")
    services.member_set_role(member=luis, role=Role.READER)
    assert (
        as_person(luis.person).get(reverse("companion:table", args=[mission.pk])).status_code == 200
    )
    body = {"kind": "points.award", "id": "tap-00001", "seen": 0, "survivor": "wanda", "amount": 1}
    assert Program(secret).post(f"tables/{mission.pk}/commands/", body).status_code == 403
    with pytest.raises(IllegalCommand, match=r"seat\.reader"):
        tap(seat)
    services.member_set_role(member=luis, role=Role.PLAYER)
    tap(seat)
    assert Table.objects.get(pk=mission.pk).version == 1


def test_who_plays_again_does_not_push_anybody_from_the_place(
    campaign: Campaign, luis: Member, mission: Table
) -> None:
    services.member_set_role(member=luis, role=Role.READER)
    Seat.objects.create(
        table=mission, person=Person.objects.create_guest(name="Eva"), name="Eva", player="Luis"
    )
    services.member_set_role(member=luis, role=Role.PLAYER)
    assert mission.seats.get(person=luis.person).player is None
    assert mission.seats.filter(player="Luis").count() == 1


@pytest.mark.parametrize("how", ["removed", "reader", "handed over"])
def test_a_table_always_has_a_keeper_of_the_campaign(
    campaign: Campaign, luis: Member, account: Person, how: str
) -> None:
    """Even if nobody else at the table kept it: the last keeper's seat does not block it."""
    marta = keeper_of(campaign)
    table = opened(campaign, marta, "M1")
    services.member_set_role(member=luis, role=Role.KEEPER)
    table.seats.filter(person=account).delete()
    if how == "removed":
        services.member_remove(member=marta, by=luis)
    elif how == "reader":
        services.member_set_role(member=marta, role=Role.READER)
    else:
        services.campaign_hand_over(giver=marta, taker=luis)
    assert table.seats.get(role=Seat.Role.KEEPER).person == account


def test_a_campaign_takes_nothing_from_somebody_who_was_just_removed(
    campaign: Campaign, luis: Member
) -> None:
    stale = Member.objects.select_related("campaign").get(pk=luis.pk)
    services.member_remove(member=luis, by=keeper_of(campaign))
    sent = command(campaign, "achievement.earn", achievement="x")
    for late in (
        lambda: campaigns.campaign_submit(campaign_id=campaign.pk, member=stale, command=sent),
        lambda: campaigns.campaign_undo(
            campaign_id=campaign.pk, member=stale, command_id="late-0001", seen=0
        ),
    ):
        with pytest.raises(IllegalCommand, match=r"member\.gone"):
            late()


def test_a_keeper_who_steps_down_decides_no_more(campaign: Campaign, luis: Member) -> None:
    services.member_set_role(member=luis, role=Role.KEEPER)
    stale = Member.objects.select_related("campaign").get(pk=luis.pk)
    services.member_set_role(member=luis, role=Role.PLAYER)
    with pytest.raises(IllegalCommand, match=r"member\.keeper_only"):
        campaigns.campaign_submit(
            campaign_id=campaign.pk,
            member=stale,
            command=command(campaign, "mission.start", mission="M1"),
        )


def test_an_archived_table_stays_in_step_with_its_campaign(
    campaign: Campaign, mission: Table
) -> None:
    """What the campaign tells is no tap; nobody new sits down."""
    table_archive(table=mission, archived=True)
    tell(campaign, "sheet.amend", sheet="wanda", points=20, extra_actions=2, reason="x")
    mission.refresh_from_db()
    assert mission.state.survivors["wanda"].extra_actions == 2
    eva = joined(campaign, Person.objects.create_guest(name="Eva"))
    assert not mission.seats.filter(person=eva.person).exists()
    with pytest.raises(IllegalCommand, match=r"table\.archived"):
        seat_for(member=eva)
    table_archive(table=mission, archived=False)
    assert seat_for(member=eva) is not None


def test_removing_costs_the_same_however_many_tables_there_are_not(campaign: Campaign) -> None:
    """A campaign on paper has no tables: nothing to follow, and nothing fails."""
    book_mission(campaign, "M1")
    eva = joined(campaign, Person.objects.create_guest(name="Eva"))
    services.member_remove(member=eva, by=keeper_of(campaign))
    assert campaign.members.count() == 1
