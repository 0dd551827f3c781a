"""Cards that are offered: what somebody holds once, and of the box only where it is on paper."""

import json
import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from companion.models import Table
from companion.people.models import Person
from rules import offers
from tests.companion.test_table_page import HTMX, lay

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
ANN, SAMSON, CLOVIS = "ann", "samson", "clovis"


def carrying(guest: Person, **things: dict[str, str]) -> Table:
    """A table whose survivors carry these, with bile to set alight."""
    table = lay(guest)
    survivors = {
        key: replace(survivor, inventory=things.get(key, {}))
        for key, survivor in table.state.survivors.items()
    }
    table.state = replace(table.state, survivors=survivors, bile=2, board={"walker": 3})
    table.save()
    return table


def names(client: Client, table: Table, kind: str) -> list[str]:
    """The folds of a command, as they are named."""
    url = reverse("companion:sheet", args=[table.pk, f"do/{kind}"])
    page = unescape(client.get(url, **HTMX).content.decode())
    folds = re.findall(r"<summary>(.*?)</summary>", page, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", fold).split()) for fold in folds]


def cards(table: Table, kind: str, name: str, survivor: str) -> list[str]:
    found: list[str] = []
    for offer in offers(table.state, table.pack, kind, {"survivor": survivor}):
        said = offer.fixed.get(name)
        values = said if said is not None else offer.fields[name].values  # type: ignore[attr-defined]
        found += [values] if isinstance(values, str) else values
    return found


def test_a_torch_is_offered_once_and_goes_from_the_hand(as_person: AsPerson, guest: Person) -> None:
    table = carrying(guest, samson={"hand-1": "torch-1", "hand-2": "torch-2"})
    client = as_person(guest)
    assert names(client, table, "blast.resolve") == ["Something goes off: Torch · Samson"]
    assert cards(table, "blast.resolve", "cards", SAMSON) == ["torch-1"]
    said = {"kind": "blast.resolve", "cards": ["torch-1"]}
    sent = {"with": json.dumps(said), "survivor": SAMSON, "targets.walker": "3"}
    url = reverse("companion:command", args=[table.pk])
    answer = client.post(url, {**sent, "id": "burn-0001", "seen": table.version})
    assert answer.status_code == 302
    table.refresh_from_db()
    assert table.state.board.get("walker", 0) == 0
    assert table.state.survivors[SAMSON].inventory == {"hand-2": "torch-2"}


def test_two_who_hold_one_are_told_apart(as_person: AsPerson, guest: Person) -> None:
    table = carrying(guest, samson={"hand-1": "torch-1"}, clovis={"backpack-1": "torch-2"})
    page = sheet(as_person(guest), table, "do/blast.resolve")
    assert "Torch · Samson" in page
    assert "Torch · Clovis" in page
    made = list(offers(table.state, table.pack, "blast.resolve"))
    reasons = {offer.fixed["cards"]: offer.why_not and offer.why_not.code for offer in made}
    assert reasons == {("torch-1",): None, ("torch-2",): "item.not_in_hand"}


def sheet(client: Client, table: Table, path: str) -> str:
    url = reverse("companion:sheet", args=[table.pk, path])
    return unescape(client.get(url, **HTMX).content.decode())


def test_a_door_is_forced_with_what_somebody_holds(as_person: AsPerson, guest: Person) -> None:
    held = {"hand-1": "short-sword-1", "hand-2": "short-sword-2"}
    table = carrying(guest, ann=held, clovis={"hand-1": "hammer-1"}, samson={"hand-1": "torch-1"})
    assert cards(table, "door.open", "card", ANN) == ["short-sword-1"]
    assert cards(table, "door.open", "card", CLOVIS) == ["hammer-1"]
    assert cards(table, "door.open", "card", SAMSON) == [], "a torch opens no door"
    folds = names(as_person(guest), table, "door.open")
    assert folds == ["Open a door: Ann", "Open a door: Clovis"]


def test_cards_on_paper_are_those_of_the_box_and_every_fold_has_a_name(
    as_person: AsPerson, guest: Person
) -> None:
    table = carrying(guest)
    assert cards(table, "blast.resolve", "cards", ANN) == ["torch"]
    folds = names(as_person(guest), table, "door.open")
    assert len(folds) == len(set(folds)) == 2
    assert all(fold.removeprefix("Open a door").strip() for fold in folds)


def test_a_weapon_in_hand_is_not_offered_as_one_of_the_box(guest: Person) -> None:
    table = carrying(guest, ann={"hand-1": "short-sword-1"})
    weapons = cards(table, "attack.resolve", "weapons", ANN)
    assert "short-sword-1" in weapons
    assert "short-sword" not in weapons
    assert "hammer" in weapons, "somebody may still lend a card that nobody told of"
