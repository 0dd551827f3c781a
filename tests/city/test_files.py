"""A finished table of City of Horror as a file, both ways; an unfinished one stays sealed."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from companion import services
from companion.files.document import read_document
from companion.files.services import table_export, table_import
from companion.models import Table
from companion.people.models import Person
from rules import IllegalCommand
from rules.systems.city_of_horror.ending import GameAbandon
from tests.city.kit import open_city_table
from tests.city.test_secrets import next_command

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
MOST_STEPS = 400


def play(table: Table) -> None:
    """To the end, by whatever the rules take; Marta's phone plays for everybody."""
    chance, seat = random.Random(7), table.seats.get()
    for step in range(MOST_STEPS):
        table.refresh_from_db()
        state = table.any_state
        if state.result is not None:
            return
        command = replace(next_command(state, chance), id=f"step-{step:05}", seen=table.version)
        services.command_submit(table_id=table.pk, seat=seat, command=command)
    raise AssertionError("the game does not end")


@pytest.fixture
def over(guest: Person) -> Table:
    table = open_city_table(guest)
    play(table)
    return table


def test_a_finished_game_goes_out_and_comes_back(
    over: Table, guest: Person, account: Person, as_person: AsPerson
) -> None:
    seed = over.any_state.seed
    story = reverse("companion:story", args=[over.pk])
    export = reverse("files:export", args=[over.pk])
    phone = as_person(guest)
    assert export in phone.get(story).content.decode()
    file = phone.get(export).content
    assert seed not in file.decode()
    other = as_person(account)
    look = other.post(reverse("files:import"), {"file": SimpleUploadedFile("t.json", file)})
    page = look.content.decode()
    assert look.status_code == 200
    assert all(name in page for name in over.any_state.players)
    done = other.post(reverse("files:confirm"), {"document": look.context["document"]})
    copy = Table.objects.exclude(pk=over.pk).get()
    assert done.url == reverse("companion:table", args=[copy.pk])
    assert table_export(copy) == file
    assert copy.any_state.seed not in ("", seed)
    assert replace(copy.any_state, seed=seed, cursor=over.any_state.cursor) == over.any_state
    answers = [
        other.get(reverse(f"companion:{name}", args=[copy.pk]))
        for name in ("story", "table", "screen")
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 200]


def test_an_unfinished_game_stays_sealed(guest: Person, as_person: AsPerson) -> None:
    table, phone = open_city_table(guest), as_person(guest)
    export = reverse("files:export", args=[table.pk])
    assert phone.get(export).status_code == 404
    stop = GameAbandon(id="stopped-1", seen=0)
    services.command_submit(table_id=table.pk, seat=table.seats.get(), command=stop)
    assert phone.get(export).status_code == 404
    table.refresh_from_db()
    with pytest.raises(IllegalCommand, match=r"transfer\.secret"):
        table_export(table)
    assert export not in phone.get(reverse("companion:story", args=[table.pk])).content.decode()


def test_a_file_of_an_unfinished_game_is_not_taken(over: Table, account: Person) -> None:
    body = json.loads(table_export(over))
    body["steps"].pop()
    saved, states = read_document(json.dumps(body).encode())
    with pytest.raises(IllegalCommand, match=r"transfer\.secret"):
        table_import(person=account, saved=saved, states=states)
    assert Table.objects.count() == 1


def _twice(state: dict[str, Any]) -> None:
    state["discard"].append(state["deck"][0])


def test_a_file_that_no_game_could_have_led_to(over: Table) -> None:
    file = table_export(over)
    changes: list[Callable[[dict[str, Any]], object]] = [
        lambda state: state.update(game="zombicide-2e"),
        lambda state: state.update(first="Nadie"),
        lambda state: state.update(straggler="yellow"),
        lambda state: state.update(round=9),
        lambda state: state.update(at="church"),
        lambda state: state.update(choices={"Marta": "moon"}),
        lambda state: state.update(ballots={"Nadie": "Marta"}),
        lambda state: state["seats"].pop("Marta"),
        lambda state: state["seats"]["Marta"].update(antidotes=-1),
        lambda state: state["seats"]["Marta"].update(hand=["moon-1"]),
        lambda state: state["locations"].pop("bank"),
        lambda state: state["locations"]["bank"].update(zombies=-1),
        lambda state: state["characters"].update(nobody={"player": "Marta"}),
        lambda state: state.update(described={"99-9": {}}),
        _twice,
    ]
    for change in changes:
        body = json.loads(file)
        change(body["start"])
        with pytest.raises(IllegalCommand, match=r"transfer\.unsound"):
            read_document(json.dumps(body).encode())
