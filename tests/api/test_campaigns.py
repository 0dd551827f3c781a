"""Campaigns by the API: the same story as on the pages, command by command."""

import json
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.models import Campaign, CampaignEntry, Member
from campaigns.play.services import mission_open
from campaigns.transfer.services import campaign_export
from companion.models import Table
from companion.people.models import Person
from rules.errors import StaleCommand
from tests.api.conftest import Program
from tests.api.test_access import NEW_CAMPAIGN
from tests.campaigns.kit import BOX, GAME, begin, book_mission, command, keeper_of, tell

pytestmark = pytest.mark.django_db

ZONES = [{"id": "north", "start": True}, {"id": "south"}]


@pytest.fixture
def campaign(keeper: Person) -> Campaign:
    return begin(keeper)


def at(campaign: Campaign, rest: str = "") -> str:
    return f"campaigns/{campaign.pk}/{rest}"


def step(campaign: Campaign, **fields: Any) -> dict[str, Any]:
    campaign.refresh_from_db()
    return {"id": uuid.uuid4().hex, "seen": campaign.version, **fields}


def test_a_campaign_is_begun_and_read(luis: Program) -> None:
    survivors = [{"survivor": "wanda"}, {"name": "Zoe"}, {"name": "Zoë", "player": "Luis"}]
    body = {**NEW_CAMPAIGN, "players": ["Marta", "Luis"], "survivors": survivors}
    made = luis.post("campaigns/", body)
    assert made.status_code == 201
    read = luis.get(made["Location"])
    assert read.json() == made.json()
    begun = read.json()
    assert (begun["game"], begun["expansion"], begun["role"]) == (GAME, BOX, "keeper")
    assert (begun["version"], begun["mission"], begun["coming"]) == (0, None, "M1")
    sheets = luis.get(f"{made['Location']}sheets/").json()
    assert [(sheet["sheet"], sheet["name"], sheet["player"]) for sheet in sheets] == [
        ("wanda", "Wanda", "Marta"),
        ("own-zoe", "Zoe", "Luis"),
        ("own-zoe-2", "Zoë", "Luis"),
    ]
    assert "seed" not in read.content.decode()


def test_the_same_key_begins_one_campaign(luis: Program) -> None:
    made = [
        luis.post("campaigns/", NEW_CAMPAIGN, idempotency_key="thursdays-1").json()
        for _ in range(2)
    ]
    assert made[0] == made[1]
    assert Campaign.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"expansion": "chess"}, 422, "expansion.unknown"),
        ({"expansion": None}, 422, "game.unknown"),
        ({"survivors": [{"survivor": "gandalf"}]}, 422, "survivor.unknown"),
        ({"survivors": [{"survivor": "wanda"}] * 2}, 422, "survivors.twice"),
        ({"name": "   "}, 422, "campaign.name"),
        ({"game": "chess"}, 422, "game.unknown"),
        ({"nmae": "typo"}, 400, "body.unreadable"),
    ],
)
def test_a_campaign_that_cannot_be_is_refused(
    luis: Program, change: dict[str, Any], status: int, code: str
) -> None:
    refused = luis.post("campaigns/", {**NEW_CAMPAIGN, **change})
    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert not Campaign.objects.exists()


def test_a_free_campaign_may_do_without_upkeep(luis: Program) -> None:
    body = {
        "name": "Invierno",
        "game": "black-plague",
        "free": True,
        "advanced": ["points"],
        "survivors": [{"name": "Zoe"}],
    }
    begun = luis.post("campaigns/", body).json()
    assert (begun["free"], begun["advanced"], begun["coming"]) == (True, ["points"], None)


def test_the_tag_follows_the_answer(luis: Program, campaign: Campaign) -> None:
    first = luis.get(at(campaign))
    assert luis.get(at(campaign), if_none_match=first["ETag"]).status_code == 304
    tell(campaign, "sheet.edit", sheet="wanda", note="Owes Ned a beer")
    second = luis.get(at(campaign), if_none_match=first["ETag"])
    assert (second.status_code, second.json()["version"]) == (200, 1)
    Campaign.objects.update(name="Los viernes")  # a new name is no entry of the log
    third = luis.get(at(campaign), if_none_match=second["ETag"])
    assert (third.status_code, third.json()["name"]) == (200, "Los viernes")


def test_a_command_counts_once_and_is_undone(luis: Program, campaign: Campaign) -> None:
    tell(campaign, "mission.start", mission="M1")
    tap = {"kind": "cep.gain", "sheet": "wanda", "why": "orange", **step(campaign)}
    first, again = (luis.post(at(campaign, "commands/"), tap).json() for _ in range(2))
    assert (first["version"], first["repeated"], again["repeated"]) == (2, False, True)
    assert first["events"] == again["events"]
    assert first["events"][0]["kind"] == "cep.gained"
    assert luis.get(at(campaign, "sheets/")).json()[0]["points"] == 1
    stale = luis.post(at(campaign, "undo/"), {**step(campaign), "seen": 1})
    assert (stale.status_code, stale.json()["code"]) == (409, "table.moved")
    undone = luis.post(at(campaign, "undo/"), step(campaign)).json()
    assert (undone["version"], undone["campaign"]["version"]) == (3, 3)
    assert luis.get(at(campaign, "sheets/")).json()[0]["points"] == 0
    redone = luis.post(at(campaign, "redo/"), step(campaign)).json()
    assert (redone["version"], luis.get(at(campaign, "sheets/")).json()[0]["points"]) == (4, 1)
    nothing = luis.post(at(campaign, "redo/"), step(campaign))
    assert (nothing.status_code, nothing.json()["code"]) == (422, "redo.nothing")
    luis.post(at(campaign, "undo/"), step(campaign))
    final = luis.post(at(campaign, "undo/"), step(campaign), accept_language="es")
    assert (final.status_code, final.json()["code"]) == (422, "undo.nothing")


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"kind": "cep.gain", "sheet": "nobody", "why": "red"}, 422, "survivor.unknown"),
        ({"kind": "phase.next"}, 400, "command.unreadable"),
        ({"kind": "sheet.edit", "sheet": "wanda", "nto": "x"}, 400, "command.unreadable"),
        ({"kind": "sheet.add", "sheet": "x\0", "name": "X"}, 400, "body.unreadable"),
        ({"kind": "mission.book"}, 422, "mission.not_finished"),
    ],
)
def test_a_wrong_command_changes_nothing(
    luis: Program, campaign: Campaign, fields: dict[str, Any], status: int, code: str
) -> None:
    tell(campaign, "mission.start", mission="M1")
    refused = luis.post(at(campaign, "commands/"), {**step(campaign), **fields})
    assert (refused.status_code, refused.json()["code"]) == (status, code)
    campaign.refresh_from_db()
    assert campaign.version == 1


def test_a_mission_from_its_start_to_its_booking(luis: Program, campaign: Campaign) -> None:
    """Played at a table, which says what everybody carries and whom they killed."""
    ana = Person.objects.create_guest(name="Ana")
    Member.objects.create(campaign=campaign, person=ana, name="Ana")
    body = step(campaign, zones=ZONES, chance={"decks": {"zombies": "table"}})
    begun = luis.post(at(campaign, "missions/M1/start/"), body)
    assert begun.status_code == 200
    table = Table.objects.get(pk=begun.json()["table"])
    assert begun.json()["mission"] == "M1"
    assert table.seats.count() == 2
    assert [zone.id for zone in table.state.zones] == ["north", "south"]
    assert luis.post(at(campaign, "missions/M1/start/"), body).json() == begun.json()
    assert Table.objects.filter(run__campaign=campaign).count() == 1

    take = {"kind": "deck.take", "deck": "equipment", "survivor": "wanda", "card": "chainsaw"}
    take |= {"id": uuid.uuid4().hex, "seen": 0}
    assert luis.post(f"tables/{table.pk}/commands/", take).status_code == 200

    other = luis.post(at(campaign, "missions/M2/finish/"), step(campaign, result="won"))
    assert (other.status_code, other.json()["code"]) == (422, "mission.none")
    ended = luis.post(
        at(campaign, "missions/M1/finish/"), step(campaign, result="won", dead=["ned"])
    )
    assert (ended.status_code, ended.json()["campaign"]["finishing"]) == (200, True)
    due = luis.get(at(campaign, "missions/M1/upkeep/")).json()
    (chainsaw,) = due["rolls"]
    assert (chainsaw["sheet"], chainsaw["faces"]) == ("wanda", [])
    assert not due["ready"]
    roll = step(campaign, sheet="wanda", card=chainsaw["card"])
    rolled = [luis.post(at(campaign, "missions/M1/upkeep/"), roll).json() for _ in range(2)]
    assert rolled[0]["events"] == rolled[1]["events"]
    upkeep = luis.get(at(campaign, "missions/M1/upkeep/")).json()
    assert len(upkeep["rolls"][0]["faces"]) == upkeep["rolls"][0]["dice"]
    assert upkeep["ready"]
    booked = luis.post(at(campaign, "commands/"), {"kind": "mission.book", **step(campaign)})
    after = booked.json()["campaign"]
    assert (after["mission"], after["coming"], after["table"]) == (None, "M2", None)
    assert (after["played"][0]["result"], after["played"][0]["fallen"]) == ("won", {"ned": "dead"})

    late = luis.post(at(campaign, "missions/M1/start/"), body)
    assert (late.status_code, late.json()["code"]) == (409, "table.moved")


def test_a_start_sent_again_after_the_booking_opens_nothing(campaign: Campaign) -> None:
    sent = command(campaign, "mission.start", mission="M1")
    opening = {"campaign_id": campaign.pk, "member": keeper_of(campaign), "command": sent}
    mission_open(**opening)
    tell(campaign, "mission.finish", result="won")
    tell(campaign, "mission.book")
    with pytest.raises(StaleCommand):
        mission_open(**opening)
    assert Table.objects.filter(run__campaign=campaign).count() == 1


def test_a_mission_on_paper_lays_no_table(luis: Program, campaign: Campaign) -> None:
    started = luis.post(at(campaign, "missions/M1/start/"), step(campaign, where="paper")).json()
    assert (started["mission"], started["table"]) == ("M1", None)
    assert luis.get(at(campaign, "missions/M1/upkeep/")).json() == {
        "result": None,
        "rolls": [],
        "ready": False,
    }


@pytest.mark.parametrize(
    ("code", "fields", "answer"),
    [
        ("M2", {}, "mission.order"),
        ("M99", {"out_of_order": True}, "mission.unknown"),
        ("M1", {"chance": {"decks": {"tarot": "app"}}}, "deck.unknown"),
        ("M1", {"zones": [{"id": "north"}, {"id": "north"}]}, "zone.twice"),
        ("M1", {"versatile": {"nobody": "leader"}}, "survivor.unknown"),
    ],
)
def test_a_mission_that_cannot_start_starts_nothing(
    luis: Program, campaign: Campaign, code: str, fields: dict[str, Any], answer: str
) -> None:
    tables = Table.objects.count()
    refused = luis.post(at(campaign, f"missions/{code}/start/"), step(campaign, **fields))
    assert (refused.status_code, refused.json()["code"]) == (422, answer)
    campaign.refresh_from_db()
    assert (campaign.version, Table.objects.count()) == (0, tables)


def test_an_unread_card_tells_its_place_and_nothing_more(luis: Program, campaign: Campaign) -> None:
    assert luis.get(at(campaign, "objectives/")).json()["cards"] == []
    tell(campaign, "mission.start", mission="M1")
    tell(campaign, "objective.take", card="m1-objective-1", sheet="wanda", override=True)
    tell(campaign, "objective.describe", card="m1-objective-1", number="10", text="A key")
    state = Campaign.objects.get(pk=campaign.pk).state
    read = luis.get(at(campaign, "objectives/")).json()
    cards = {card["card"]: card for card in read["cards"]}
    assert read["mission"] == "M1"
    assert set(cards) == set(state.objectives)
    assert cards["m1-objective-1"]["text"] == "A key"
    unread = [card for card in cards.values() if card["status"] == "face_down"]
    assert unread
    assert {(card["number"], card["text"], card["by"]) for card in unread} == {("", "", None)}
    # Known from an earlier campaign, but face down again: nobody reads it here.
    tell(campaign, "mission.finish", result="lost")
    tell(campaign, "mission.book")
    tell(campaign, "mission.start", mission="M1")
    assert "A key" not in luis.get(at(campaign, "objectives/")).content.decode()


def test_a_file_goes_out_and_comes_back_as_a_new_campaign(
    luis: Program, campaign: Campaign
) -> None:
    book_mission(campaign, "M1")
    saved = luis.get(at(campaign, "export/"))
    assert saved.content == campaign_export(Campaign.objects.get(pk=campaign.pk))
    made = luis.post("campaigns/import/", saved.content)
    assert made.status_code == 201
    assert made.json()["id"] != str(campaign.pk)
    assert made.json()["played"] == luis.get(at(campaign)).json()["played"]
    assert Campaign.objects.count() == 2


def test_a_long_story_comes_back_whole_and_once(luis: Program, campaign: Campaign) -> None:
    """Far longer than other bodies may be."""
    for number in range(150):
        tell(campaign, "sheet.edit", sheet="wanda", note=f"{number} " + "long story " * 170)
    data = campaign_export(Campaign.objects.get(pk=campaign.pk))
    assert len(data) > 256 * 1024
    made = [
        luis.post("campaigns/import/", data, idempotency_key="long-story-1").json()["id"]
        for _ in range(2)
    ]
    assert made[0] == made[1]
    assert CampaignEntry.objects.filter(campaign=made[0]).count() == 150


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        (b"{", 400, "transfer.unreadable"),
        (b"\xff\xfe", 400, "transfer.unreadable"),
        (b"[" * 100_000, 422, "transfer.foreign"),
        (b"[]", 422, "transfer.foreign"),
        (b'{"format": "safehouse.campaign", "version": 99}', 422, "transfer.newer"),
        (b'{"format": "safehouse.campaign", "version": 1}', 422, "transfer.unsound"),
        (b" " * 8_000_001, 413, "http.413"),
    ],
)
def test_a_file_that_is_no_campaign_is_refused(
    luis: Program, data: bytes, status: int, code: str
) -> None:
    refused = luis.post("campaigns/import/", data)
    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert not Campaign.objects.exists()


@pytest.mark.parametrize("unseen", ["\u200b", "\u2060 \u200b", "   "])
@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"kind": "keyword.gain", "word": ...}, "keyword.word"),
        (
            {"kind": "objective.keep", "card": "m1-objective-1", "where": "back", "needs": ...},
            "keyword.word",
        ),
        ({"kind": "achievement.earn", "achievement": ...}, "achievement.name"),
        ({"kind": "sheet.amend", "sheet": "amy", "points": 3, "reason": ...}, "amend.reason"),
        (
            {"kind": "sheet.amend", "sheet": "amy", "reason": "on paper", "achievements": [...]},
            "achievement.name",
        ),
        ({"kind": "mission.amend", "number": 1, "result": "lost", "reason": ...}, "amend.reason"),
        ({"kind": "sheet.edit", "sheet": "amy", "player": ...}, "player.name"),
    ],
)
def test_what_shows_nothing_is_refused(
    luis: Program, campaign: Campaign, fields: dict[str, Any], code: str, unseen: str
) -> None:
    book_mission(campaign, "M1")
    tell(campaign, "mission.start", mission="M1", out_of_order=True)
    tell(campaign, "objective.take", card="m1-objective-1", sheet="wanda")
    said = {name: unseen if value is ... else value for name, value in fields.items()}
    said |= {"achievements": [unseen]} if "achievements" in fields else {}
    refused = luis.post(at(campaign, "commands/"), {**step(campaign), **said})
    assert (refused.status_code, refused.json()["code"]) == (422, code)


def test_campaigns_are_listed_by_the_page_at_constant_cost(luis: Program, keeper: Person) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert luis.get("campaigns/").status_code == 200
        return len(captured)

    begin(keeper)
    luis.get("me/")  # notes the token's use, once in a while
    few = cost()
    for _ in range(6):
        begin(keeper)
    assert cost() == few <= 3
    seen, url = [], "campaigns/?limit=3"
    while url:
        page = luis.get(url).json()
        seen += [row["id"] for row in page["results"]]
        url = (page["next"] or "").removeprefix("http://testserver")
    assert len(seen) == len(set(seen)) == 7


def test_campaigns_are_filtered_by_shelf_and_role(
    luis: Program, keeper: Person, guest: Person, campaign: Campaign
) -> None:
    elsewhere = begin(guest)
    Member.objects.create(campaign=elsewhere, person=keeper, name="L", role=Member.Role.READER)
    assert len(luis.get("campaigns/").json()["results"]) == 2
    (row,) = luis.get("campaigns/?role=reader").json()["results"]
    assert (row["id"], row["role"]) == (str(elsewhere.pk), "reader")
    assert luis.get("campaigns/?shelf=archive").json()["results"] == []
    Campaign.objects.filter(pk=campaign.pk).update(binned_at=campaign.created_at)
    assert luis.get(at(campaign)).status_code == 404
    (binned,) = luis.get("campaigns/?shelf=bin").json()["results"]
    assert binned["id"] == str(campaign.pk)


def test_a_campaign_that_is_not_mine_looks_like_none(luis: Program, guest: Person) -> None:
    theirs = begin(guest)
    there, nowhere = luis.get(at(theirs)), luis.get(f"campaigns/{uuid.uuid4()}/")
    assert there.status_code == nowhere.status_code == 404
    assert json.loads(there.content) == json.loads(nowhere.content)


def test_a_step_at_the_table_and_its_point_come_and_go_together(
    luis: Program, campaign: Campaign
) -> None:
    table = mission_open(
        campaign_id=campaign.pk,
        member=keeper_of(campaign),
        command=command(campaign, "mission.start", mission="M1"),
    )
    there = f"tables/{table.pk}/"

    def points() -> int:
        sheets = luis.get(at(campaign, "sheets/")).json()
        return next(sheet["points"] for sheet in sheets if sheet["sheet"] == "wanda")

    award = {"kind": "points.award", "survivor": "wanda", "amount": 43}
    sent = luis.post(f"{there}commands/", {**award, "id": uuid.uuid4().hex, "seen": 0})
    assert (sent.status_code, points()) == (200, 2)
    undone = luis.post(f"{there}undo/", {"id": uuid.uuid4().hex, "seen": 1})
    assert (undone.status_code, points()) == (200, 0)
    assert luis.post(at(campaign, "redo/"), step(campaign)).status_code == 200
    assert points() == 2
    assert luis.get(there).json()["version"] == 3
    assert luis.get(there).json()["state"]["survivors"]["wanda"]["points"] == 43
    gain = step(campaign, kind="keyword.gain", word="LLAVE")
    assert luis.post(at(campaign, "commands/"), gain).status_code == 200
    refused = luis.post(f"{there}undo/", {"id": uuid.uuid4().hex, "seen": 3})
    assert (refused.status_code, refused.json()["code"]) == (422, "undo.campaign_first")
    assert "LLAVE" in refused.json()["message"]
    named = refused.json()["params"]["along"]
    both = {"id": uuid.uuid4().hex, "seen": 3, "along": named}
    assert luis.post(f"{there}undo/", both).status_code == 200
    assert points() == 0
    assert luis.post(f"{there}redo/", {"id": uuid.uuid4().hex, "seen": 4}).status_code == 200
    assert points() == 2
    log = luis.get(at(campaign, "log/")).json()["results"]
    assert [(entry["kind"], entry["target"], entry["down_to"]) for entry in log[3:5]] == [
        ("undo", 3, 2),
        ("redo", 3, 2),
    ]
