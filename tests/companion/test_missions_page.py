"""On the table page: a spawn step that waits, and what a mission reminds of."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils.translation import override
from msgspec.structs import replace

from companion import services
from companion.models import Seat, Table
from companion.people.models import Person
from companion.selectors import board
from companion.table.next_step import next_step
from rules import Survivor, Zone, mission_of, new_table, played_pack
from rules.mechanics.spawn.distributing import SpawnResolve
from rules.mechanics.spawn.step import SpawnGoOn

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]


def lay(keeper: Person, mission: str = "", **fields: object) -> Seat:
    """Ann leads at yellow, and three walkers stand on the board."""
    people = [("ann", Survivor(name="Ann", player="Marta", points=7))]
    people.append(("baldric", Survivor(name="Baldric", player="Marta")))
    state = new_table(
        pack=played_pack("black-plague"),
        survivors=people,
        zones=[Zone(id="north", start=True), Zone(id="south")],
        mission=mission_of("black-plague", mission),
        seed="pages",
    )
    deck = state.decks["zombies"]
    top = ("zombies-37", "zombies-01")
    drawn = replace(deck, draw=(*top, *(card for card in deck.draw if card not in top)))
    state = replace(state, decks={**state.decks, "zombies": drawn}, board={"walker": 3}, **fields)
    table = Table(game="black-plague", mission=mission)
    table.state = state
    table.save()
    return Seat.objects.create(table=table, person=keeper, name="Marta", role=Seat.Role.KEEPER)


def test_a_step_that_waits_says_who_acts_and_goes_on(as_person: AsPerson, guest: Person) -> None:
    seat = lay(guest, phase="zombies")
    sent = SpawnResolve(id="spawn-0001", seen=0)
    services.command_submit(table_id=seat.table_id, seat=seat, command=sent)
    seat = Seat.objects.select_related("table", "person").get(pk=seat.pk)
    with override("en"):
        step = next_step(board(seat))
    assert step is not None
    assert step.command == '{"kind": "spawn.go_on", "question": "activation-1-1"}'
    page = as_person(guest).get(f"/tables/{seat.table_id}/", headers={"accept-language": "es"})
    text = page.content.decode()
    assert "Actúan antes de leer la siguiente carta" in text
    assert "Ya han actuado" in text
    sheet = as_person(guest).get(f"/tables/{seat.table_id}/sheets/spawn/").content.decode()
    assert "card 37" in sheet
    on = SpawnGoOn(id="go-on-0001", seen=1, question="activation-1-1")
    services.command_submit(table_id=seat.table_id, seat=seat, command=on)
    table = Table.objects.get(pk=seat.table_id)
    assert table.state.spawned
    assert table.state.board == {"runner": 2, "walker": 3}
    services.table_undo(table_id=table.pk, seat=seat, command_id="undo-0001", seen=2)
    assert Table.objects.get(pk=table.pk).state.spawning is not None, "the last answer, no more"


def test_where_the_table_draws_the_pad_goes_on_with_the_next_card(
    as_person: AsPerson, guest: Person
) -> None:
    seat = lay(guest, phase="zombies")
    table = seat.table
    deck = replace(table.state.decks["zombies"], source="table")
    table.state = replace(table.state, decks={**table.state.decks, "zombies": deck})
    table.save()
    sent = SpawnResolve(id="spawn-0001", seen=0, cards=("37",))
    services.command_submit(table_id=table.pk, seat=seat, command=sent)
    client = as_person(guest)
    pad = client.get(f"/tables/{table.pk}/sheets/spawn/").content.decode()
    assert "They act before the next card is read" in pad
    assert "south" in pad
    assert "is-todo" not in pad, "no zone is left after that"
    pad = client.get(f"/tables/{table.pk}/sheets/spawn/?card=01").content.decode()
    assert 'name="question" value="activation-1-1"' in pad


def test_a_mission_reminds_of_what_is_due_now(as_person: AsPerson, guest: Person) -> None:
    seat = lay(guest, "black-plague:A0")
    client, address = as_person(guest), f"/tables/{seat.table_id}/"
    text = client.get(address, headers={"accept-language": "es"}).content.decode()
    assert "1 cosa que recordar ahora" in text, "doors, goals and searches have their own pages"
    assert "El objetivo verde se mezcla boca abajo con los rojos." in text
    text = client.get(address, headers={"accept-language": "en"}).content.decode()
    assert "1 thing to remember now" in text


def test_an_action_reminds_on_its_own_page(as_person: AsPerson, guest: Person) -> None:
    seat = lay(guest, "black-plague:A0")
    client, address = as_person(guest), f"/tables/{seat.table_id}/sheets/"
    vaults = "In a vault nobody searches"
    assert vaults in client.get(f"{address}search/ann/").content.decode()
    assert vaults not in client.get(f"/tables/{seat.table_id}/").content.decode()
    doors = "The blue and green doors open only after"
    assert doors in client.get(f"{address}zones/").content.decode()


def test_a_table_from_before_knows_its_mission_by_its_row(guest: Person) -> None:
    seat = lay(guest, "black-plague:A0")
    seat.table.state = replace(seat.table.state, mission=None)
    due = [reminder.rule.do for reminder in board(seat).reminders]
    assert due == ["hide-among-red"]
