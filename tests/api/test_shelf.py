"""What becomes of a table, by API: archive, lock, bin, branch, rematch; what its keeper may do."""

import pytest
from django.utils import timezone

from companion.models import Seat, Table
from companion.seats.asking import WAIT
from tests.api.conftest import Program
from tests.api.test_tables import EVENING, refused, tap

pytestmark = pytest.mark.django_db


def listed(program: Program, shelf: str) -> list[str]:
    return [row["id"] for row in program.get(f"tables/?shelf={shelf}").json()["results"]]


def test_a_table_goes_to_the_archive_and_comes_back(luis: Program, kept: Table) -> None:
    row = luis.ask("patch", f"tables/{kept.pk}/", {"archived": True}).json()
    assert (row["archived"], row["locked"]) == (True, False)
    assert (listed(luis, "playing"), listed(luis, "archive")) == ([], [str(kept.pk)])
    luis.ask("patch", f"tables/{kept.pk}/", {"archived": False})
    assert listed(luis, "playing") == [str(kept.pk)]


def test_a_locked_table_takes_nobody_new(luis: Program, kept: Table) -> None:
    assert luis.ask("patch", f"tables/{kept.pk}/", {"locked": True}).json()["locked"] is True
    sit = {"code": kept.code, "name": "Eva"}
    assert refused(Program().post("seats/", sit)) == (422, "seat.table_locked")
    luis.ask("patch", f"tables/{kept.pk}/", {"locked": False})
    assert Program().post("seats/", sit).status_code == 201


def test_a_table_in_the_bin_is_gone_until_it_is_restored(luis: Program, kept: Table) -> None:
    at = f"tables/{kept.pk}/"
    assert luis.ask("delete", at).status_code == 204
    assert luis.get(at).status_code == 404
    assert luis.post(f"{at}commands/", tap(1, 0)).status_code == 404
    assert listed(luis, "bin") == [str(kept.pk)]
    assert luis.post(f"{at}restore/").status_code == 200
    assert luis.get(at).status_code == 200


def test_a_branch_stands_where_the_table_stood(luis: Program, kept: Table) -> None:
    at = f"tables/{kept.pk}/"
    before = luis.get(at).json()["state"]
    luis.post(f"{at}commands/", tap(1, 0))
    made = [luis.post(f"{at}branch/", {"seq": 0}, idempotency_key="what-if-1") for _ in range(2)]
    assert [answer.status_code for answer in made] == [201, 201]
    first, again = (answer.json() for answer in made)
    assert first["id"] == again["id"] != str(kept.pk)
    assert (first["state"], first["version"]) == (before, 0)
    assert refused(luis.post(f"{at}branch/", {"seq": 9})) == (422, "branch.no_such_entry")


def test_a_rematch_has_the_same_line_up(luis: Program) -> None:
    table = luis.post("tables/", EVENING).json()
    again = luis.post(f"tables/{table['id']}/rematch/").json()
    assert again["id"] != table["id"]
    assert again["state"]["survivors"] == table["state"]["survivors"]
    assert again["state"]["zones"] == table["state"]["zones"]


def test_a_mission_brings_its_hour_and_options_are_kept(luis: Program) -> None:
    wanted = {"game": "zombicide-2e", "survivors": [{"survivor": "wanda"}]}
    missions = luis.get("games/zombicide-2e/missions/").json()
    night = next(row for row in missions if row["mission"]["start_hour"] is not None)
    key = f"{night['box']}:{night['mission']['code']}"
    table = luis.post("tables/", {**wanted, "mission": key, "options": ["hide-odds"]}).json()
    assert table["state"]["clock"]["hour"] == night["mission"]["start_hour"]
    assert table["state"]["options"] == ["hide-odds"]
    (row,) = luis.get("tables/?limit=1").json()["results"]
    assert row["mission"] == key
    assert refused(luis.post("tables/", {**wanted, "mission": "box:M99"})) == (
        422,
        "mission.unknown",
    )
    cheat = luis.post("tables/", {**wanted, "options": ["cheat"]})
    assert refused(cheat) == (422, "option.not_here")


def test_the_keeper_names_promotes_and_removes(luis: Program, kept: Table) -> None:
    joined = Program().post("seats/", {"code": kept.code, "name": "Eva", "role": "reader"}).json()
    eva, seat = Program(joined["token"]), f"tables/{kept.pk}/seats/{joined['seat']['id']}/"
    assert eva.post(f"tables/{kept.pk}/commands/", tap(1, 0)).status_code == 403
    changed = luis.ask("patch", seat, {"name": "Evita", "role": "player"}).json()
    assert (changed["name"], changed["role"]) == ("Evita", "player")
    assert eva.post(f"tables/{kept.pk}/commands/", tap(1, 0)).status_code == 200
    assert refused(eva.ask("patch", seat, {"role": "keeper"})) == (403, "seat.not_keeper")
    assert luis.ask("delete", seat).status_code == 204
    assert eva.get("me/").status_code == 401
    mine = Seat.objects.get(table=kept)
    last = luis.ask("delete", f"tables/{kept.pk}/seats/{mine.pk}/")
    assert refused(last) == (422, "seat.last_keeper")


def test_a_player_asks_to_keep_the_table_and_takes_it(luis: Program, kept: Table) -> None:
    """Refused once, withdrawn once, not answered the third time."""
    joined = Program().post("seats/", {"code": kept.code, "name": "Eva"}).json()
    eva, seat = Program(joined["token"]), f"tables/{kept.pk}/seats/{joined['seat']['id']}/"
    asking, keeping = f"tables/{kept.pk}/asking/", f"tables/{kept.pk}/keeping/"
    assert refused(luis.ask("put", asking)) == (422, "seat.keeps_already")
    since = eva.ask("put", asking).json()["asked_to_keep_at"]
    seats = {row["name"]: row for row in luis.get(f"tables/{kept.pk}/seats/").json()["seats"]}
    assert since is not None
    assert seats["Eva"]["asked_to_keep_at"] == since
    assert refused(eva.post(f"{seat}answer/", {"agreed": True})) == (403, "seat.not_keeper")
    assert luis.post(f"{seat}answer/", {"agreed": False}).json()["asked_to_keep_at"] is None
    assert refused(luis.post(f"{seat}answer/", {"agreed": True})) == (422, "seat.not_asking")
    eva.ask("put", asking)
    assert eva.ask("delete", asking).status_code == 204
    eva.ask("put", asking)
    assert refused(eva.post(keeping)) == (422, "seat.answer_due")
    Seat.objects.filter(name="Eva").update(asked_to_keep_at=timezone.now() - WAIT)
    assert eva.post(keeping).json()["role"] == "keeper"


def test_a_place_can_be_taken_once(kept: Table) -> None:
    sit = {"code": kept.code, "name": "Eva", "player": "Luis"}
    answers = [Program().post("seats/", sit) for _ in range(2)]
    taken = Seat.objects.filter(table=kept, player="Luis").exclude(role="reader").count()
    assert taken == 1
    assert refused(answers[1]) == (422, "seat.taken")
