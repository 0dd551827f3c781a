"""Who belongs to a campaign: roles, links, leaving, handing over, the bin."""

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.members import services
from campaigns.members.leaving import REMEMBERED, SECONDS
from campaigns.models import Campaign, Member
from campaigns.play.services import mission_open
from campaigns.shelf.services import campaign_bin, campaigns_bin_empty
from companion.people.models import Person
from companion.people.services import guest_absorb
from rules import IllegalCommand
from tests.campaigns.kit import begin, command, keeper_of

pytestmark = pytest.mark.django_db
Role = Member.Role
Browser = Callable[[Person], Client]


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


class TestLeavingByThePage:
    """It is asked first, and for an hour there is a way back."""

    @pytest.fixture
    def luis(self, campaign: Campaign, account: Person) -> Member:
        return joined(campaign, account)

    @pytest.fixture
    def phone(self, luis: Member, as_person: Browser) -> Client:
        client = as_person(luis.person)
        client.cookies["django_language"] = "en"
        return client

    def leave(self, phone: Client, luis: Member) -> str:
        where = reverse("campaigns:remove", args=[luis.campaign_id, luis.pk])
        return phone.post(where, follow=True).content.decode()

    def back(self, phone: Client, campaign: Campaign) -> int:
        return phone.post(reverse("campaigns:come-back", args=[campaign.pk])).status_code

    def test_the_page_names_what_is_given_up_before_it_leaves(
        self, phone: Client, luis: Member
    ) -> None:
        services.member_rename(member=luis, name="Luis")
        page = phone.get(reverse("campaigns:members", args=[luis.campaign_id])).content.decode()
        asked = re.search(r'<details class="asked[^>]*id="leave">.*?</details>', page, re.S)
        assert asked is not None
        question = asked[0].partition("<form")[2]
        assert (
            "These survivors stay in the campaign, for other players: Ned, Amy, Doug." in question
        )
        assert "You lose your seats at its tables." in question
        assert page.count(f"/members/{luis.pk}/remove/") == question.count("/remove/") == 1

    def test_whoever_left_goes_back_as_they_were(
        self, phone: Client, luis: Member, campaign: Campaign
    ) -> None:
        services.member_set_role(member=luis, role=Role.READER)
        table = mission_open(
            campaign_id=campaign.pk,
            member=keeper_of(campaign),
            command=command(campaign, "mission.start", mission="M1"),
        )
        page = self.leave(phone, luis)
        assert "You have left “Los jueves”. Go back into it." in page
        assert not campaign.members.filter(person=luis.person).exists()
        assert self.back(phone, campaign) == 302
        again = campaign.members.get(person=luis.person)
        assert (again.name, again.role) == (luis.name, Role.READER)
        assert table.seats.filter(person=luis.person).exists()
        assert self.back(phone, campaign) == 404  # taken once

    def test_the_way_back_ends_where_a_keeper_closes_invitations(
        self, phone: Client, luis: Member, campaign: Campaign
    ) -> None:
        link = services.invitation_make(
            campaign=campaign, member=keeper_of(campaign), role=Role.PLAYER
        )
        self.leave(phone, luis)
        services.invitation_close(invitation=link)
        assert self.back(phone, campaign) == 422
        assert not campaign.members.filter(person=luis.person).exists()
        listed = phone.get(reverse("campaigns:campaigns")).content.decode()
        assert "You have left" not in listed

    def test_the_way_back_ends_after_an_hour(
        self, phone: Client, luis: Member, campaign: Campaign
    ) -> None:
        self.leave(phone, luis)
        session = phone.session
        session[REMEMBERED] = [[*left[:-1], left[-1] - SECONDS] for left in session[REMEMBERED]]
        session.save()
        assert self.back(phone, campaign) == 422

    def test_another_phone_has_no_way_back(
        self, phone: Client, luis: Member, campaign: Campaign, as_person: Browser
    ) -> None:
        self.leave(phone, luis)
        assert self.back(as_person(luis.person), campaign) == 404
        assert self.back(as_person(Person.objects.create(name="Noa")), campaign) == 404

    def test_the_only_keeper_is_told_what_to_do_first(
        self, campaign: Campaign, guest: Person, luis: Member, as_person: Browser
    ) -> None:
        keeper = as_person(guest)
        keeper.cookies["django_language"] = "en"
        where = reverse("campaigns:members", args=[campaign.pk])
        page = keeper.get(where).content.decode()
        me = keeper_of(campaign)
        assert f"/members/{me.pk}/remove/" not in page
        assert "You alone keep this campaign. Hand it over first" in page
        services.member_set_role(member=luis, role=Role.KEEPER)
        assert f"/members/{me.pk}/remove/" in keeper.get(where).content.decode()


IRREVERSIBLE = (
    "campaigns:remove",
    "campaigns:hand-over",
    "campaigns:close-invitation",
    "companion:seat-remove",
    "people:app-remove",
    "people:passkey-remove",
    "people:codes",
    "people:sign-out-everywhere",
)


def test_what_cannot_be_undone_is_asked_first_on_every_page() -> None:
    """Such an address is a template's `action` for the question, and no form's own."""
    for template in (Path(settings.BASE_DIR) / "templates").rglob("*.html"):
        text = template.read_text()
        for address in IRREVERSIBLE:
            direct = re.findall(rf'action="{{% url "{address}"', text)
            assert not direct, f"{template.name}: {address}"
    used = {
        address
        for template in (Path(settings.BASE_DIR) / "templates").rglob("*.html")
        for address in re.findall(r'{% url "([^"]+)"[^%]* as action %}', template.read_text())
    }
    assert set(IRREVERSIBLE) <= used


def test_a_link_for_reading_offers_no_place_of_a_player(
    account: Person, as_person: Browser, guest: Person
) -> None:
    campaign = begin(account)
    for role, is_reader in ((Role.READER, True), (Role.PLAYER, False)):
        link = services.invitation_make(campaign=campaign, member=keeper_of(campaign), role=role)
        url = reverse("campaigns:join", args=[link.token])
        words = as_person(guest).get(url, HTTP_ACCEPT_LANGUAGE="en").content.decode()
        assert ("This link is for reading" in words) is is_reader
        assert ('class="option"' in words) is not is_reader
