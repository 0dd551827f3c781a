"""What one player keeps secret never leaves the server for another: pages, log, API, stream."""

import json
import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from companion import services
from companion.models import Seat, Table
from companion.people.models import Person
from rules import encode
from rules.systems.city_of_horror.commands import MovementChoose
from tests.city.kit import sit
from tests.city.test_play import begun

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
OPEN_SHEETS = ("players", "more", "log", "location/bank", "invasion", "correct", "hand/1", "ask/1")


def everything(client: Client, table: Table) -> dict[str, str]:
    """All that a phone can ask for of a table, as text."""
    pages = ["table", "board", "screen", "story", "seats", "live"]
    found = {
        name: client.get(reverse(f"companion:{name}", args=[table.pk])).content.decode()
        for name in pages
    }
    for path in OPEN_SHEETS:
        response = client.get(reverse("companion:sheet", args=[table.pk, path]))
        found[path] = response.content.decode()
    for name in ("table", "log", "legal", "events"):
        response = client.get(reverse(f"api:{name}", args=[table.pk]))
        assert response.status_code == 200, name
        found[f"api:{name}"] = response.content.decode()
    return found


def without_noise(text: str) -> str:
    """What differs from one answer to the next by itself: ids, tokens, versions, times."""
    text = re.sub(r'(name="(?:csrfmiddlewaretoken|id)" value=")[^"]*', r"\1", text)
    text = re.sub(r"token=[^\"&]+", "", text)
    text = re.sub(r"X-CSRFToken[^}]*", "", text)
    return re.sub(r'"at": ?"[^"]*"', "", text)


@pytest.fixture
def table(guest: Person) -> Table:
    table = begun(guest)
    sit(table, "Luis B.", "Ana María", "Noé")
    return table


def test_hands_decks_food_and_seed_stay_on_the_server(
    table: Table, guest: Person, as_person: AsPerson
) -> None:
    state = table.any_state
    own = set(state.seats["Marta"].hand)
    secret = {copy for name, one in state.seats.items() if name != "Marta" for copy in one.hand}
    secret |= {*state.deck, *(copy for one in state.locations.values() for copy in one.cards)}
    found = everything(as_person(guest), table)
    for where, text in found.items():
        told = set(re.findall(r"[a-z-]+-\d", text)) & secret
        assert told == set(), where
        assert state.seed not in text, where
    kinds = {copy.rpartition("-")[0] for copy in own}
    shown = set(re.findall(r"card=([a-z-]+)-\d", found["hand/1"]))
    assert shown == kinds


def test_a_sealed_card_changes_nothing_that_another_phone_sees(
    table: Table, guest: Person, as_person: AsPerson
) -> None:
    """Two tables that differ in nothing but what Luis has sealed look the same to Marta."""
    luis = Seat.objects.get(table=table, player="Luis B.")
    marta = as_person(guest)
    seal = MovementChoose(id="sealed-01", seen=0, player="Luis B.", location="bank")
    services.command_submit(table_id=table.pk, seat=luis, command=seal)
    first = everything(marta, table)
    entry = table.entries.get()
    other = MovementChoose(id="sealed-01", seen=0, player="Luis B.", location="church")
    entry.command_json = encode(other).decode()
    entry.save()
    table.refresh_from_db()
    state = json.loads(table.state_json)
    assert state["choices"] == {"Luis B.": "bank"}
    state["choices"]["Luis B."] = "church"
    table.state_json = json.dumps(state)
    table.save()
    second = everything(marta, table)
    for where, text in first.items():
        assert without_noise(text) == without_noise(second[where]), where
    mine = as_person(luis.person).get(reverse("companion:sheet", args=[table.pk, "hand/2"]))
    assert mine.status_code == 200
