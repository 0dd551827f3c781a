"""Sheets of City of Horror offer what is taken at this moment, and nothing else."""

from collections.abc import Callable
from itertools import product

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from companion.people.models import Person
from companion.systems.city_of_horror.asking import Words, aimed
from rules.systems.city_of_horror import CityState
from rules.systems.city_of_horror.pack import load_city
from rules.systems.city_of_horror.state import Aim
from tests.city.kit import open_city_table
from tests.robot.page import Page

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]


@pytest.mark.parametrize(("phase", "is_offered"), [("place", False), ("choose", True)])
def test_a_trade_is_offered_when_it_would_be_taken(
    guest: Person, as_person: AsPerson, phase: str, is_offered: bool
) -> None:
    table = open_city_table(guest)
    state = table.any_state
    seats = {name: replace(seat, antidotes=1) for name, seat in state.seats.items()}
    table.keep_state(replace(state, phase=phase, round=1, seats=seats))
    table.save()
    url = reverse("companion:sheet", args=[table.pk, "trade/1"])
    page = Page(url, 200, as_person(guest).get(url).content.decode())
    assert any(button.kind == "trade.give" for button in page.buttons) is is_offered


def test_what_cannot_be_chosen_freely_is_one_choice(guest: Person) -> None:
    state = open_city_table(guest).any_state
    assert isinstance(state, CityState)
    places = tuple(state.locations)[:3]
    aims = [
        Aim(location=here, to=there, explosion=tower)
        for here, there, tower in product(places, places, places[:2])
        if here != there
    ]
    form = aimed("action.play", "Marta", aims, Words(state, load_city()), button="Play it")
    assert form is not None
    assert [len(field.options) for field in form.fields] == [6, 2]
