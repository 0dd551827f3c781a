"""What everybody at a campaign's table is shown at once, and the television at its end."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.members.services import member_remove
from campaigns.models import Campaign, Member
from campaigns.play.services import seat_for
from companion import hooks
from companion.models import Seat, Table
from companion.people.models import Person
from companion.services import seat_give
from rules import IllegalCommand
from rules.mechanics.clock import ClockSet
from rules.mechanics.missions.mission import MissionTick
from rules.mechanics.rounds import MissionEnd, PhaseNext
from rules.mechanics.wounds.wound import WoundTake
from tests.campaigns.kit import begin, keeper_of, tell
from tests.campaigns.test_play import opened, tap, undo

pytestmark = pytest.mark.django_db
Browser = Callable[[Person], Client]


@pytest.fixture
def campaign(guest: Person) -> Campaign:
    return begin(guest)


@pytest.fixture
def mission(campaign: Campaign) -> Table:
    return opened(campaign)


@pytest.fixture
def phone(guest: Person, as_person: Browser) -> Client:
    return as_person(guest)


@pytest.fixture
def television(mission: Table, account: Person, as_person: Browser) -> Client:
    seat_give(table=mission, person=account, name="", role=Seat.Role.READER)
    return as_person(account)


def ask(client: Client, where: str, table: Table, *more: str, seen: int | None = None) -> str:
    table.refresh_from_db()
    query = {} if seen is None else {"seen": str(seen)}
    headers = {"Accept-Language": "en", "HX-Request": "true"}
    address = reverse(f"companion:{where}", args=[table.pk, *more])
    return client.get(address, query, headers=headers).content.decode()


def let_die(table: Table) -> int:
    """Doug falls and is left behind; the version before the step that kills him."""
    tap(table, WoundTake, survivor="doug", count=3)
    for _ in range(5):
        tap(table, PhaseNext, overrule=True)
    table.refresh_from_db()
    return table.version


def test_a_death_is_a_card_for_everybody(
    campaign: Campaign, mission: Table, phone: Client, television: Client
) -> None:
    tap(mission, survivor="doug", amount=19)
    tell(campaign, "achievement.earn", achievement="let-there-be-light")
    before = let_die(mission)
    tap(mission, PhaseNext, overrule=True)
    for page in (
        ask(phone, "board", mission, seen=before),
        ask(phone, "mine", mission, "wanda", seen=before),
    ):
        assert 'id="moment"' in page
        assert "data-seconds" not in page.partition('id="moment"')[2].partition(">")[0]
        assert "dead for the rest of the campaign" in page
        assert "Nobody picked Doug up before the end of round 2" in page
        assert "equipment, 1 CEP" in page
        assert "only the achievements" in page
        assert "5 are still standing" in page
        assert "Luis, who follows?" in page, "he has no phone: the keeper is asked"
        assert "At the end of the mission" in page
    on_screen = ask(television, "screen", mission)
    assert "tv--notice" in on_screen
    assert "Dead for the rest of the campaign" in on_screen
    assert "Luis chooses, now or at the end of the mission" in on_screen
    assert "sheet.succeed" not in on_screen
    known = mission.version
    assert 'id="moment"' not in ask(phone, "board", mission, seen=known)
    undo(mission)
    assert 'id="moment"' not in ask(phone, "board", mission, seen=known)
    assert "tv--notice" not in ask(television, "screen", mission)


def test_the_one_whose_tap_lets_somebody_die_is_shown_it_too(
    campaign: Campaign, mission: Table, phone: Client
) -> None:
    before = let_die(mission)
    address = reverse("companion:command", args=[mission.pk])
    sent = {"kind": "phase.next", "id": "a-tap-of-hers", "seen": str(before), "overrule": "on"}
    answer = phone.post(
        f"{address}?seen={before}", sent, headers={"HX-Request": "true", "Accept-Language": "en"}
    )
    assert "dead for the rest of the campaign" in answer.content.decode()


def test_the_button_that_lets_somebody_die_says_so_in_both_languages(
    campaign: Campaign, mission: Table, phone: Client
) -> None:
    let_die(mission)
    address = reverse("companion:table", args=[mission.pk])
    for language, words in (("es", "Doug: muere si nadie"), ("en", "Doug: dead unless picked up")):
        phone.cookies["django_language"] = language
        assert words in phone.get(address).content.decode()


def test_night_falls_and_day_breaks_for_everybody(mission: Table, phone: Client) -> None:
    tap(mission, ClockSet, hour=18)
    mission.refresh_from_db()
    before = mission.version
    tap(mission, ClockSet, hour=19)
    page = ask(phone, "board", mission, seen=before)
    assert "Night falls" in page
    assert 'data-seconds="12"' in page
    assert "hit with 6" in page
    before = mission.version
    tap(mission, ClockSet, hour=7)
    assert "Day breaks" in ask(phone, "board", mission, seen=before)


def test_a_goal_that_is_met_says_what_is_left(mission: Table, phone: Client) -> None:
    mission.refresh_from_db()
    before = mission.version
    tap(mission, MissionTick, item="goal-1", done=True)
    page = ask(phone, "board", mission, seen=before)
    assert "Goal met" in page
    assert "Open every door of the restaurant" in page
    assert "objective cards" in page.partition("Goal met")[2]


def test_a_table_in_free_play_asks_no_campaign(table: Table) -> None:
    seat = table.seats.select_related("table")[0]
    with CaptureQueriesContext(connection) as asked:
        assert hooks.noticed(seat, table.state, table.state) == []
        assert hooks.aftermath_of(table) is None
        assert hooks.table_after(seat) is None
    assert len(asked) == 0


def test_the_television_shows_what_the_mission_gave(
    campaign: Campaign, mission: Table, television: Client
) -> None:
    tap(mission, survivor="wanda", amount=43)
    tap(mission, MissionEnd, result="won")
    page = ask(television, "screen", mission)
    assert "+2 CEP" in page
    assert "+0 CEP" not in page
    assert "upkeep, rewards and the booking" in page


def test_the_television_follows_the_steps_of_the_end(
    campaign: Campaign, mission: Table, television: Client
) -> None:
    """What the campaign's phones do is news, though the table has not moved."""

    def after(kind: str, **said: object) -> str:
        mission.refresh_from_db()
        seen = {"seen": str(mission.version), "beside": str(hooks.beside_version(mission))}
        address = reverse("companion:screen", args=[mission.pk])
        headers = {"Accept-Language": "en", "HX-Request": "true"}
        assert television.get(address, seen, headers=headers).status_code == 204
        tell(campaign, kind, **said)
        return television.get(address, seen, headers=headers).content.decode()

    tap(mission, survivor="wanda", amount=43)
    let_die(mission)
    tap(mission, PhaseNext, overrule=True)
    tap(mission, MissionEnd, result="won")
    mission.refresh_from_db()
    page = after(
        "mission.finish", result="won", carried={"ned": ["machete"]}, dead=["doug"], reached={}
    )
    assert "Upkeep, on the phone of Marta" in page
    assert "0 of 1 card" in page
    assert "69\N{NO-BREAK SPACE}%" in page
    page = after("upkeep.roll", sheet="ned", card="machete-1")
    assert "</b> Rewards" in page.replace("\n", " ")
    assert "reward to choose" in page.lower()
    page = after("reward.choose", sheet="wanda", skill="hoard")
    assert "Luis chooses who follows" in page
    page = after("sheet.succeed", sheet="doug", successor="josh", name="Josh")
    assert "Booking, on the phone of Marta" in page
    assert page.count("tv-way") == 1
    page = after("mission.book")
    assert "booked; next comes" in page
    assert "+2 CEP" in page
    assert "Follows Doug" in page
    mission.refresh_from_db()
    assert not mission.is_open


def test_only_the_player_of_the_dead_one_chooses_who_follows(
    campaign: Campaign, mission: Table, account: Person, as_person: Browser, phone: Client
) -> None:
    before = let_die(mission)
    with pytest.raises(IllegalCommand, match=r"sheet\.not_dead"):
        tell(campaign, "sheet.succeed", sheet="doug", successor="josh", name="Josh")
    tap(mission, PhaseNext, overrule=True)
    luis = Member.objects.create(campaign=campaign, person=account, name="Luis")
    seat_for(member=luis)
    his = as_person(account)
    assert "Luis, who follows?" in ask(his, "board", mission, seen=before)
    hers = ask(phone, "board", mission, seen=before)
    assert "Luis chooses, now or at the end of the mission" in hers
    assert "sheet.succeed" not in hers
    with pytest.raises(IllegalCommand, match=r"sheet\.others_choose"):
        tell(campaign, "sheet.succeed", sheet="doug", successor="josh", name="Josh")
    page = reverse("campaigns:heir", args=[campaign.pk, "doug"])
    in_english = {"Accept-Language": "en"}
    assert "Luis chooses who follows" in phone.get(page, headers=in_english).content.decode()
    assert 'value="josh"' in his.get(page).content.decode()
    heir = {"sheet": "doug", "successor": "josh", "name": "Josh"}
    assert tell(campaign, "sheet.succeed", by=luis, **heir).heirs["doug"].name == "Josh"
    assert "Josh follows." in ask(phone, "board", mission)
    state = tell(campaign, "mission.finish", result="won", dead=["doug"])
    assert state.ending is not None
    assert state.ending.heirs["doug"].name == "Josh"
    assert state.heirs == {}
    state = tell(campaign, "mission.book")
    assert state.sheets["josh"].player == "Luis"


def test_a_rescue_is_called_for_until_it_is_done(mission: Table, phone: Client) -> None:
    tap(mission, WoundTake, survivor="doug", count=3)
    for _ in range(2):
        page = ask(phone, "board", mission)
        assert "Doug: pick up before the end of round 2" in page
        assert "rescue-doug" in ask(phone, "mine", mission, "wanda")
        for _phase in range(3):
            tap(mission, PhaseNext, overrule=True)
    assert "rescue-doug" not in ask(phone, "board", mission)


def test_the_next_mission_takes_everybody_along(
    campaign: Campaign, mission: Table, phone: Client, television: Client
) -> None:
    def onward(client: Client) -> object:
        return client.get(reverse("companion:live", args=[mission.pk])).json()["onward"]

    tell(campaign, "mission.finish", result="won")
    tell(campaign, "mission.book")
    assert (onward(phone), onward(television)) == (None, None)
    following = opened(campaign, "M2")
    address = reverse("companion:table", args=[following.pk])
    assert (onward(phone), onward(television)) == (address, address)
    assert following.seats.filter(role=Seat.Role.READER).count() == 1
    here = phone.get(reverse("companion:live", args=[following.pk])).json()
    assert here["onward"] is None


def test_whoever_left_the_campaign_is_not_taken_along(
    campaign: Campaign, mission: Table, account: Person
) -> None:
    luis = Member.objects.create(campaign=campaign, person=account, name="Luis")
    seat_for(member=luis)
    member_remove(member=luis, by=keeper_of(campaign))
    tell(campaign, "mission.finish", result="won")
    tell(campaign, "mission.book")
    assert not opened(campaign, "M2").seats.filter(person=account).exists()
