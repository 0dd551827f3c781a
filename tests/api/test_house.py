"""What the pages do beside the table: files, places, the story, house packs, usual tables."""

import json
from typing import Any

import pytest

from campaigns.transfer.services import campaign_export
from companion.files.services import table_export
from companion.models import HouseFact, LineUp, Seat, Table
from companion.people.models import Person
from tests.api.conftest import Program
from tests.api.test_tables import EVENING, refused, tap
from tests.campaigns.kit import begin

pytestmark = pytest.mark.django_db


def test_a_table_goes_out_as_a_file_and_comes_back_as_a_new_one(luis: Program, kept: Table) -> None:
    luis.post(f"tables/{kept.pk}/commands/", tap(1, 0))
    saved = luis.get(f"tables/{kept.pk}/export/")
    assert saved.content == table_export(Table.objects.get(pk=kept.pk))
    assert "seed" not in saved.json()["start"] or not saved.json()["start"]["seed"]
    made = [
        luis.post("tables/import/", saved.content, idempotency_key="bring-0001").json()
        for _ in range(2)
    ]
    assert made[0]["id"] == made[1]["id"] != str(kept.pk)
    assert made[0]["version"] == 1
    assert Table.objects.count() == 2


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        (b"\xff", 400, "transfer.unreadable"),
        (b"[" * 100_000, 422, "transfer.foreign"),
        (b"{}", 422, "transfer.foreign"),
        (b'{"format": "safehouse.campaign", "version": 1}', 422, "transfer.other"),
        (b'format = "safehouse.pack"', 422, "transfer.other"),
        (b'{"format": "safehouse.table", "version": 1}', 422, "transfer.unsound"),
        (b" " * 8_000_001, 413, "http.413"),
    ],
)
def test_a_file_that_is_no_table_is_refused(
    luis: Program, data: bytes, status: int, code: str
) -> None:
    assert refused(luis.post("tables/import/", data)) == (status, code)
    assert Table.objects.count() == 1


def test_a_file_of_another_kind_says_which_is_wanted(luis: Program) -> None:
    for kind, other in (("table", "campaign"), ("campaign", "table")):
        sent = {"format": f"safehouse.{other}", "version": 1}
        message = luis.post(f"{kind}s/import/", sent, accept_language="en").json()["message"]
        assert message == f"This file holds a {other}, not a {kind}."


def test_an_import_names_what_it_has_mended(luis: Program, kept: Table) -> None:
    document = json.loads(table_export(kept))
    document["start"]["survivors"]["ned"]["name"] = "n" * 61
    answer = luis.post("tables/import/", document)
    assert answer.status_code == 201
    assert answer.json()["mended"] == [{"was": "n" * 61, "now": "n" * 60}]
    campaign = begin(kept.seats.get().person)
    document = json.loads(campaign_export(campaign))
    document["name"] = "c" * 61
    answer = luis.post("campaigns/import/", document)
    assert (answer.status_code, answer.json()["name"]) == (201, "c" * 60)
    assert answer.json()["mended"] == [{"was": "c" * 61, "now": "c" * 60}]


CAMPAIGN = {"name": "Ours", "free": True}


@pytest.mark.parametrize("name", ["   ", "\u200b", "\u3164"])
def test_a_player_of_whom_nothing_can_be_seen_is_refused(luis: Program, name: str) -> None:
    body = {"game": "zombicide-2e", "survivors": [{"survivor": "wanda"}]}
    for players in ({"players": [name]}, {"survivors": [{"survivor": "wanda", "player": name}]}):
        for path in ("tables/", "campaigns/"):
            sent = {**body, **players, **(CAMPAIGN if path == "campaigns/" else {})}
            assert refused(luis.post(path, sent)) == (422, "player.name")
    assert luis.post("tables/", body).status_code == 201, "nobody in particular may play"


def test_many_steps_are_taken_back_at_once(luis: Program, kept: Table) -> None:
    for number in (1, 2, 3):
        luis.post(f"tables/{kept.pk}/commands/", tap(number, 0))
    undo = f"tables/{kept.pk}/undo/"
    undone = luis.post(undo, {"id": "undo-0001", "seen": 3, "to": 2}).json()
    assert (undone["version"], undone["state"]["survivors"]["wanda"]["points"]) == (4, 7)
    (line,) = luis.get(f"tables/{kept.pk}/log/?after=3").json()["results"]
    assert (line["kind"], line["target"], line["down_to"]) == ("undo", 3, 2)
    assert line["text"].startswith(("varios pasos deshechos", "several steps undone"))
    gone = luis.post(undo, {"id": "undo-0002", "seen": 4, "to": 2})
    assert refused(gone) == (422, "undo.not_there")
    stale = luis.post(undo, {"id": "undo-0003", "to": 1}, if_match='"3"')
    assert refused(stale) == (412, "table.moved")


def test_a_place_is_kept_and_given_free(luis: Program, kept: Table) -> None:
    places = f"tables/{kept.pk}/places/"
    before = luis.get(f"tables/{kept.pk}/seats/").json()
    free = next(chair["player"] for chair in before["places"] if chair["seat"] is None)

    def place(answer: Any) -> Any:
        return next(chair for chair in answer["places"] if chair["player"] == free)

    closed = luis.ask("patch", places, {"player": free, "closed": True}).json()
    assert (place(closed)["closed"], place(closed)["seat"]) == (True, None)
    sit = {"code": kept.code, "name": "Eva", "player": free}
    assert refused(Program().post("seats/", sit)) == (422, "seat.closed")
    luis.ask("patch", places, {"player": free, "closed": False})
    sat = Program().post("seats/", sit).json()["seat"]["id"]
    seated = luis.get(f"tables/{kept.pk}/seats/").json()
    assert place(seated)["seat"] == sat
    assert [seat["id"] for seat in seated["seats"]] == list(
        Seat.objects.filter(table=kept).order_by("pk").values_list("pk", flat=True)
    )
    nobody = luis.ask("patch", places, {"player": "Nobody", "closed": True})
    assert refused(nobody) == (422, "seat.no_such_place")


def test_what_is_legal_is_taken(luis: Program, kept: Table) -> None:
    legal = luis.get(f"tables/{kept.pk}/legal/").json()
    assert legal["version"] == 0
    kinds = {offer["kind"] for offer in legal["offers"]}
    assert {"phase.next", "points.award"} <= kinds
    (award,) = (
        offer
        for offer in luis.get(f"tables/{kept.pk}/legal/?kind=points.award").json()["offers"]
        if offer["fixed"]["survivor"] == "ned" and offer["fields"]["amount"]["most"] > 0
    )
    sent = {"kind": award["kind"], **award["fixed"], "amount": award["fields"]["amount"]["most"]}
    sent |= {"id": "legal-0001", "seen": legal["version"]}
    assert luis.post(f"tables/{kept.pk}/commands/", sent).status_code == 200


def test_what_is_known_and_refused_says_why(luis: Program, kept: Table) -> None:
    (spawn,) = luis.get(f"tables/{kept.pk}/legal/?kind=spawn.resolve").json()["offers"]
    assert spawn["why_not"] == {"code": "spawn.not_now", "params": {}}
    assert luis.get(f"tables/{kept.pk}/legal/?kind=no.such").json()["offers"] == []


def test_the_story_counts_what_stands(luis: Program, kept: Table) -> None:
    luis.post(f"tables/{kept.pk}/commands/", tap(1, 0))
    luis.post(f"tables/{kept.pk}/commands/", tap(2, 1))
    luis.post(f"tables/{kept.pk}/undo/", {"id": "undo-0001", "seen": 2})
    story = luis.get(f"tables/{kept.pk}/story/").json()
    assert story["points"] == story["survivors"]["wanda"]["points"] == 7
    assert story["rounds"][0]["points"]["wanda"] == 7


# --- house packs ---

ANTON = "me/house/zombicide-2e/survivors/anton/"
CARD = {"orange": ["plus-1-free-action-move"], "red": ["plus-1-free-action-combat"]}


def test_a_printed_card_is_described_once_and_known_from_then_on(luis: Program) -> None:
    assert luis.get("me/house/zombicide-2e/").json() == {"cards": {}, "survivors": {}}
    described = luis.ask("put", ANTON, CARD)
    assert (described.status_code, described.json()["orange"]) == (200, CARD["orange"])
    assert described.json()["blue"]  # what the pack knows stays
    again = luis.ask("put", ANTON, {**CARD, "orange": ["plus-1-action"]}).json()
    assert luis.get("me/house/zombicide-2e/").json()["survivors"] == {"anton": again}
    assert HouseFact.objects.count() == 1
    body = {"game": "zombicide-2e", "expansions": ["washington-zc"]}
    opened = luis.post("tables/", {**body, "survivors": [{"survivor": "anton"}]}).json()
    assert Table.objects.get(pk=opened["id"]).state.trees["anton"].orange == ("plus-1-action",)


@pytest.mark.parametrize(
    ("path", "change", "status", "code"),
    [
        (ANTON, {"red": []}, 422, "house.card"),
        (ANTON, {"red": ["no-such-skill"]}, 422, "house.card"),
        (ANTON, {"orange": ["plus-1-action"] * 2}, 422, "house.card"),
        (ANTON, {"blue": ["plus-1-action"]}, 422, "house.printed"),
        (ANTON, {"orange": ["plus-1-action"] * 3}, 422, "house.printed"),
        (ANTON, {"green": []}, 400, "body.unreadable"),
        (ANTON.replace("anton", "gandalf"), {}, 422, "survivor.unknown"),
        (ANTON.replace("zombicide-2e", "chess"), {}, 404, "http.404"),
    ],
)
def test_a_card_that_cannot_be_is_refused(
    luis: Program, path: str, change: dict[str, Any], status: int, code: str
) -> None:
    assert refused(luis.ask("put", path, {**CARD, **change})) == (status, code)
    assert not HouseFact.objects.exists()


# --- usual tables ---

USUAL = f"me/usual/{EVENING['game']}/"


def test_a_usual_table_is_kept_and_opens(luis: Program, keeper: Person) -> None:
    assert luis.get(USUAL).status_code == 404
    kept = luis.ask("put", USUAL, EVENING)
    assert kept.status_code == 200
    assert luis.get(USUAL).json() == kept.json()
    opened, plain = luis.post("tables/", kept.json()), luis.post("tables/", EVENING)
    ours, theirs = opened.json()["state"], plain.json()["state"]
    assert (ours["survivors"], ours["zones"]) == (theirs["survivors"], theirs["zones"])
    assert [deck["source"] for deck in ours["decks"].values()] == [
        deck["source"] for deck in theirs["decks"].values()
    ]
    assert luis.ask("put", USUAL, kept.json()).json() == kept.json()
    assert LineUp.objects.get().person == keeper


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "zombicide-2e"}, "usual.other_game"),
        ({"players": ["A,B"], "survivors": [{"name": "Zoe"}]}, "usual.name"),
        ({"players": ["A", "B"], "survivors": [{"name": "Zoe"}]}, "usual.problem"),
        ({"survivors": [{"survivor": "gandalf"}]}, "survivor.unknown"),
        ({"mission": "black-plague:M99"}, "mission.unknown"),
    ],
)
def test_a_usual_table_that_cannot_be_is_refused(
    luis: Program, change: dict[str, Any], code: str
) -> None:
    assert refused(luis.ask("put", USUAL, {**EVENING, **change})) == (422, code)
    assert not LineUp.objects.exists()
