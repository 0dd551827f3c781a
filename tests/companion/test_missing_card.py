"""A card that somebody has drawn at the table and not named."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from companion.models import Table
from companion.people.models import Person

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "A card is missing: say which one was drawn."),
        ("es", "Falta una carta: di cuál se ha robado."),
    ],
)
def test_a_deck_drawn_by_hand_asks_for_the_card_and_for_no_zone(
    table: Table,
    guest: Person,
    as_person: Callable[[Person], Client],
    language: str,
    sentence: str,
) -> None:
    deck = replace(table.state.decks["equipment"], source="table")
    table.state = replace(table.state, decks={**table.state.decks, "equipment": deck})
    table.save()
    form = {
        "with": '{"kind":"deck.draw","survivor":"ned","deck":"equipment","search":false}',
        "id": "drawn-1-by-hand",
        "seen": str(table.version),
    }
    answer = as_person(guest).post(
        reverse("companion:command", args=[table.pk]), form, headers={"accept-language": language}
    )
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
