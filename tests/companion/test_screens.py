"""A player's own phone, and the big screen."""

import json
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from companion import services as write
from companion.models import Seat, Table
from companion.people.models import Person
from companion.screens import selectors
from companion.shelf.moments import best_moments, evening_of
from companion.shelf.services import table_rematch
from rules import Survivor, Zone, load_packs
from rules.mechanics.danger import PointsAward
from rules.mechanics.kills import ZombiesKill
from rules.mechanics.rounds import MissionEnd
from rules.mechanics.supply import ZombiesAdd
from tests.conftest import open_table

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def luis(table: Table) -> Seat:
    person = Person.objects.create_guest(name="Luis")
    return Seat.objects.create(table=table, person=person, name="Luis", player="Luis")


def post(client: Client, table: Table, command: object, **headers: str):  # type: ignore[no-untyped-def]
    url = reverse("companion:mine-command", args=[table.pk, "ned"])
    body = {"with": json.dumps(command), "id": "tap-00000001", "seen": "0"}
    return client.post(url, body, **headers)


def test_a_tap_on_my_phone_answers_with_my_survivor(
    as_person: AsPerson, table: Table, luis: Seat
) -> None:
    phone = as_person(luis.person)
    tap = {"kind": "points.award", "survivor": "ned", "amount": 1}
    response = post(phone, table, tap, **HTMX)
    page = response.content.decode()
    assert 'data-version="1"' in page
    assert response["X-Table-Version"] == "1"
    assert "<html" not in page
    assert post(phone, table, tap).url == reverse("companion:mine", args=[table.pk, "ned"])
    undo = reverse("companion:mine-undo", args=[table.pk, "ned"])
    assert phone.post(undo, {"id": "undo-000001", "seen": "1"}, **HTMX).status_code == 200
    assert Table.objects.get(pk=table.pk).state.survivors["ned"].points == 0
    own = phone.get(reverse("companion:mine", args=[table.pk, "ned"])).content.decode()
    redo = reverse("companion:mine-redo", args=[table.pk, "ned"])
    assert f'formaction="{redo}"' in own
    assert phone.post(redo, {"id": "redo-000001", "seen": "2"}, **HTMX).status_code == 200
    assert Table.objects.get(pk=table.pk).state.survivors["ned"].points == 1


def test_a_phone_that_is_up_to_date_gets_no_body(
    as_person: AsPerson, table: Table, luis: Seat
) -> None:
    phone = as_person(luis.person)
    for url in (
        reverse("companion:mine", args=[table.pk, "ned"]),
        reverse("companion:screen", args=[table.pk]),
    ):
        assert phone.get(url, {"seen": "0"}, **HTMX).status_code == 204
        assert phone.get(url, {"seen": "9"}, **HTMX).status_code == 200


def test_kill_buttons_wait_until_somebody_stands_there(
    as_person: AsPerson, table: Table, luis: Seat
) -> None:
    phone, url = as_person(luis.person), reverse("companion:mine", args=[table.pk, "ned"])
    text = phone.get(url).content.decode()
    assert text.count("own__z--none") == 4
    assert text.count("none on the board") == 4
    assert text.count("/sheets/supply/") == 4  # not a dead end: they can be put there
    command = ZombiesAdd(id="add-00001", seen=0, zombie="walker", count=2)
    write.command_submit(table_id=table.pk, seat=luis, command=command)
    kill = {"kind": "zombies.kill", "survivor": "ned", "zombie": "walker"}
    assert post(phone, table, kill, **HTMX).status_code == 200
    state = Table.objects.get(pk=table.pk).state
    assert (state.survivors["ned"].points, state.board) == (1, {"walker": 1})


def test_the_choice_of_a_skill_is_asked_on_my_phone(
    as_person: AsPerson, table: Table, luis: Seat
) -> None:
    for number in range(2):
        command = PointsAward(id=f"many-{number:05}", seen=0, survivor="ned", amount=10)
        write.command_submit(table_id=table.pk, seat=luis, command=command)
    ned = selectors.mine(Seat.objects.get(pk=luis.pk), "ned")
    assert ned is not None
    (choice,) = ned.choices
    assert (choice.level, len(choice.options)) == ("orange", 2)
    page = as_person(luis.person).get(reverse("companion:mine", args=[table.pk, "ned"]))
    assert page.content.decode().count("skill.choose") == 2


def test_somebody_elses_survivor_is_not_on_my_phone(
    as_person: AsPerson, table: Table, luis: Seat
) -> None:
    url = reverse("companion:mine", args=[table.pk, "wanda"])
    phone = as_person(luis.person)
    assert phone.get(url).url == reverse("companion:mine", args=[table.pk, "ned"])
    assert phone.get(url, headers={"HX-Request": "true"}).status_code == 404
    assert phone.get(url.replace("wanda", "nobody")).status_code == 404


def test_whoever_plays_nobody_is_asked_whom(as_person: AsPerson, table: Table) -> None:
    person = Person.objects.create_guest(name="S")
    Seat.objects.create(table=table, person=person, name="S")
    response = as_person(person).get(reverse("companion:own", args=[table.pk]))
    assert response.url == reverse("companion:survivors", args=[table.pk])


def test_who_only_watches_sees_the_table(as_person: AsPerson, table: Table) -> None:
    person = Person.objects.create_guest(name="S")
    Seat.objects.create(table=table, person=person, name="S", role=Seat.Role.READER)
    for page in ("own", "survivors"):
        response = as_person(person).get(reverse(f"companion:{page}", args=[table.pk]))
        assert response.url == reverse("companion:table", args=[table.pk])


def test_the_big_screen_has_no_controls_and_no_secrets(guest: Person, as_person: AsPerson) -> None:
    pack = load_packs()["black-plague"]
    survivors = [
        (survivor.id, Survivor(name=survivor.name, player="Marta")) for survivor in pack.survivors
    ]
    table = write.table_open(
        person=guest, game="black-plague", survivors=survivors, zones=[Zone(id="1")]
    )
    page = as_person(guest).get(reverse("companion:screen", args=[table.pk])).content.decode()
    for control in ("<button", "<form", "<input", "<select"):
        assert control not in page
    state = table.state
    assert state.seed not in page
    assert [card for card in state.decks["equipment"].draw if f">{card}<" in page] == []
    assert "In the box" in page, "which miniatures its numbers count"


def test_the_big_screen_tells_the_last_lines_that_stand(table: Table, seat: Seat) -> None:
    for number in range(6):
        command = PointsAward(id=f"many-{number:05}", seen=0, survivor="ned", amount=1)
        write.command_submit(table_id=table.pk, seat=seat, command=command)
    write.table_undo(table_id=table.pk, seat=seat, command_id="undo-00001", seen=6)
    stored = Table.objects.get(pk=table.pk)
    assert [entry.seq for entry in selectors.last_lines(stored)] == [5, 4, 3, 2]


def test_both_views_cost_the_same_at_an_old_table_of_twelve(
    as_person: AsPerson, guest: Person
) -> None:
    def queries(table: Table, page: str, *more: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            url = reverse(f"companion:{page}", args=[table.pk, *more])
            assert as_person(guest).get(url).status_code == 200
        return len(captured)

    young, old = open_table(guest, "Wanda"), open_table(guest, *(f"S{n}" for n in range(12)))
    for table, key, taps in ((young, "wanda", 1), (old, "s0", 40)):
        for number in range(taps):
            command = PointsAward(id=f"many-{number:05}", seen=0, survivor=key, amount=1)
            write.command_submit(table_id=table.pk, seat=table.seats.get(), command=command)
    assert queries(young, "mine", "wanda") == queries(old, "mine", "s0") <= 6
    assert queries(young, "screen") == queries(old, "screen") <= 6


def test_my_page_shows_hearts_points_actions_round_and_phase(
    as_person: AsPerson, table: Table, luis: Seat
) -> None:
    page = as_person(luis.person).get(reverse("companion:mine", args=[table.pk, "ned"]))
    text = page.content.decode()
    assert text.count("i-heart") == 3
    assert text.count('class="pool"') == 1
    assert 'id="own-now"' in text
    assert 'id="attack"' in text
    assert 'id="search"' in text


def test_a_sheet_over_my_page_comes_with_my_own_parts(
    as_person: AsPerson, table: Table, luis: Seat
) -> None:
    """What is asked for from an own page is answered with its parts, not with the table's."""
    phone = as_person(luis.person)
    url = reverse("companion:sheet", args=[table.pk, "attack/ned"])
    mine = phone.get(url, HTTP_X_OWN="ned", **HTMX).content.decode()
    assert 'id="own"' in mine
    assert 'id="situation"' not in mine
    assert 'data-survivors=""' in mine
    others = phone.get(url, HTTP_X_OWN="wanda", **HTMX).content.decode()
    assert 'id="own"' not in others  # not one of this phone's survivors
    assert 'id="situation"' in others


def end(table: Table, result: str = "won") -> None:
    seat = table.seats.get(role=Seat.Role.KEEPER)
    ended = MissionEnd(id="the-end-01", seen=Table.objects.get(pk=table.pk).version, result=result)  # type: ignore[arg-type]
    write.command_submit(table_id=table.pk, seat=seat, command=ended)


def kill(table: Table, count: int) -> None:
    seat = table.seats.get(role=Seat.Role.KEEPER)
    for command in (
        ZombiesAdd(id="come-00001", seen=0, zombie="walker", count=count),
        ZombiesKill(id="kill-00001", seen=1, survivor="ned", zombie="walker", count=count),
    ):
        write.command_submit(table_id=table.pk, seat=seat, command=command)


def test_the_end_is_on_every_screen_with_the_best_moments(
    as_person: AsPerson, table: Table, luis: Seat
) -> None:
    phone = as_person(luis.person)
    kill(table, 7)
    before = phone.get(reverse("companion:screen", args=[table.pk])).content.decode()
    assert "tv--end" not in before
    end(table)
    screen = phone.get(reverse("companion:screen", args=[table.pk])).content.decode()
    assert "tv--end" in screen
    own = phone.get(reverse("companion:mine", args=[table.pk, "ned"]), **HTMX).content.decode()
    assert 'data-result="won"' in own
    sheet = phone.get(reverse("companion:sheet", args=[table.pk, "ending"])).content.decode()
    for text in (screen, sheet):
        assert "Ned" in text.partition("i-medal")[2][:400]  # the most kills
        assert "7" in text.partition("i-medal")[2][:600]


def test_the_best_moments_are_those_that_stand(table: Table) -> None:
    """What was taken back is told to nobody."""
    kill(table, 7)
    fresh = Table.objects.get(pk=table.pk)
    moments = best_moments(fresh, evening_of(fresh))
    assert [moment.icon for moment in moments] == ["medal", "d-yellow"]
    seat = table.seats.get(role=Seat.Role.KEEPER)
    write.table_undo(table_id=table.pk, seat=seat, command_id="undo-00001", seen=fresh.version)
    fresh = Table.objects.get(pk=table.pk)
    assert best_moments(fresh, evening_of(fresh)) == []


def test_a_rematch_is_told_to_whoever_sits_at_the_old_table(
    as_person: AsPerson, table: Table, luis: Seat
) -> None:
    phone = as_person(luis.person)
    address = reverse("companion:live", args=[table.pk])
    assert phone.get(address).json()["onward"] is None
    seat = table.seats.get(role=Seat.Role.KEEPER)
    again = table_rematch(table=Table.objects.get(pk=table.pk), person=seat.person)
    assert phone.get(address).json()["onward"] == reverse("companion:table", args=[again.pk])
    Seat.objects.get(table=again, person=luis.person).delete()
    assert phone.get(address).json()["onward"] is None
