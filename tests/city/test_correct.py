"""Correcting a table of City of Horror by its page: what is shown is taken."""

import json
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from companion.models import Table
from companion.people.models import Person
from rules.systems.city_of_horror import CityState
from tests.city.kit import open_city_table
from tests.robot.page import Button, Page

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]


def quiet_table(guest: Person, **changes: object) -> Table:
    """A table where everybody stands somewhere and nothing is open."""
    table = open_city_table(guest)
    state = table.any_state
    assert isinstance(state, CityState)
    characters = {key: replace(character, at="bank") for key, character in state.characters.items()}
    fields = {"phase": "choose", "round": 1, "characters": characters, **changes}
    table.keep_state(replace(state, **fields))
    table.save()
    return table


def read(client: Client, table: Table, who: str = "") -> Page:
    url = reverse("companion:sheet", args=[table.pk, "correct"])
    answer = client.get(url, {"who": who} if who else {})
    assert answer.status_code == 200
    return Page(url, 200, answer.content.decode())


def settings(page: Page) -> list[Button]:
    return [button for button in page.buttons if button.kind == "table.correct"]


def send(client: Client, button: Button, name: str, value: str) -> int:
    fields = {each.name: each.value for each in button.form.controls if each.name != name}
    return client.post(button.action, {**fields, name: value}).status_code


def path_of(button: Button) -> str:
    return next(each.value for each in button.form.controls if each.name == "path")


@pytest.mark.parametrize("who", ["", "bank", "Luis B."])
def test_every_value_of_the_sheet_is_taken(guest: Person, as_person: AsPerson, who: str) -> None:
    table, client = quiet_table(guest), as_person(guest)
    paths = [path_of(button) for button in settings(read(client, table, who))]
    assert paths
    for path in paths:
        button = next(
            (each for each in settings(read(client, table, who)) if path_of(each) == path), None
        )
        if button is None:  # whoever died is not there any more
            continue
        field = button.form.controls[-1]
        is_number = field.type == "number"
        value = field.max if is_number else field.options[0][0]
        assert send(client, button, "value" if is_number else "with-value", value) == 302
        command = json.loads(table.entries.order_by("-seq")[0].command_json)
        expected = int(value) if is_number else json.loads(value)["value"]
        assert (command["path"], command["value"]) == (path, expected)


def test_a_number_is_set_as_a_number(guest: Person, as_person: AsPerson) -> None:
    table, client = quiet_table(guest), as_person(guest)
    zombies = settings(read(client, table, "bank"))[0]
    assert send(client, zombies, "value", "3") == 302
    table.refresh_from_db()
    state = table.any_state
    assert isinstance(state, CityState)
    assert state.locations["bank"].zombies == 3


def test_during_a_vote_the_sheet_says_why_it_has_nothing(
    guest: Person, as_person: AsPerson
) -> None:
    table = quiet_table(guest, at="bank", stage="vote")
    page = read(as_person(guest), table)
    assert settings(page) == []
    assert "Finish the vote or take it back first, then correct." in page.texts


def test_before_everybody_stands_somewhere_it_is_too_early(
    guest: Person, as_person: AsPerson
) -> None:
    page = read(as_person(guest), open_city_table(guest))
    assert settings(page) == []
    assert "It is not the time for that." in page.texts
