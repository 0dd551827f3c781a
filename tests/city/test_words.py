"""Sentences that count, and buttons beside each other, in both languages."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from msgspec.structs import replace

from companion.narration import narrate
from companion.people.models import Person
from rules import Event, pack_of
from rules.systems.city_of_horror import events
from rules.systems.city_of_horror.state import Character
from tests.city.kit import NAMES, sit
from tests.city.test_moments import seal_all
from tests.city.test_play import begun

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]

TOLD: dict[str, tuple[Event, str]] = {
    "church: attack": (
        events.AttackChecked(location="church", zombies=5, people=1, at_least=None, attacks=True),
        "Iglesia: ataque, zombis 5, personas 1",
    ),
    "church: enough": (
        events.AttackChecked(location="church", zombies=1, people=2, at_least=3, attacks=False),
        "Iglesia: sin ataque, zombis 1, atacan con 3",
    ),
    "come": (
        events.HordeCame(location="church", count=1, kept_out=1),
        "Iglesia: zombis que llegan 1, sin sitio o reserva 1",
    ),
    "supplies": (
        events.SuppliesCame(location="church", antidotes=0, cards=1),
        "Iglesia: cartas 1",
    ),
    "shared": (
        events.SuppliesShared(
            player="Ana", location="church", antidotes=("Tom",), cards=(), left=0
        ),
        "antídotos para Tom",
    ),
    "shared nothing": (
        events.SuppliesShared(player="Ana", location="church", antidotes=(), cards=(), left=2),
        "los suministros se quedan allí",
    ),
    "trade": (
        events.TradeMade(player="Ana", to="Tom", antidotes=0, cards=1),
        "Ana da a Tom: cartas 1",
    ),
}


@pytest.mark.parametrize("what", TOLD)
def test_a_line_of_the_log_counts_well_and_names_only_what_was_there(
    guest: Person, what: str
) -> None:
    event, words = TOLD[what]
    state = begun(guest).any_state
    with override("es"):
        assert narrate(event, state, pack_of(state)) == [words]


def test_an_effect_and_what_leaves_it_have_one_gender(guest: Person, as_person: AsPerson) -> None:
    table, phone = begun(guest), as_person(guest)
    phone.cookies["django_language"] = "es"
    state = table.any_state
    crossroads = replace(state.locations["crossroads"], side="B")
    people = {"punk": Character(player="Marta", at="crossroads")}
    people |= {
        key: Character(player=name, at="bank")
        for name, key in zip(NAMES[1:], ("geek", "teen", "rasta"), strict=True)
    }
    table.state = replace(
        state,
        phase="locations",
        at="crossroads",
        stage="effect",
        waiting=("Marta",),
        characters=people,
        food_shown=(1, 2, 3),
        locations={**state.locations, "crossroads": crossroads},
    )
    table.save()
    sheet = phone.get(reverse("companion:sheet", args=[table.pk, "ask/1"])).content.decode()
    assert "Usarlo" in sheet
    assert "No usarlo" in sheet
    assert "Usarla" not in sheet


def test_the_order_of_moves_is_named(guest: Person, as_person: AsPerson) -> None:
    table, phone = begun(guest), as_person(guest)
    sit(table, *NAMES[1:])
    seal_all(table)
    page = phone.get(reverse("companion:table", args=[table.pk])).content.decode()
    assert [turn in page for turn in ("moves 1st", "moves 2nd", "moves 3rd", "moves 4th")] == [
        True
    ] * 4
