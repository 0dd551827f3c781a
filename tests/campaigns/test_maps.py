"""Maps of a campaign: copied in rows, or drawn in the workshop and brought along."""

import json
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign, Member, MissionRun
from campaigns.transfer.document import read_document
from campaigns.transfer.services import campaign_export
from companion.models import Table
from companion.people.models import Person
from companion.workshop.models import HousePack
from companion.workshop.selectors import newest_of
from rules.campaign.maps import maps_drawn
from tests.campaigns.kit import begin, tell

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]


@pytest.fixture
def campaign(guest: Person) -> Campaign:
    return begin(guest)


@pytest.fixture
def keeper(as_person: AsPerson, guest: Person, campaign: Campaign) -> Client:
    return as_person(guest)


def at(name: str, campaign: Campaign) -> str:
    return reverse(f"campaigns:{name}", args=[campaign.pk])


_ids = iter(range(10_000))


def draw(client: Client, address: str, wanted: dict[str, object]) -> None:
    sent = {"id": f"camp-map-{next(_ids):04}", "wanted": json.dumps(wanted)}
    assert client.post(f"{address}draw/", sent).status_code == 302


def bring(client: Client, campaign: Campaign, mission: str, key: str) -> int:
    sent = {"id": f"bring-{next(_ids):06}", "seen": "0", "mission": mission, "map": key}
    return client.post(at("map-bring", campaign), sent).status_code


@pytest.fixture
def drawn(keeper: Client, campaign: Campaign) -> HousePack:
    """The map of M4, whose tiles only the book shows, drawn in the workshop."""
    went = keeper.post(at("map-draw", campaign), {"mission": "M4"})
    assert went.status_code == 302
    assert keeper.post(at("map-draw", campaign), {"mission": "M4"}).url == went.url, "it is there"
    pack = HousePack.objects.get()
    assert pack.name == campaign.name
    assert keeper.get(went.url).status_code == 200
    draw(
        keeper,
        went.url,
        {
            "tiles/10": {"tile": "10V", "row": 1, "column": 0},
            "tiles/11": {"tile": "11V", "row": 1, "column": 1, "turn": 2},
            "tokens/10.a1.spawn": {"number": 1, "colour": "red", "start": True},
            "tokens/11.c3.spawn": {"number": 2, "colour": "green", "asleep": True},
            "tokens/1.b2.start": {},
        },
    )
    return pack


def test_a_map_drawn_in_the_workshop_is_brought_to_the_campaign(
    keeper: Client, campaign: Campaign, drawn: HousePack
) -> None:
    briefing = keeper.get(at("start", campaign), {"mission": "M4"})
    [own] = briefing.context["maps_to_bring"]
    assert bring(keeper, campaign, "M4", own.key) == 302
    campaign.refresh_from_db()
    assert list(campaign.state.maps) == ["M4"]
    assert campaign.state.maps["M4"].tokens["11.c3.spawn"].asleep
    briefing = keeper.get(at("start", campaign), {"mission": "M4"}).content.decode()
    assert 'data-key="tokens/10.a1.spawn"' in briefing
    assert "2 spawn zones, as your map has them." in briefing
    sent = {"mission": "M4", "out_of_order": "true", "where": "table", "zones": "7"}
    keeper.post(at("start", campaign), {**sent, "id": "start-0001", "seen": str(campaign.version)})
    table = Table.objects.get()
    zones = [(zone.id, zone.colour, zone.active_from) for zone in table.state.zones]
    assert zones == [("1", None, 1), ("2", "green", None)]
    page = keeper.get(reverse("companion:sheet", args=[table.pk, "mission"])).content.decode()
    assert 'data-key="tokens/11.c3.spawn"' in page
    objectives = keeper.get(at("objectives", campaign)).content.decode()
    assert 'data-key="tokens/11.c3.spawn"' in objectives
    assert read_document(campaign_export(campaign))[0].state.maps == campaign.state.maps


def test_a_map_brought_while_the_mission_runs_is_at_its_table_at_once(
    keeper: Client, campaign: Campaign, drawn: HousePack
) -> None:
    sent = {"mission": "M4", "out_of_order": "true", "where": "table", "id": "start-0002"}
    keeper.post(at("start", campaign), {**sent, "seen": str(campaign.version)})
    table = MissionRun.objects.get().table
    assert table is not None
    sheet = reverse("companion:sheet", args=[table.pk, "mission"])
    assert "mapfig" not in keeper.get(sheet).content.decode()
    [own] = keeper.get(at("objectives", campaign)).context["maps_to_bring"]
    assert bring(keeper, campaign, "M4", own.key) == 302
    assert 'data-key="tokens/10.a1.spawn"' in keeper.get(sheet).content.decode()
    campaign.refresh_from_db()
    undo = {"id": "undo-00001", "seen": str(campaign.version)}
    assert keeper.post(at("undo", campaign), undo).status_code == 302
    assert "mapfig" not in keeper.get(sheet).content.decode()


def test_rows_and_drawings_are_one_kind_of_map(
    keeper: Client, campaign: Campaign, drawn: HousePack
) -> None:
    tell(campaign, "map.draw", mission="M8", rows=("11R 12V", "- 13V", "14V 15V"))
    tell(campaign, "map.draw", mission="M4", rows=("1R 3R 6R", "9R 10V 11V"))
    campaign.refresh_from_db()
    maps = maps_drawn(campaign.state)
    assert maps["M8"].tiles["13"].column == 1
    assert maps["M4"].tokens == {}
    [own] = keeper.get(at("start", campaign), {"mission": "M4"}).context["maps_to_bring"]
    bring(keeper, campaign, "M4", own.key)
    campaign.refresh_from_db()
    assert list(campaign.state.layouts) == ["M8"], "the drawing has taken the place of the rows"
    assert maps_drawn(campaign.state)["M4"].tokens
    tell(campaign, "map.draw", mission="M4")
    campaign.refresh_from_db()
    assert "M4" not in maps_drawn(campaign.state), "without a map it is forgotten"


def test_a_map_of_other_tiles_is_refused(
    keeper: Client, campaign: Campaign, drawn: HousePack
) -> None:
    content = newest_of(drawn).content
    key = drawn.mission_key(content.missions[0].id)
    assert bring(keeper, campaign, "M1", key) == 422
    assert bring(keeper, campaign, "M99", key) == 422
    assert bring(keeper, campaign, "M4", "house:nonsense:m1") == 422
    assert keeper.post(at("map-draw", campaign), {"mission": "M99"}).status_code == 404
    campaign.refresh_from_db()
    assert campaign.state.maps == {}


def test_nobody_brings_a_map_out_of_a_pack_that_is_not_theirs(
    as_person: AsPerson, campaign: Campaign, drawn: HousePack, account: Person
) -> None:
    Member.objects.create(campaign=campaign, person=account, name="Luis")
    his = as_person(account)
    key = drawn.mission_key(newest_of(drawn).content.missions[0].id)
    assert his.get(at("objectives", campaign)).status_code in (200, 302)
    assert bring(his, campaign, "M4", key) == 422
