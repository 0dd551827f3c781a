"""A table of City of Horror goes the one write path: seats, log, undo, house facts, words."""

import uuid
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import translation
from msgspec.structs import replace

from companion import services
from companion.house.selectors import house_pack
from companion.journal.services import Answer
from companion.models import Seat, Table
from companion.narration import headline, narrate
from companion.people.models import Person
from companion.seats.services import seat_take
from companion.systems.city_of_horror.narration import CityTeller
from companion.systems.city_of_horror.terms import (
    city_field_word,
    city_phase_word,
    colour_word,
    stage_word,
)
from rules import IllegalCommand, StaleCommand, UnknownId, pack_of
from rules.mechanics.house import TableCorrect
from rules.systems.city_of_horror import CityState, CityWanted, house, open_city, rounds
from rules.systems.city_of_horror.pack import Invasion, load_city
from rules.systems.city_of_horror.state import Phase, Stage

pytestmark = pytest.mark.django_db
PLAYERS = [("Marta", "red"), ("Luis", "green"), ("Sofía", "blue")]


def city_table(**fields: object) -> Table:
    state = open_city(load_city(), CityWanted(PLAYERS), seed="evening")  # type: ignore[arg-type]
    at_bank = {key: replace(character, at="bank") for key, character in state.characters.items()}
    state = replace(state, **{"characters": at_bank, "phase": "choose", "round": 1, **fields})
    return services.table_lay(person=Person.objects.create(name="Marta"), state=state)


def sit(table: Table, name: str) -> Seat:
    return Seat.objects.create(
        table=table, person=Person.objects.create(name=name), name=name, player=name
    )


def choose(seat: Seat, player: str, location: str = "church") -> Answer:
    command = rounds.MovementChoose(id=uuid.uuid4().hex, seen=0, player=player, location=location)
    return services.command_submit(table_id=seat.table_id, seat=seat, command=command)


def city(table: Table) -> CityState:
    state = Table.objects.get(pk=table.pk).any_state
    assert isinstance(state, CityState)
    return state


def test_commands_undo_and_log_work_as_at_any_table() -> None:
    table = city_table()
    keeper, luis = table.seats.get(), sit(table, "Luis")
    before = Table.objects.get(pk=table.pk).state_json
    choose(luis, "Luis")
    assert city(table).choices == {"Luis": "church"}
    services.table_undo(table_id=table.pk, seat=keeper, command_id="undo-0001", seen=1)
    assert Table.objects.get(pk=table.pk).state_json == before
    services.table_redo(table_id=table.pk, seat=luis, command_id="redo-0001", seen=2)
    assert city(table).choices == {"Luis": "church"}


def test_a_phone_decides_for_its_own_player_and_the_keeper_for_all() -> None:
    table = city_table()
    keeper, luis = table.seats.get(), sit(table, "Luis")
    with pytest.raises(IllegalCommand) as caught:
        choose(luis, "Marta")
    assert caught.value.code == "seat.other_player"
    choose(keeper, "Sofía")
    assert city(table).choices == {"Sofía": "church"}


def test_flow_must_have_seen_the_same_step() -> None:
    table = city_table()
    keeper = table.seats.get()
    for name in ("Marta", "Luis", "Sofía"):
        choose(keeper, name)
    assert city(table).phase == "invasion"
    reveal = rounds.InvasionReveal(id="reveal-001", seen=0, content=Invasion())
    with pytest.raises(StaleCommand):
        services.command_submit(table_id=table.pk, seat=keeper, command=reveal)


def test_an_invasion_card_entered_once_is_known_to_all_who_sat_there() -> None:
    table = city_table(phase="invasion")
    keeper, luis = table.seats.get(), sit(table, "Luis")
    content = Invasion(zombies={"1": 2})
    reveal = rounds.InvasionReveal(id="reveal-001", seen=0, content=content)
    services.command_submit(table_id=table.pk, seat=keeper, command=reveal)
    for person in (keeper.person, luis.person):
        assert house_pack(person, table.game).described == {"01-1": content}


def test_a_page_of_another_family_finds_no_table() -> None:
    with pytest.raises(UnknownId) as caught:
        _ = city_table().state
    assert caught.value.code == "game.elsewhere"


def test_a_place_is_taken_by_name() -> None:
    table = city_table()
    seat = seat_take(table=table, person=Person.objects.create(), name="Luis", player="Luis")
    assert seat.player == "Luis"


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "Luis has chosen where to go"), ("es", "Luis ya ha elegido adónde ir")],
)
def test_the_log_reads_in_both_languages_and_keeps_the_secret(language: str, line: str) -> None:
    table = city_table()
    choose(sit(table, "Luis"), "Luis", "hospital")
    entry, state = table.entries.get(), city(table)
    with translation.override(language):
        assert headline(entry, state, pack_of(state)) == line
    assert "hospital" not in entry.events_json


def test_a_correction_names_the_place() -> None:
    table = city_table()
    correct = TableCorrect(id="correct-01", seen=0, path="locations.church.zombies", value=3)
    answer = services.command_submit(table_id=table.pk, seat=table.seats.get(), command=correct)
    state = city(table)
    with translation.override("en"):
        assert "zombies of Church" in "".join(narrate(answer.events[0], state, pack_of(state)))
        assert CityTeller(state, load_city()).value("bank") == "Bank"


def test_every_phase_step_colour_and_field_has_its_word() -> None:
    for phase in Phase.__args__:  # type: ignore[attr-defined]
        assert city_phase_word(phase)
    for stage in Stage.__args__:  # type: ignore[attr-defined]
        assert stage_word(stage)
    for colour in load_city().colours:
        assert colour_word(colour)
    fields = (
        *house.TABLE_FIELDS,
        *house.LOCATION_FIELDS,
        *house.SEAT_FIELDS,
        *house.CHARACTER_FIELDS,
    )
    assert all(city_field_word(name) for name in fields)


def test_lists_of_tables_show_it_among_the_others(
    as_person: Callable[[Person], Client],
) -> None:
    client = as_person(city_table().seats.get().person)
    for page in ("/", "/tables/"):
        answer = client.get(page)
        assert answer.status_code == 200
        assert "City of Horror" in answer.content.decode()
