"""Packs of a group's own by the API: listed, read, played with, out as a file and in again."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.models import Table
from companion.people.models import Person
from companion.workshop.models import HousePack, PackMember
from companion.workshop.services import offer_answer
from tests.api.conftest import Program
from tests.workshop.kit import GAME, add_cards, add_survivor, add_tutorial, draft_of, make_pack

pytestmark = pytest.mark.django_db


@pytest.fixture
def pack(account: Person) -> HousePack:
    """With a mission, a survivor, a zombie card and a deck."""
    pack = make_pack(account)
    add_tutorial(pack)
    add_survivor(pack)
    add_cards(pack)
    return pack


def test_what_a_pack_offers_is_what_a_table_takes(luis: Program, pack: HousePack) -> None:
    make_pack(Person.objects.create_guest(name="Sol"))
    [row] = luis.get("packs/").json()["results"]
    assert (row["id"], row["name"], row["version"], row["mine"]) == (
        str(pack.pk),
        "Our plague",
        1,
        True,
    )
    read = luis.get(row["url"]).json()
    assert read["counts"] == {
        "missions": 1,
        "survivors": 1,
        "spawns": 1,
        "equipment": 0,
        "zombies": 0,
        "cards": 0,
        "decks": 1,
    }
    [mission] = read["missions"]
    assert (mission["code"], mission["problems"]) == ("A0", 0)
    assert mission["title"]["en"] == "Danse Macabre"
    [berta] = read["survivors"]
    assert berta["name"] == "Berta"
    whole, quiet = read["decks"]
    assert (whole["deck"], whole["name"]) == ("zombies", None)
    assert quiet["name"]["en"] == "Quiet"
    for deck in (whole, quiet):
        body = {
            "game": GAME,
            "mission": mission["mission"],
            "survivors": [{"survivor": berta["survivor"]}],
            "decks": {deck["deck"]: deck["key"]},
        }
        assert luis.post("tables/", body).status_code == 201
        state = Table.objects.filter(game=GAME).latest("created_at").state
        assert state.own_mission is not None
        assert [card.number for card in state.own_box.spawns] == ["C-01"]
        assert list(state.survivors) == [berta["survivor"]]


def test_a_pack_goes_out_as_a_file_and_comes_back_as_a_new_one(
    luis: Program, pack: HousePack
) -> None:
    saved = luis.post(f"packs/{pack.pk}/export/").json()
    assert saved["version"] == 1
    assert pack.versions.get().sealed_at is not None
    sent = {"document": saved["document"]}
    made = [luis.post("packs/import/", sent, idempotency_key="bring-0001") for _ in range(2)]
    assert [answer.status_code for answer in made] == [201, 201]
    assert made[0].json()["id"] == made[1].json()["id"] != str(pack.pk)
    assert made[0].headers["Location"] == made[0].json()["url"]
    assert made[0].json()["counts"] == luis.get(f"packs/{pack.pk}/").json()["counts"]
    assert HousePack.objects.count() == 2


@pytest.mark.parametrize(
    ("document", "status", "code"),
    [
        ("nonsense", 422, "workshop.file_line"),
        ("a = 1", 422, "workshop.file_foreign"),
        ('{"format": "safehouse.table", "version": 1', 422, "workshop.file_table"),
        ("", 400, "body.unreadable"),
        ("x" * 400_001, 422, "workshop.file_large"),
        ("x" * 800_001, 413, "http.413"),
        ("\u0000", 422, "workshop.file_line"),
        (7, 400, "body.unreadable"),
    ],
)
def test_a_file_that_is_no_pack_is_refused(
    luis: Program, document: Any, status: int, code: str
) -> None:
    answer = luis.post("packs/import/", {"document": document})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not HousePack.objects.exists()


def test_a_pack_of_a_game_that_is_not_here_is_refused(luis: Program, pack: HousePack) -> None:
    document = luis.post(f"packs/{pack.pk}/export/").json()["document"]
    other = document.replace(f'game = "{GAME}"', 'game = "ludo"')
    answer = luis.post("packs/import/", {"document": other})
    assert (answer.status_code, answer.json()["code"]) == (422, "workshop.game")


def test_the_bin_is_for_whoever_made_it(
    luis: Program, pack: HousePack, token_of: Callable[..., Program], guest: Person
) -> None:
    share = PackMember.objects.create(pack=pack, person=guest, name="Marta")
    other = token_of(guest)
    assert other.get("packs/").json()["results"] == [], "an offer opens nothing"
    assert other.get(f"packs/{pack.pk}/").status_code == 404
    offer_answer(member=share, agrees=True)
    assert other.get(f"packs/{pack.pk}/").json()["mine"] is False
    refused = other.ask("delete", f"packs/{pack.pk}/")
    assert (refused.status_code, refused.json()["code"]) == (422, "workshop.maker")
    assert luis.ask("delete", f"packs/{pack.pk}/").status_code == 204
    assert luis.get("packs/").json()["results"] == []
    assert luis.get(f"packs/{pack.pk}/").status_code == 404
    assert luis.post(f"packs/{pack.pk}/restore/").json()["id"] == str(pack.pk)
    assert luis.get(f"packs/{pack.pk}/").status_code == 200


def test_one_mission_is_written_changed_and_put_into_the_bin(
    luis: Program, pack: HousePack
) -> None:
    base = f"packs/{pack.pk}/missions/"
    [row] = luis.get(base).json()["results"]
    assert (row["id"], row["name"], row["problems"]) == ("m1", "Danse Macabre", [])
    read = luis.get(row["url"])
    assert read.headers["ETag"] == row["tag"]
    mission = {**read.json(), "code": "B7"}
    seen = {"If-Match": row["tag"]}
    written = luis.ask("put", row["url"], mission, **seen)
    assert (written.status_code, written.json()["code"]) == (200, "B7")
    assert luis.ask("put", row["url"], {**mission, "code": "B8"}, **seen).status_code == 412
    assert draft_of(pack).code == "B7"
    late = luis.ask("delete", row["url"], None, **seen)
    assert late.status_code == 412
    assert luis.ask("delete", row["url"], None).status_code == 204
    assert draft_of(pack).binned
    assert luis.ask("put", row["url"], mission).status_code == 200
    assert not draft_of(pack).binned

    blank = luis.ask("put", f"{base}m9/", {"id": "m9", "title": {"en": "The mill"}})
    assert blank.status_code == 201
    rows = {row["id"]: row for row in luis.get(base).json()["results"]}
    assert rows["m9"]["name"] == "The mill"
    assert rows["m9"]["problems"], "a draft may have problems, and they are in words"
    assert luis.ask("put", f"{base}m8/", {"id": "m9"}).status_code == 422
    unseen = {"id": "m9", "title": {"en": "The\u200b mill"}}
    assert luis.ask("put", f"{base}m9/", unseen).status_code == 422
    assert luis.ask("put", f"{base}m9/", {"id": "m9", "colour": "red"}).status_code == 400
    assert luis.get(f"{base}m7/").status_code == 404


def test_a_card_that_was_played_is_changed_in_the_next_version(
    luis: Program, pack: HousePack
) -> None:
    [row] = luis.get(f"packs/{pack.pk}/spawns/").json()["results"]
    luis.post(f"packs/{pack.pk}/export/")
    card = {**luis.get(row["url"]).json(), "copies": 5}
    assert luis.ask("put", row["url"], card).status_code == 200
    assert luis.get(f"packs/{pack.pk}/spawns/").json()["version"] == 2
    assert pack.versions.get(number=1).content.spawns[0].copies == 2
    assert pack.versions.get(number=2).content.spawns[0].copies == 5


def test_a_pack_becomes_a_campaign(luis: Program, pack: HousePack) -> None:
    luis.ask("put", f"packs/{pack.pk}/missions/m2/", {"id": "m2", "title": {"en": "The mill"}})
    road = f"packs/{pack.pk}/road/"
    assert luis.ask("put", road, {"road": [{"id": "m1"}, {"id": "m1"}]}).status_code == 422
    answer = luis.ask("put", road, {"road": [{"id": "m1", "lost": ["m2"]}, {"id": "m2"}]})
    assert [leg["won"] for leg in answer.json()["legs"]] == [["m2"], []]
    begun = luis.post(
        "campaigns/",
        {
            "name": "Winter",
            "game": GAME,
            "free": True,
            "pack": str(pack.pk),
            "survivors": [{"survivor": "ann"}],
        },
    ).json()
    assert (begun["ways"], begun["coming"]) == (["m1"], "m1")
    assert [leg["mission"] for leg in begun["road"]] == ["m1", "m2"]
    nobodys = {"name": "X", "game": GAME, "free": True, "survivors": [{"survivor": "ann"}]}
    refused = luis.post("campaigns/", {**nobodys, "pack": "00000000-0000-0000-0000-000000000000"})
    assert refused.status_code in (404, 422)


def test_a_deck_takes_cards_of_two_packs(luis: Program, pack: HousePack, account: Person) -> None:
    other = make_pack(account, name="The other plague")
    card = {"id": "c1", "number": "K-01", "levels": {"blue": {"walker": 1}}}
    assert luis.ask("put", f"packs/{other.pk}/spawns/c1/", card).status_code == 201
    keys = f"{pack.pk}:d1+{other.pk}:all-zombies"
    body = {"game": GAME, "survivors": [{"survivor": "ann"}], "decks": {"zombies": keys}}
    assert luis.post("tables/", body).status_code == 201
    box = Table.objects.latest("created_at").state.own_box
    assert box is not None
    assert {card.number for card in box.spawns} == {"C-01", "K-01"}
    wrong = {**body, "decks": {"zombies": f"{keys}+{other.pk}:d9"}}
    assert luis.post("tables/", wrong).status_code == 422
    assert luis.ask("put", f"me/usual/{GAME}/", body).status_code == 200
    assert luis.get(f"me/usual/{GAME}/").json()["decks"] == {"zombies": keys}


def test_a_pack_on_the_public_shelf_is_read_and_copied_by_others(
    luis: Program,
    pack: HousePack,
    token_of: Callable[..., Program],
    settings: pytest.FixtureRequest,
) -> None:
    other = token_of(Person.objects.create_guest(name="Sol"))
    assert luis.get("packs/public/").status_code == 404, "the operator has none"
    settings.PUBLIC_SHELF = True  # type: ignore[attr-defined]
    assert other.get("packs/public/").json() == {"results": [], "next": None}
    assert other.ask("put", f"packs/{pack.pk}/shelf/").status_code == 404
    shown = luis.ask("put", f"packs/{pack.pk}/shelf/").json()
    assert shown["name"] == "Our plague"
    assert other.get("packs/public/").json()["results"] == [shown]
    assert other.get("packs/public/?game=rue-morgue").json()["results"] == []
    exported = luis.post(f"packs/{pack.pk}/export/").json()["document"]
    assert other.get(shown["url"]).json()["document"] == exported
    copied = other.post(f"{shown['url']}copy/")
    assert copied.status_code == 201
    assert copied.json()["counts"] == luis.get(f"packs/{pack.pk}/").json()["counts"]
    assert copied.json()["id"] != str(pack.pk)
    assert luis.ask("delete", f"packs/{pack.pk}/shelf/").status_code == 204
    assert other.get(shown["url"]).status_code == 404
