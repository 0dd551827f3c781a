"""A person takes everything out as one file, and brings back what can be brought back."""

import io
import json
import re
import zipfile
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from api.models import Scope
from api.services import token_create
from campaigns.models import Campaign, Member
from campaigns.shelf.services import campaign_bin
from campaigns.transfer.document import read_document as read_campaign
from campaigns.transfer.services import campaign_import
from companion.files.document import read_document
from companion.files.services import table_import
from companion.models import LogEntry, Table
from companion.people.models import Person
from companion.seats.services import seat_take
from companion.setup.services import line_up_save
from companion.shelf.services import table_bin
from tests.city.kit import open_city_table
from tests.keeping.kit import furnish

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_folders")]

FILE = "/account/data/file/"


def taken(client: Client, path: str = FILE, **headers: str) -> dict[str, bytes]:
    response = client.get(path, headers=headers)
    assert response.status_code == 200
    assert response["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(response.getvalue())) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture
def marta() -> Person:
    person = furnish()
    line_up_save(person=person, game="zombicide-2e", query="survivors=wanda")
    return person


def test_a_guest_takes_everything_out_and_brings_it_back(
    marta: Person, as_person: Callable[[Person], Client]
) -> None:
    files = taken(as_person(marta))
    table, campaign = Table.objects.get(), Campaign.objects.get()
    assert json.loads(files["account.json"])["name"] == "Marta"
    (listed,) = json.loads(files["tables.json"])
    assert (listed["code"], listed["my_role"]) == (table.code, "keeper")
    saved, states = read_document(files[listed["file"]])
    assert table_import(person=marta, saved=saved, states=states).version == table.version
    (listed,) = json.loads(files["campaigns.json"])
    again = campaign_import(person=marta, saved=read_campaign(files[listed["file"]])[0])
    assert (again.name, again.version) == (campaign.name, campaign.version)
    assert set(json.loads(files["house-packs.json"])["zombicide-2e"]["survivor"]) == {"tess"}
    assert json.loads(files["usual-tables.json"]) == {
        "zombicide-2e": "/tables/new/zombicide-2e/?survivors=wanda"
    }
    (made,) = json.loads(files["prints.json"])
    assert made["kind"] == "table-card"


def test_no_secret_leaves_with_it(account: Person, as_person: Callable[[Person], Client]) -> None:
    _token, secret = token_create(person=account, name="lamp", scope=Scope.READ)
    files = taken(as_person(account))
    everything = b"".join(files.values())
    assert json.loads(files["tokens.json"])[0]["name"] == "lamp"
    assert secret.encode() not in everything
    assert account.password.encode() not in everything
    assert b"luis@example.org" in everything


def test_a_table_with_secrets_is_taken_out_as_its_seat_sees_it(
    guest: Person, as_person: Callable[[Person], Client]
) -> None:
    table = open_city_table(guest)
    state = table.any_state
    files = taken(as_person(guest))
    (listed,) = json.loads(files["tables.json"])
    assert listed["can_be_brought_back"] is False
    text = files[listed["file"]].decode()
    assert state.seed not in text
    assert json.loads(text)["state"]["game"] == table.game
    hands = {card for seat in state.seats.values() for card in seat.hand}
    own = set(state.seats[table.seats.get().player].hand)
    assert own <= set(re.findall(r'"([^"]+)"', text))
    assert not (hands - own) & set(re.findall(r'"([^"]+)"', text)), "others' cards"


def test_only_what_is_ones_own(marta: Person, as_person: Callable[[Person], Client]) -> None:
    """Another at the same table has the table, and nothing of mine; the bin is its keeper's."""
    luis = Person.objects.create_guest(name="Luis")
    table, campaign = Table.objects.get(), Campaign.objects.get()
    seat_take(table=table, person=luis, name="Luis")
    Member.objects.create(campaign=campaign, person=luis, name="Luis")
    files = taken(as_person(luis))
    assert len(json.loads(files["tables.json"])) == len(json.loads(files["campaigns.json"])) == 1
    assert json.loads(files["prints.json"]) == []
    assert json.loads(files["house-packs.json"]) == {}
    table_bin(table=table)
    campaign_bin(campaign=campaign)
    assert json.loads(taken(as_person(luis))["tables.json"]) == []
    assert len(json.loads(taken(as_person(marta))["tables.json"])) == 1


def test_a_program_takes_it_out_too(account: Person) -> None:
    secrets = {
        scope: token_create(person=account, name="x", scope=scope)[1]
        for scope in (Scope.MANAGE, Scope.READ)
    }
    key = {"authorization": f"Bearer {secrets[Scope.MANAGE]}"}
    assert "account.json" in taken(Client(), "/api/v1/me/data/", **key)
    small = {"authorization": f"Bearer {secrets[Scope.READ]}"}
    assert Client().get("/api/v1/me/data/", headers=small).status_code == 403
    assert Client().get("/api/v1/me/data/").status_code == 401


def test_what_fails_on_the_way_sends_no_half_file(
    marta: Person, as_person: Callable[[Person], Client]
) -> None:
    LogEntry.objects.filter(seq=2).update(state_before_zlib=b"broken")
    client = as_person(marta)
    client.raise_request_exception = False
    response = client.get(FILE)
    assert response.status_code == 500
    assert b"PK" not in response.content[:2]


def test_it_is_offered_and_limited(
    guest: Person, account: Person, as_person: Callable[[Person], Client]
) -> None:
    link = reverse("keeping:data")
    assert link in as_person(account).get("/account/").content.decode()
    assert link in as_person(guest).get("/preferences/").content.decode()
    assert link not in Client().get("/preferences/").content.decode()
    assert FILE not in Client().get(link).content.decode()
    answers = [as_person(guest).get(FILE) for _ in range(12)]
    for answer in answers:
        answer.close()
    assert {answer.status_code for answer in answers} == {200, 429}


def test_every_room_with_a_relation_to_a_person_is_in_it() -> None:
    """A new relation must be taught to `take_out`, or be named here with its reason."""
    told_elsewhere = {
        "campaigns.Member": "campaigns/",
        "companion.Seat": "tables/",
        "companion.HouseFact": "house-packs.json",
        "companion.LineUp": "usual-tables.json",
        "workshop.PackMember": "packs/",
        "workshop.PackChange": "steps to take back; what they led to is in packs/",
        "printing.PrintJob": "prints.json",
        "api.Token": "tokens.json",
        "api.Creation": "a day's memory of resent requests",
        "keeping.Report": "reports.json",
        "keeping.Fault": "what failed on our side",
        "keeping.Ban": "a decision of whoever keeps the site",
        "keeping.SiteKeeper": "a role, shown on the account page",
        "people.Session": "sign-ins.json",
        "people.Passkey": "sign-ins.json",
        "people.Authenticator": "sign-ins.json",
        "people.RecoveryCode": "digests of codes that are known to nobody else",
        "people.Letter": "a mail that leaves in a moment",
    }
    related = {relation.related_model._meta.label for relation in Person._meta.related_objects}
    assert related == set(told_elsewhere)
