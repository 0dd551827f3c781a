"""Who belongs to a campaign: roles, links, leaving, handing over, the bin."""

from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.members import services
from campaigns.models import Campaign, Member
from campaigns.play.services import mission_open
from campaigns.shelf.services import campaign_bin, campaigns_bin_empty
from companion.people.models import Person
from companion.people.services import guest_absorb
from rules import IllegalCommand
from tests.campaigns.kit import begin, command, keeper_of

pytestmark = pytest.mark.django_db
Role = Member.Role


@pytest.fixture
def campaign(guest: Person) -> Campaign:
    return begin(guest)


def joined(campaign: Campaign, person: Person, role: Role = Role.PLAYER) -> Member:
    invitation = services.invitation_make(campaign=campaign, member=keeper_of(campaign), role=role)
    return services.member_join(invitation=invitation, person=person, name=person.name)


@pytest.mark.parametrize("role", Role)
def test_a_link_gives_the_role_it_was_made_for(
    campaign: Campaign, account: Person, role: Role
) -> None:
    assert joined(campaign, account, role).role == role


def test_a_link_opens_until_it_is_closed(campaign: Campaign, account: Person) -> None:
    invitation = services.invitation_make(
        campaign=campaign, member=keeper_of(campaign), role=Role.PLAYER
    )
    services.invitation_close(invitation=invitation)
    with pytest.raises(IllegalCommand, match=r"invitation\.closed"):
        services.member_join(invitation=invitation, person=account, name="Luis")
    assert campaign.members.count() == 1


def test_who_belongs_already_stays_what_they_are(campaign: Campaign, guest: Person) -> None:
    assert joined(campaign, guest, Role.READER).role == Role.KEEPER


def test_joining_during_a_mission_gives_a_seat_at_its_table(
    campaign: Campaign, account: Person
) -> None:
    table = mission_open(
        campaign_id=campaign.pk,
        member=keeper_of(campaign),
        command=command(campaign, "mission.start", mission="M1"),
    )
    joined(campaign, account)
    assert table.seats.filter(person=account, role="player").exists()


@pytest.mark.parametrize("name", ["", " ", "x" * 61, "\x00"])
def test_a_name_that_is_none(campaign: Campaign, account: Person, name: str) -> None:
    invitation = services.invitation_make(
        campaign=campaign, member=keeper_of(campaign), role=Role.PLAYER
    )
    with pytest.raises(IllegalCommand, match=r"seat\.name"):
        services.member_join(invitation=invitation, person=account, name=name)


def test_one_keeper_always_stays(campaign: Campaign, account: Person) -> None:
    keeper, luis = keeper_of(campaign), joined(campaign, account)
    for step in (
        lambda: services.member_remove(member=keeper, by=keeper),
        lambda: services.member_set_role(member=keeper, role=Role.PLAYER),
    ):
        with pytest.raises(IllegalCommand, match=r"member\.last_keeper"):
            step()
    services.campaign_hand_over(giver=keeper, taker=luis)
    keeper.refresh_from_db()
    luis.refresh_from_db()
    assert (keeper.role, luis.role) == (Role.PLAYER, Role.KEEPER)
    services.member_remove(member=keeper, by=luis)
    assert list(campaign.members.all()) == [luis]


def test_a_guest_who_signs_in_brings_the_campaigns_along(
    campaign: Campaign, guest: Person, account: Person
) -> None:
    joined(campaign, account, Role.READER)
    guest_absorb(guest=guest, account=account)
    member = campaign.members.get()
    assert (member.person, member.role) == (account, Role.KEEPER)


def test_who_is_removed_for_good_leaves_the_campaign_to_the_others(
    campaign: Campaign, guest: Person, account: Person
) -> None:
    luis = joined(campaign, account)
    services.memberships_release(guest)
    luis.refresh_from_db()
    assert luis.role == Role.KEEPER
    services.memberships_release(account)
    assert not Campaign.objects.exists()


def test_the_bin_keeps_thirty_days(campaign: Campaign) -> None:
    campaign_bin(campaign=campaign)
    assert campaigns_bin_empty() == 0
    Campaign.objects.update(binned_at=timezone.now() - timedelta(days=31))
    assert campaigns_bin_empty() == 1
    assert not Campaign.objects.exists()


def test_so_many_links_and_no_more(campaign: Campaign) -> None:
    for _ in range(services.MOST_INVITATIONS):
        services.invitation_make(campaign=campaign, member=keeper_of(campaign), role=Role.PLAYER)
    with pytest.raises(IllegalCommand, match=r"invitation\.too_many"):
        services.invitation_make(campaign=campaign, member=keeper_of(campaign), role=Role.PLAYER)
