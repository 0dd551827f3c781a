"""A pack's missions as a campaign: put on a road in the workshop, played from one to the next."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from campaigns.models import Campaign
from campaigns.printing.history import campaign_facts
from campaigns.printing.paper.campaign import campaign_from_paper, campaign_on_paper
from campaigns.transfer.document import read_document
from campaigns.transfer.services import campaign_export, campaign_import, campaign_saved
from campaigns.words import mission_title
from companion.people.models import Person
from companion.workshop.models import HousePack
from companion.workshop.selectors import newest_of, pack_file
from companion.workshop.services import packs_bin_empty, piece_change
from rules.campaign import book_of, next_missions
from rules.workshop import read_file
from rules.workshop.draft import Said
from tests.campaigns.kit import tell
from tests.workshop.kit import GAME, add_cards, add_tutorial, make_pack

pytestmark = pytest.mark.django_db


AsPerson = Callable[[Person], Client]


@pytest.fixture
def client(as_person: AsPerson, guest: Person) -> Client:
    return as_person(guest)


@pytest.fixture
def pack(guest: Person) -> HousePack:
    """Three missions: m1, m2 and m3."""
    made = make_pack(guest)
    for title in ("The gate", "The well", "The tower"):
        draft = add_tutorial(made)
        piece_change(
            member=made.members.get(),
            kind="missions",
            key=draft.id,
            change=lambda now, title=title: replace(now, title=Said(en=title, es=f"{title} (es)")),
        )
    return made


def tap(client: Client, pack: HousePack, tap: str, **said: object) -> int:
    """One tap on the road's page, as its form would send it."""
    url = reverse("workshop:road", args=[pack.pk])
    shown = client.get(url).context
    sent: dict[str, object] = {"was": shown["was"], "tap": tap}
    sent["order"] = [row.step.id for row in shown["rows"]]
    for row in shown["rows"]:
        sent[f"won:{row.step.id}"] = [*row.step.won, *(["."] if row.step.won_ends else [])]
        sent[f"lost:{row.step.id}"] = [*row.step.lost, *(["."] if row.step.lost_ends else [])]
    return client.post(url, {**sent, **said}).status_code


def begin(client: Client, pack: HousePack) -> Campaign:
    url = reverse("campaigns:begin", args=[GAME, "free"]) + f"?pack={pack.pk}"
    page = client.get(url).content
    assert b"The tower" in page
    assert b"Missions of your own" in page  # not free: they have an order
    assert b"Free campaign" not in page
    survivor = client.get(url).context["book"].pack.survivors[0].id
    sent = {"name": "The long winter", "survivors": [survivor], "players": "Marta"}
    assert client.post(url, sent).status_code == 302
    return Campaign.objects.latest("created_at")


def played(campaign: Campaign, mission: str, result: str = "won") -> None:
    """On paper, to its booking."""
    tell(campaign, "mission.start", mission=mission)
    tell(campaign, "mission.finish", result=result)
    tell(campaign, "mission.book")
    campaign.refresh_from_db()


def ways(campaign: Campaign) -> tuple[str, ...]:
    return next_missions(campaign.state, book_of(campaign.state))


def test_missions_in_an_order_lead_from_one_to_the_next(client: Client, pack: HousePack) -> None:
    assert tap(client, pack, "all:") == 302
    assert tap(client, pack, "up:m3") == 302
    assert [leg.mission for leg in newest_of(pack).content.legs] == ["m1", "m3", "m2"]
    campaign = begin(client, pack)
    page = reverse("campaigns:campaign", args=[campaign.pk])
    assert b'id="next-m1"' in client.get(page).content
    played(campaign, "m1", "lost")
    assert ways(campaign) == ("m1",), "a lost one is played again"
    played(campaign, "m1")
    assert b"The tower" in client.get(page).content
    played(campaign, "m3")
    played(campaign, "m2")
    assert campaign.state.result == "won"
    assert b'id="next-' not in client.get(page).content


def test_a_tree_parts_and_ends_as_it_says(client: Client, pack: HousePack) -> None:
    tap(client, pack, "all:")
    tap(client, pack, "save:m1", **{"won:m1": ["m2", "m3"], "lost:m1": ["m3"]})
    tap(client, pack, "save:m2", **{"won:m2": ["."]})
    assert tap(client, pack, "save:m3", **{"lost:m3": ["."]}) == 302
    road = newest_of(pack).content.legs
    assert [(leg.won, leg.lost) for leg in road] == [
        (("m2", "m3"), ("m3",)),
        ((), ("m2",)),
        ((), ()),
    ]
    campaign = begin(client, pack)
    played(campaign, "m1")
    content = client.get(reverse("campaigns:campaign", args=[campaign.pk])).content
    assert b'id="next-m2"' in content
    assert b'id="next-m3"' in content
    tell(campaign, "mission.amend", number=1, result="lost", reason="a slip")
    campaign.refresh_from_db()
    assert ways(campaign) == ("m3",)
    played(campaign, "m3", "lost")
    assert campaign.state.result == "lost"
    tell(campaign, "mission.amend", number=2, result="won", reason="a slip")
    campaign.refresh_from_db()
    assert campaign.state.result == "won"


def test_its_table_plays_the_mission_of_the_version_it_was_begun_with(
    client: Client, pack: HousePack
) -> None:
    add_cards(pack)
    maker = pack.members.get()
    piece_change(
        member=maker, kind="missions", key="m1", change=lambda now: replace(now, decks=("d1",))
    )
    tap(client, pack, "all:")
    campaign = begin(client, pack)
    first = newest_of(pack)
    piece_change(
        member=maker, kind="missions", key="m1", change=lambda now: replace(now, code="Z9")
    )
    assert newest_of(pack).number == first.number + 1
    url = reverse("campaigns:start", args=[campaign.pk]) + "?mission=m1"
    shown = client.get(url)
    assert shown.context["mission"].code == "A0"
    sent = {"id": shown.context["command_id"], "seen": campaign.version, "mission": "m1"}
    answer = client.post(url, {**sent, "where": "table"})
    assert answer.status_code == 302
    table = campaign.runs.get().table
    assert table is not None
    assert table.mission == pack.mission_key("m1")
    assert table.pack_version == first
    assert table.state.own_mission is not None
    assert table.state.own_mission.code == "A0"
    assert [zone.id for zone in table.state.zones] == [
        zone.id for zone in table.state.own_mission.zones
    ]
    assert table.state.own_box is not None
    assert [card.number for card in table.state.own_box.spawns] == ["C-01"]
    assert sum("C-01" in copy for copy in table.state.decks["zombies"].draw) == 2
    assert client.get(reverse("companion:sheet", args=[table.pk, "mission"])).status_code == 200
    tell(campaign, "mission.finish", result="won")
    assert client.get(reverse("campaigns:end", args=[campaign.pk])).status_code == 200


def test_the_page_names_what_leads_nowhere(client: Client, pack: HousePack) -> None:
    tap(client, pack, "all:")
    tap(client, pack, "save:m1", **{"won:m1": ["m1"]})
    shown = client.get(reverse("workshop:road", args=[pack.pk]))
    assert shown.context["unreached"] == ["The well", "The tower"]
    assert shown.context["is_endless"]
    tap(client, pack, "off:m1")
    assert [leg.mission for leg in newest_of(pack).content.legs] == ["m2", "m3"]


def test_who_saves_an_older_page_is_told(client: Client, pack: HousePack) -> None:
    tap(client, pack, "all:")
    url = reverse("workshop:road", args=[pack.pk])
    answer = client.post(url, {"was": "before", "order": ["m1"], "tap": "off:m1"})
    assert answer.status_code == 422
    assert len(newest_of(pack).content.legs) == 3


def test_the_road_travels_in_the_file(client: Client, pack: HousePack) -> None:
    tap(client, pack, "all:")
    tap(client, pack, "save:m1", **{"won:m1": ["m3"]})
    version = newest_of(pack)
    assert read_file(pack_file(pack, version)).content.legs == version.content.legs


def test_a_pack_without_a_road_begins_no_campaign(client: Client, pack: HousePack) -> None:
    url = reverse("campaigns:begin", args=[GAME, "free"])
    survivor = client.get(url).context["book"].pack.survivors[0].id
    sent = {"name": "Too early", "survivors": [survivor]}
    assert client.post(f"{url}?pack={pack.pk}", sent).status_code == 422
    assert client.get(f"{url}?pack=nonsense").status_code == 404
    assert Client().get(f"{url}?pack={pack.pk}").status_code == 404
    assert not Campaign.objects.exists()


def test_a_pack_in_use_stays_in_the_bin(client: Client, pack: HousePack) -> None:
    tap(client, pack, "all:")
    campaign = begin(client, pack)
    HousePack.objects.update(binned_at="2020-01-01T00:00:00Z")
    assert packs_bin_empty() == 0
    campaign.delete()
    assert packs_bin_empty() == 1


def test_without_its_pack_the_mission_is_played_by_name(client: Client, pack: HousePack) -> None:
    tap(client, pack, "all:")
    campaign = begin(client, pack)
    Campaign.objects.update(pack_version=None)
    shown = client.get(reverse("campaigns:start", args=[campaign.pk]) + "?mission=m1")
    assert shown.context["is_pack_gone"]


def test_the_road_comes_along_in_the_campaigns_file(
    client: Client, guest: Person, pack: HousePack
) -> None:
    tap(client, pack, "all:")
    campaign = begin(client, pack)
    played(campaign, "m1")
    brought = campaign_import(person=guest, saved=read_document(campaign_export(campaign))[0])
    assert brought.state.road == campaign.state.road
    assert ways(brought) == ("m2",)
    shown = client.get(reverse("campaigns:start", args=[brought.pk]))
    assert shown.context["is_pack_gone"], "a file opens nobody's pack"
    facts = campaign_facts(campaign)
    paper = campaign_on_paper(campaign_saved(campaign), facts)
    restored = campaign_from_paper("\n".join(paper.parts))
    assert restored.saved.state.road == campaign.state.road
    assert mission_title(facts.book, "m1") == "The gate"
