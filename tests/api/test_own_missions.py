"""A program opens a table with what its person's own packs have."""

import pytest
from msgspec.structs import replace

from companion.models import Table
from companion.people.models import Person
from companion.workshop.ours import ours_of
from companion.workshop.services import piece_add
from rules.workshop.draft import Said
from rules.workshop.pieces import DraftDeck
from tests.api.conftest import Program
from tests.workshop.kit import GAME, add_cards, add_survivor, add_tutorial, make_pack

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("is_ours", [True, False])
def test_a_program_begins_a_mission_of_its_own(
    luis: Program, account: Person, is_ours: bool
) -> None:
    pack = make_pack(account if is_ours else Person.objects.create_guest(name="Sol"))
    add_tutorial(pack)
    body = {
        "game": GAME,
        "mission": pack.mission_key("m1"),
        "players": ["Luis"],
        "survivors": [{"survivor": "ann"}],
        "zones": [{"id": "1"}],
    }
    opened = luis.post("tables/", body)
    kept = luis.ask("put", f"me/usual/{GAME}/", body)
    if not is_ours:
        assert (opened.status_code, opened.json()["code"]) == (422, "mission.unknown")
        assert kept.status_code == 422
        return
    assert opened.status_code == 201
    assert opened.json()["state"]["mission"] == body["mission"]
    table = Table.objects.get(game=GAME)
    assert table.pack_version == pack.versions.get()
    assert table.state.board == {"walker": 1, "fatty": 1, "runner": 1}
    assert kept.status_code == 200
    assert kept.json()["mission"] == body["mission"]


def test_a_program_plays_with_survivors_and_decks_of_its_own(
    luis: Program, account: Person
) -> None:
    pack = make_pack(account)
    add_survivor(pack)
    add_cards(pack)
    [berta] = ours_of(account, GAME).survivors
    body = {
        "game": GAME,
        "players": ["Luis"],
        "survivors": [{"survivor": berta}],
        "zones": [{"id": "1"}],
        "decks": {"zombies": f"{pack.pk}:d1"},
    }
    assert luis.post("tables/", body).status_code == 201
    table = Table.objects.get(game=GAME)
    assert table.pack_version == pack.versions.get()
    assert table.state.survivors[berta].name == "Berta"
    assert [card.number for card in table.state.own_box.spawns] == ["C-01"]
    kept = luis.ask("put", f"me/usual/{GAME}/", body)
    assert kept.status_code == 200
    assert kept.json()["decks"] == body["decks"]
    assert [each["survivor"] for each in kept.json()["survivors"]] == [berta]
    for wrong in ({"zombies": f"{pack.pk}:d9"}, {"equipment": f"{pack.pk}:d1"}):
        refused = luis.post("tables/", {**body, "decks": wrong})
        assert (refused.status_code, refused.json()["code"]) == (422, "deck.unknown")
        assert luis.ask("put", f"me/usual/{GAME}/", {**body, "decks": wrong}).status_code == 422
    assert Table.objects.filter(game=GAME).count() == 1


def test_a_program_opens_no_table_without_a_zombie_card(luis: Program, account: Person) -> None:
    pack = make_pack(account)
    nothing = DraftDeck(id="", without=("box:all",), name=Said(en="Nothing"))
    piece_add(member=pack.members.get(), kind="decks", make=lambda key: replace(nothing, id=key))
    body = {"game": GAME, "survivors": [{"survivor": "ann"}], "decks": {"zombies": f"{pack.pk}:d1"}}
    refused = luis.post("tables/", body)
    assert (refused.status_code, refused.json()["code"]) == (422, "deck.empty")
    assert not Table.objects.filter(game=GAME).exists()
