"""City of Horror played by its pages, without a browser."""

from collections.abc import Callable

import pytest
from django.test import Client

from companion.models import Table
from companion.people.models import Person
from tests.city.kit import act, open_city_table, sit

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
MOST_STEPS = 400


def play_to_the_end(table: Table, clients: list[Client]) -> int:
    """Everybody does what their page offers, in turn, until nobody is offered anything."""
    steps = 0
    while Table.objects.get(pk=table.pk).any_state.result is None:
        done = [act(client, table, turn=steps + number) for number, client in enumerate(clients)]
        assert any(done), "everybody waits"
        steps += sum(done)
        assert steps < MOST_STEPS
    return steps


@pytest.mark.parametrize("cards", ["app", "table"])
@pytest.mark.parametrize("voting", ["sealed", "hands"])
def test_one_phone_plays_a_whole_game_for_everybody(
    guest: Person, as_person: AsPerson, cards: str, voting: str
) -> None:
    table = open_city_table(guest, cards=cards, voting=voting)
    steps = play_to_the_end(table, [as_person(guest)])
    assert steps > 50


def test_four_phones_play_a_whole_game(guest: Person, as_person: AsPerson) -> None:
    table = open_city_table(guest)
    seats = sit(table, "Luis B.", "Ana María", "Noé")
    clients = [as_person(guest), *(as_person(seat.person) for seat in seats)]
    play_to_the_end(table, clients)
    names = set(table.entries.values_list("seat_name", flat=True))
    assert names == {"Marta", "Luis B.", "Ana María", "Noé"}
