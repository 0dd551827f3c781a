"""Campaigns by the API: names, shelves, branches, members, the log and versions that must match."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.throttling import SimpleRateThrottle

from campaigns.models import Campaign, Invitation, Member
from campaigns.play.services import mission_open
from companion.models import Seat
from companion.people.models import Person
from tests.api.conftest import Program
from tests.api.test_campaigns import at, step
from tests.api.test_requests import rates
from tests.campaigns.kit import begin, book_mission, command, keeper_of, tell

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(keeper: Person) -> Campaign:
    return begin(keeper)


@pytest.fixture
def ana(campaign: Campaign, guest: Person, token_of: Callable[..., Program]) -> Program:
    """Another member, who plays."""
    Member.objects.create(campaign=campaign, person=guest, name="Ana")
    return token_of(guest)


def refused(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


# --- name, shelves, branch ---


def test_a_campaign_is_renamed_archived_and_taken_back(luis: Program, campaign: Campaign) -> None:
    renamed = luis.ask("patch", at(campaign), {"name": "Los  viernes", "archived": True}).json()
    assert (renamed["name"], renamed["archived"]) == ("Los viernes", True)
    assert luis.get("campaigns/").json()["results"] == []
    assert luis.get("campaigns/?shelf=archive").json()["results"] == [renamed]
    restored = luis.ask("patch", at(campaign), {"archived": False}).json()
    assert (restored["name"], restored["archived"]) == ("Los viernes", False)
    assert refused(luis.ask("patch", at(campaign), {"name": " "})) == (422, "campaign.name")
    assert refused(luis.ask("patch", at(campaign), {"nmae": "x"})) == (400, "body.unreadable")


def test_the_bin_gives_a_campaign_back_whole(
    luis: Program, ana: Program, campaign: Campaign
) -> None:
    tell(campaign, "sheet.edit", sheet="wanda", note="Owes Ned a beer")
    assert luis.ask("delete", at(campaign)).status_code == 204
    assert luis.get(at(campaign)).status_code == 404
    assert refused(ana.post(at(campaign, "restore/"))) == (403, "member.keeper_only")
    assert luis.post(at(campaign, "restore/")).json()["version"] == 1
    assert luis.get(at(campaign, "sheets/")).json()[0]["note"] == "Owes Ned a beer"


def test_a_branch_begins_before_an_entry_and_once_a_key(luis: Program, campaign: Campaign) -> None:
    book_mission(campaign, "M1")
    starts = [
        entry["seq"]
        for entry in luis.get(at(campaign, "log/")).json()["results"]
        if entry["command"] == "mission.start"
    ]
    body = {"seq": starts[0], "name": "What if"}
    made = [luis.post(at(campaign, "branch/"), body, idempotency_key="what-if-1") for _ in range(2)]
    assert made[0].status_code == 201
    assert made[0].json() == made[1].json()
    branch = luis.get(made[0]["Location"]).json()
    assert (branch["name"], branch["played"], branch["coming"]) == ("What if", [], "M1")
    assert luis.get(at(campaign)).json()["coming"] == "M2"
    assert Campaign.objects.count() == 2
    other = luis.post(at(campaign, "branch/"), {"seq": 99})
    assert refused(other) == (422, "branch.not_there")


# --- the log ---


def test_the_log_tells_in_words_and_pages(luis: Program, campaign: Campaign) -> None:
    tell(campaign, "mission.start", mission="M1")
    tell(campaign, "cep.gain", sheet="wanda", why="orange")
    tell(campaign, "sheet.edit", sheet="ned", note="x")
    luis.post(at(campaign, "undo/"), step(campaign))
    page = luis.get(at(campaign, "log/?limit=2"), accept_language="en").json()
    assert [entry["command"] for entry in page["results"]] == ["mission.start", "cep.gain"]
    assert (page["last"], page["more"]) == (2, True)
    assert page["results"][1]["lines"][0].startswith("Wanda: 1 CEP")
    rest = luis.get(at(campaign, f"log/?after={page['last']}")).json()
    assert [(entry["kind"], entry["target"]) for entry in rest["results"]] == [
        ("do", None),
        ("undo", 3),
    ]
    assert not rest["more"]
    hers = luis.get(at(campaign, "log/?sheet=wanda")).json()["results"]
    assert [entry["seq"] for entry in hers] == [2]


def test_the_log_does_not_tell_what_lies_face_down_again(luis: Program, campaign: Campaign) -> None:
    tell(campaign, "mission.start", mission="M1")
    tell(campaign, "objective.take", card="m1-objective-1", sheet="wanda", override=True)
    tell(campaign, "objective.describe", card="m1-objective-1", number="10", text="A brass key")
    assert "brass" not in luis.get(at(campaign, "log/")).content.decode()


def test_log_and_members_cost_the_same_however_long(luis: Program, campaign: Campaign) -> None:
    urls = [at(campaign, path) for path in ("log/", "members/", "sheets/", "objectives/", "")]

    def costs() -> list[int]:
        counts = []
        for url in urls:
            with CaptureQueriesContext(connection) as captured:
                assert luis.get(url).status_code == 200
            counts.append(len(captured))
        return counts

    luis.get("me/")  # notes the token's use, once in a while
    tell(campaign, "mission.start", mission="M1")
    luis.post(at(campaign, "invitations/"), {})
    few = costs()
    for number in range(8):
        tell(campaign, "sheet.edit", sheet="wanda", note=str(number))
        person = Person.objects.create_guest(name=str(number))
        Member.objects.create(campaign=campaign, person=person, name=str(number))
        luis.post(at(campaign, "invitations/"), {})
    assert costs() == few
    assert max(few) <= 5


# --- versions ---


def test_if_match_insists_on_the_version_of_the_tag(luis: Program, campaign: Campaign) -> None:
    tag = luis.get(at(campaign))["ETag"]
    assert tag.startswith('"0-')
    edit = {"kind": "sheet.edit", "sheet": "wanda", "note": "x"}
    done = luis.post(at(campaign, "commands/"), {**edit, "id": "edit-00000001"}, if_match=tag)
    assert (done.status_code, done.json()["version"]) == (200, 1)
    assert luis.get(at(campaign), if_none_match=done["ETag"]).status_code == 304
    late = {**edit, "id": "edit-00000002", "note": "y"}
    stale = luis.post(at(campaign, "commands/"), late, if_match=tag)
    assert refused(stale) == (412, "table.moved")
    again = luis.post(at(campaign, "commands/"), {**edit, "id": "edit-00000001"}, if_match=tag)
    assert (again.status_code, again.json()["repeated"]) == (200, True)
    assert luis.post(at(campaign, "commands/"), late, if_match="*").status_code == 400  # no `seen`


def test_if_match_stands_in_for_seen_in_every_step(luis: Program, campaign: Campaign) -> None:
    def send(path: str, if_match: str, **fields: Any) -> Any:
        body = {"id": uuid.uuid4().hex, **fields}
        return luis.post(at(campaign, path), body, if_match=if_match)

    start = {"where": "paper"}
    assert refused(send("missions/M1/start/", '"7"', **start)) == (412, "table.moved")
    assert refused(send("missions/M1/start/", '"0"', seen=7, **start)) == (400, "body.unreadable")
    assert send("missions/M1/start/", '"0"', **start).status_code == 200
    end = {"result": "won", "carried": {"wanda": ["machete-1"]}}
    assert refused(send("missions/M1/finish/", '"0"', **end)) == (412, "table.moved")
    assert send("missions/M1/finish/", '"1"', **end).status_code == 200
    roll = {"sheet": "wanda", "card": "machete-1"}
    assert refused(send("missions/M1/upkeep/", '"1"', **roll)) == (412, "table.moved")
    assert refused(send("undo/", '"1"')) == (412, "table.moved")
    assert refused(luis.post(at(campaign, "undo/"), {"id": "undo-0001"})) == (
        400,
        "body.unreadable",
    )
    assert send("undo/", '"2"').json()["version"] == 3


# --- members ---


def test_people_are_invited_join_and_get_a_role(
    luis: Program, campaign: Campaign, guest: Person, token_of: Callable[..., Program]
) -> None:
    made = [
        luis.post(at(campaign, "invitations/"), {"role": "reader"}, idempotency_key="for-ana-1")
        for _ in range(2)
    ]
    assert made[0].json() == made[1].json()
    assert Invitation.objects.count() == 1
    asked = made[0].json()
    assert asked["url"].endswith(f"/campaigns/join/{asked['invitation']}/")
    ana = token_of(guest)
    joined = ana.post("campaigns/join/", {"invitation": asked["invitation"], "name": "Ana"})
    assert (joined.status_code, joined.json()["role"]) == (201, "reader")
    people = luis.get(at(campaign, "members/")).json()
    assert [(who["name"], who["role"], who["mine"]) for who in people["members"]][1:] == [
        ("Ana", "reader", False)
    ]
    assert people["invitations"] == [asked]
    assert ana.get(at(campaign, "members/")).json()["invitations"] == []
    hers = at(campaign, f"members/{people['members'][1]['id']}/")
    assert luis.ask("patch", hers, {"role": "keeper"}).json()["role"] == "keeper"
    mine = at(campaign, f"members/{people['members'][0]['id']}/")
    assert luis.ask("patch", mine, {"role": "player"}).json()["mine"]
    assert refused(luis.ask("patch", hers, {"role": "reader"})) == (403, "member.keeper_only")
    assert refused(ana.ask("delete", hers)) == (422, "member.last_keeper")
    assert ana.ask("delete", mine).status_code == 204
    assert luis.get(at(campaign)).status_code == 404


def test_a_closed_invitation_lets_nobody_in(
    luis: Program, campaign: Campaign, guest: Person, token_of: Callable[..., Program]
) -> None:
    asked = luis.post(at(campaign, "invitations/"), {}, idempotency_key="for-ana-1").json()
    closing = at(campaign, f"invitations/{asked['id']}/")
    assert luis.ask("delete", closing).status_code == 204
    assert luis.ask("delete", closing).status_code == 404
    late = token_of(guest).post(
        "campaigns/join/", {"invitation": asked["invitation"], "name": "Ana"}
    )
    assert late.status_code == 404
    assert campaign.members.count() == 1
    again = luis.post(at(campaign, "invitations/"), {}, idempotency_key="for-ana-1")
    assert again.status_code == 404


def test_guessing_invitations_is_slowed_down(
    luis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", rates(code="2/hour"))
    answers = [
        luis.post("campaigns/join/", {"invitation": f"guess-{number}", "name": "Eva"})
        for number in range(3)
    ]
    assert [answer.status_code for answer in answers] == [404, 404, 429]
    assert int(answers[-1]["Retry-After"]) >= 1


def test_a_member_sits_down_at_the_mission_s_table(
    luis: Program, ana: Program, campaign: Campaign, guest: Person
) -> None:
    assert refused(ana.post(at(campaign, "seat/"))) == (422, "mission.no_table")
    sent = command(campaign, "mission.start", mission="M1")
    table = mission_open(campaign_id=campaign.pk, member=keeper_of(campaign), command=sent)
    Seat.objects.filter(table=table, person=guest).delete()
    sat = [ana.post(at(campaign, "seat/")).json() for _ in range(2)]
    assert sat[0] == sat[1]
    assert (sat[0]["table"], sat[0]["seat"]["role"]) == (str(table.pk), "player")
    assert ana.get(f"tables/{table.pk}/").status_code == 200
