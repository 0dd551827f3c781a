"""A program opens a table with a mission of its person's own packs."""

import pytest

from companion.models import Table
from companion.people.models import Person
from tests.api.conftest import Program
from tests.workshop.kit import GAME, add_tutorial, make_pack

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
