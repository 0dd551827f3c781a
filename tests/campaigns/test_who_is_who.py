"""Who is who: one person, one name, one seat, in every mission."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.members.services import invitation_make, member_join, member_rename
from campaigns.models import Campaign, Invitation, Member
from campaigns.play.services import seat_for
from companion.people.models import Person
from rules import IllegalCommand
from tests.campaigns.kit import begin, keeper_of, tell
from tests.campaigns.test_play import opened

pytestmark = pytest.mark.django_db
Browser = Callable[[Person], Client]


@pytest.fixture
def campaign(guest: Person) -> Campaign:
    return begin(guest)


@pytest.fixture
def invitation(campaign: Campaign) -> Invitation:
    return invitation_make(campaign=campaign, member=keeper_of(campaign), role=Member.Role.PLAYER)


def players(campaign: Campaign) -> set[str]:
    campaign.refresh_from_db()
    return {sheet.player for sheet in campaign.state.sheets.values()}


def test_one_taps_one_s_name_to_join(
    invitation: Invitation, campaign: Campaign, account: Person, as_person: Browser
) -> None:
    browser = as_person(account)
    address = reverse("campaigns:join", args=[invitation.token])
    page = browser.get(address).content.decode()
    assert 'value="Luis"' in page
    assert "Ned, Amy, Doug" in page
    assert 'value="Marta"' not in page, "she is here already"
    assert browser.post(address, {"name": "Luis"}).status_code == 302
    assert campaign.members.get(person=account).name == "Luis"


def test_another_spelling_is_the_same_person(
    invitation: Invitation, campaign: Campaign, account: Person
) -> None:
    member = member_join(invitation=invitation, person=account, name=" luis ")
    assert member.name == "Luis"
    table = opened(campaign)
    seat = seat_for(member=member)
    assert seat is not None
    assert (seat.name, seat.player) == ("Luis", "Luis")
    assert table.seats.count() == 2


def test_a_member_keeps_their_seat_in_every_mission(
    invitation: Invitation, campaign: Campaign, account: Person
) -> None:
    member = member_join(invitation=invitation, person=account, name="Luis")
    for code in ("M1", "M2"):
        table = opened(campaign, code)
        assert table.seats.get(person=account).player == "Luis"
        tell(campaign, "mission.finish", result="won")
        tell(campaign, "mission.book")
    assert member.name == "Luis"


def test_a_keeper_who_plays_nobody_takes_nobody_s_seat(
    campaign: Campaign, guest: Person, account: Person
) -> None:
    keeper = keeper_of(campaign)
    keeper.name = "Ana"
    keeper.save()
    marta = Member.objects.create(campaign=campaign, person=account, name="Marta")
    table = opened(campaign)
    assert table.seats.get(person=guest).player is None
    assert table.seats.get(person=account).player == "Marta"
    assert seat_for(member=marta) == table.seats.get(person=account)


def test_a_new_name_goes_with_the_sheets_and_the_seat(
    invitation: Invitation, campaign: Campaign, account: Person
) -> None:
    member = member_join(invitation=invitation, person=account, name="Luis")
    table = opened(campaign)
    member_rename(member=member, name="Luisa")
    assert players(campaign) == {"Marta", "Luisa"}
    seat = table.seats.get(person=account)
    assert (seat.name, seat.player) == ("Luisa", "Luis"), "the place of this evening stays"
    tell(campaign, "mission.finish", result="won")
    tell(campaign, "mission.book")
    assert opened(campaign, "M2").seats.get(person=account).player == "Luisa"
    for alike in ("marta", " MARTA"):
        with pytest.raises(IllegalCommand) as caught:
            member_rename(member=member, name=alike)
        assert caught.value.code == "name.alike"


def test_a_player_renames_themselves_and_the_keeper_everybody(
    invitation: Invitation, campaign: Campaign, account: Person, guest: Person, as_person: Browser
) -> None:
    luis = member_join(invitation=invitation, person=account, name="Luis")
    keeper = keeper_of(campaign)

    def rename(person: Person, member: Member, name: str) -> int:
        address = reverse("campaigns:member-name", args=[campaign.pk, member.pk])
        return as_person(person).post(address, {"name": name}).status_code

    assert rename(account, luis, "Lucho") == 302
    assert rename(account, keeper, "Boss") == 422
    assert rename(guest, luis, "Luis") == 302
    assert rename(guest, luis, "\u200b") == 422
    luis.refresh_from_db()
    assert luis.name == "Luis"
    assert players(campaign) == {"Marta", "Luis"}


def test_two_spellings_on_a_sheet_are_one_player(campaign: Campaign) -> None:
    tell(campaign, "sheet.edit", sheet="wanda", player=" luis")
    assert players(campaign) == {"Marta", "Luis"}


def test_two_spellings_at_the_beginning_are_one_player(guest: Person, as_person: Browser) -> None:
    address = reverse("campaigns:begin", args=["zombicide-2e", "infected-state"])
    body = {"name": "Los jueves", "survivors": ["wanda", "ned"], "players": "Luis, luis, LUIS"}
    assert as_person(guest).post(address, body).status_code == 302
    assert players(Campaign.objects.get()) == {"Luis"}


def test_the_way_to_the_table_ends_at_one_s_own_survivors(
    invitation: Invitation, campaign: Campaign, account: Person, guest: Person, as_person: Browser
) -> None:
    member_join(invitation=invitation, person=account, name="Luis")
    table = opened(campaign)
    play = reverse("campaigns:play", args=[campaign.pk])
    assert as_person(account).post(play).url == reverse("companion:own", args=[table.pk])
    assert as_person(guest).post(play).url == reverse("companion:table", args=[table.pk])
