"""A single table in one file: equal after the round trip, without secrets, checked on reading."""

import json
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from companion import services
from companion.files.changes import changed, changes
from companion.files.document import read_document
from companion.files.services import table_export, table_import
from companion.models import Seat, Table
from companion.people.models import Person
from rules import IllegalCommand
from rules.mechanics.danger import PointsAward
from rules.mechanics.equipment import DeckTake
from rules.mechanics.rounds import PhaseNext
from rules.mechanics.supply import ZombiesAdd
from rules.mechanics.zones import ZoneAdd

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=12,
)


@given(JSON, JSON)
def test_changes_lead_from_one_value_to_the_other(before: Any, after: Any) -> None:
    assert changed(before, changes(before, after)) == after


def do(table: Table, kind: type, **fields: Any) -> None:
    table.refresh_from_db()
    seat = table.seats.get(role=Seat.Role.KEEPER)
    made = kind(id=uuid.uuid4().hex, seen=table.version, **fields)
    services.command_submit(table_id=table.pk, seat=seat, command=made)


@pytest.fixture
def played(table: Table) -> Table:
    do(table, ZoneAdd, zone="1", start=True)
    do(table, PointsAward, survivor="wanda", amount=7)
    do(table, DeckTake, deck="equipment", survivor="ned", card="chainsaw")
    do(table, ZombiesAdd, zombie="walker", count=3)
    do(table, PhaseNext)
    table.refresh_from_db()
    seat = table.seats.get(role=Seat.Role.KEEPER)
    services.table_undo(table_id=table.pk, seat=seat, command_id="undo-0001", seen=5)
    several = {"command_id": "undo-0002", "seen": 6, "seq": 3}
    services.table_undo_to(table_id=table.pk, seat=seat, **several)
    services.table_redo(table_id=table.pk, seat=seat, command_id="redo-0001", seen=7)
    table.refresh_from_db()
    return table


pytestmark = pytest.mark.django_db


def test_export_of_the_import_is_the_export(played: Table, account: Person) -> None:
    file = table_export(played)
    saved, states = read_document(file)
    copy = table_import(person=account, saved=saved, states=states)
    assert table_export(copy) == file
    assert Table.objects.count() == 2
    assert copy.state.survivors == played.state.survivors
    assert copy.code != played.code
    do(copy, PointsAward, survivor="ned", amount=1)
    assert Table.objects.get(pk=copy.pk).version == played.version + 1


def test_no_secret_is_in_the_file(played: Table) -> None:
    document = json.loads(table_export(played))
    assert document["start"]["seed"] == ""
    draw = document["start"]["decks"]["zombies"]["draw"]
    assert draw == sorted(draw)
    assert played.state.seed not in table_export(played).decode()


def test_an_imported_deck_is_shuffled_anew(played: Table, account: Person) -> None:
    saved, states = read_document(table_export(played))
    orders = {
        table_import(person=account, saved=saved, states=states).state.decks["zombies"].draw
        for _ in range(3)
    }
    assert len(orders) == 3


def edited(file: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    body = json.loads(file)
    change(body)
    return json.dumps(body).encode()


@pytest.mark.parametrize(
    "change",
    [
        lambda body: body["start"].update(game="chess"),
        lambda body: body["start"].update(survivors={}),
        lambda body: body["start"].update(first_player=9),
        lambda body: body["start"].update(more=1),
        lambda body: body["start"]["decks"]["zombies"]["draw"].append("zombies-999"),
        lambda body: body["start"]["decks"]["zombies"].update(discard=["zombies-001"]),
        lambda body: body["steps"].pop(0),
        lambda body: body["steps"][0].update(kind="dream"),
        lambda body: body["steps"][0].update(then=[{"at": ["round", "deep"], "to": 1}]),
        lambda body: body["steps"][0].update(then=[{"at": [], "to": {}}]),
        lambda body: body["steps"][0].update(then=[{"to": {}}]),
        lambda body: body["steps"][0].update(at="2026-01-01T00:00:00"),
        lambda body: body.update(begun="soon"),
    ],
)
def test_a_file_that_no_table_could_have_led_to(
    played: Table, change: Callable[[dict[str, Any]], object]
) -> None:
    with pytest.raises(IllegalCommand, match=r"transfer\.unsound"):
        read_document(edited(table_export(played), change))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "transfer.unreadable"),
        (b'{"format": "safehouse.table"', "transfer.unreadable"),
        (b"[1, 2]", "transfer.foreign"),
        (b'{"format": "safehouse.campaign", "version": 1}', "transfer.other"),
        (b'# ours\nformat = "safehouse.pack"\nversion = 3\n', "transfer.other"),
        (b'{"format": "safehouse.table", "version": 0}', "transfer.foreign"),
        (b'{"format": "safehouse.table", "version": 2}', "transfer.newer"),
        (b" " * 8_000_001, "transfer.too_large"),
    ],
)
def test_what_is_no_table_of_ours(data: bytes, code: str) -> None:
    with pytest.raises(IllegalCommand) as caught:
        read_document(data)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "data", [b"Wanda, Ned", b"\x89PNG\r\n\x1a\n\x00\x00", b"PK\x03\x04\x14\x00", b"[1]", b"{}"]
)
@pytest.mark.parametrize(
    ("page", "wanted"),
    [
        ("files:import", "a table"),
        ("campaigns:import", "a campaign"),
        ("workshop:import", "a pack"),
    ],
)
def test_a_file_of_another_kind_is_told_which_one_is_wanted(
    data: bytes, page: str, wanted: str
) -> None:
    chosen = SimpleUploadedFile("some.thing", data)
    answer = Client().post(reverse(page), {"file": chosen})
    assert answer.status_code == 422
    assert wanted in " ".join(answer.context["form"].errors["file"])


def test_through_the_pages(played: Table, guest: Person, as_person: Callable[..., Client]) -> None:
    saved = as_person(guest).get(reverse("files:export", args=[played.pk]))
    assert "attachment" in saved["Content-Disposition"]
    other = Client()
    assert other.get(reverse("files:import")).status_code == 200
    bad = other.post(reverse("files:import"), {"file": SimpleUploadedFile("t.json", b"{}")})
    assert bad.status_code == 422
    look = other.post(
        reverse("files:import"), {"file": SimpleUploadedFile("t.json", saved.content)}
    )
    assert "Wanda" in look.content.decode()
    assert Table.objects.count() == 1
    done = other.post(reverse("files:confirm"), {"document": look.context["document"]})
    assert other.get(done.url).status_code == 200
    assert Table.objects.count() == 2


LONG, UNSEEN = "x" * 5_000, "\u200b"


def with_old_names(body: dict[str, Any]) -> None:
    """As an earlier version took them: of nothing visible, endless, empty."""
    start = body["start"]
    start.update(players=[LONG, UNSEEN])
    start["survivors"]["wanda"].update(player=LONG, name="")
    start["survivors"]["ned"].update(player=UNSEEN)
    for step in body["steps"]:
        step["who"] = "Marta"


def test_names_that_earlier_versions_took_are_mended(played: Table, account: Person) -> None:
    saved, states = read_document(edited(table_export(played), with_old_names))
    copy = table_import(person=account, saved=saved, states=states)
    assert copy.state.players == ("x" * 60, "Player")
    assert copy.state.survivors["wanda"].name == "Survivor"
    assert [each.player for each in copy.state.survivors.values()] == ["x" * 60, "Player"]
    assert states.mended == {LONG: "x" * 60, UNSEEN: "Player", "": "Survivor"}
    do(copy, PointsAward, survivor="wanda", amount=1)


def test_names_are_tidied_as_a_set_up_tidies_them(played: Table, account: Person) -> None:
    wanda, marta = " Wanda\u200b\u3164", "Marta  \u00a0Ruiz "

    def untidy(body: dict[str, Any]) -> None:
        start = body["start"]
        start["survivors"]["wanda"].update(name=wanda)
        for survivor in start["survivors"].values():
            survivor.update(player=marta)
        start.update(players=[marta])
        body["steps"][0].update(who=marta)

    saved, states = read_document(edited(table_export(played), untidy))
    assert states.mended == {wanda: "Wanda", marta: "Marta Ruiz"}
    copy = table_import(person=account, saved=saved, states=states)
    assert copy.state.players == ("Marta Ruiz",)
    assert copy.state.survivors["wanda"].name == "Wanda"
    assert copy.state.survivors["wanda"].player == "Marta Ruiz"
    assert copy.entries.first().who == "Marta Ruiz"


def test_the_page_names_what_it_has_mended(played: Table) -> None:
    file = SimpleUploadedFile("t.json", edited(table_export(played), with_old_names))
    look = Client().post(reverse("files:import"), {"file": file})
    shown = look.content.decode()
    assert 'id="mended"' in shown
    assert "x" * 60 in shown
    assert "x" * 61 not in shown


def test_nobody_in_particular_may_play_a_survivor(played: Table, account: Person) -> None:
    def leave_out(body: dict[str, Any]) -> None:
        body["start"].update(players=[""])
        for survivor in body["start"]["survivors"].values():
            survivor.update(player="")

    saved, states = read_document(edited(table_export(played), leave_out))
    copy = table_import(person=account, saved=saved, states=states)
    assert (copy.state.players, states.mended) == (("",), {})
