"""Seats: places by player, joining by a tap, and what the keeper may do."""

from collections.abc import Callable
from urllib.parse import quote

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from companion import services as tables
from companion.models import Seat, Table
from companion.people.models import Person
from companion.seats import services
from rules import IllegalCommand
from rules.mechanics.rounds import PhaseNext

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]


def join_url(table: Table) -> str:
    return reverse("companion:join", args=[table.code])


def test_the_keeper_plays_their_own_survivors(table: Table, seat: Seat) -> None:
    assert (seat.player, seat.role) == ("Marta", Seat.Role.KEEPER)


def test_a_guest_taps_their_place_and_has_their_survivors(client: Client, table: Table) -> None:
    page = client.get(join_url(table)).content.decode()
    assert page.count('name="player"') == 2
    response = client.post(join_url(table), {"player": "Luis"})
    assert response.url == reverse("companion:own", args=[table.pk])
    response = client.get(response.url)
    assert response.url == reverse("companion:mine", args=[table.pk, "ned"])
    assert client.get(response.url).status_code == 200
    assert Person.objects.get(seats__player="Luis").name == "Luis"


def test_the_code_of_a_seat_offers_that_place_only(
    client: Client, as_person: AsPerson, table: Table, guest: Person
) -> None:
    page = as_person(guest).get(reverse("companion:seats", args=[table.pk]), {"place": "Luis"})
    assert f"/join/{table.code}/?as=Luis" in page.context["join_url"]
    page = client.get(join_url(table), {"as": "Luis"}).content.decode()
    assert page.count('name="player"') == 1
    assert client.get(join_url(table), {"as": "Nobody"}).content.decode().count('name="player"') > 1


@pytest.mark.parametrize("player", ["Marta", "Nobody", "", "\x00"])
def test_a_place_that_is_not_free_is_refused_in_words(
    client: Client, table: Table, player: str
) -> None:
    response = client.post(join_url(table), {"player": player})
    assert response.status_code == 422
    assert b"field__errors" in response.content
    assert table.seats.count() == 1
    assert Person.objects.count() == 1, "a visitor who made nothing leaves nothing behind"


def test_two_phones_cannot_take_one_place(table: Table, luis: Seat) -> None:
    person = Person.objects.create_guest(name="")
    with pytest.raises(IllegalCommand, match=r"seat\.taken"):
        services.seat_take(table=table, person=person, name="Luis", player="Luis")


@pytest.mark.parametrize(("watch", "page"), [("phone", "table"), ("screen", "screen")])
def test_whoever_only_watches_gets_a_seat_that_cannot_touch(
    client: Client, table: Table, watch: str, page: str
) -> None:
    response = client.post(join_url(table), {"watch": watch})
    assert response.url == reverse(f"companion:{page}", args=[table.pk])
    seat = table.seats.exclude(role=Seat.Role.KEEPER).get()
    assert not seat.may_play
    assert client.get(response.url).status_code == 200


def test_a_locked_table_lets_nobody_new_in(
    client: Client, as_person: AsPerson, table: Table, guest: Person, luis: Seat
) -> None:
    keeper = as_person(guest)
    keeper.post(reverse("companion:seats-lock", args=[table.pk]), {"locked": "1"})
    assert b'name="player"' not in client.get(join_url(table)).content
    assert client.post(join_url(table), {"name": "Sofía"}).status_code == 422
    assert table.seats.count() == 2
    assert as_person(luis.person).get(join_url(table)).status_code == 302, "who sits there stays"
    keeper.post(reverse("companion:seats-lock", args=[table.pk]), {"locked": "0"})
    assert client.post(join_url(table), {"name": "Sofía"}).status_code == 302


def test_a_kept_place_is_nobodys_until_it_is_free(
    client: Client, as_person: AsPerson, table: Table, guest: Person
) -> None:
    keeper, url = as_person(guest), reverse("companion:seats-place", args=[table.pk])
    keeper.post(url, {"player": "Luis", "closed": "1"})
    assert client.post(join_url(table), {"player": "Luis"}).status_code == 422
    keeper.post(url, {"player": "Luis", "closed": "0"})
    assert client.post(join_url(table), {"player": "Luis"}).status_code == 302
    assert keeper.post(url, {"player": "Nobody", "closed": "1"}).status_code == 422


def test_the_keeper_renames_and_the_log_says_so(
    as_person: AsPerson, table: Table, guest: Person, luis: Seat
) -> None:
    url = reverse("companion:seat", args=[table.pk, luis.pk])
    as_person(guest).post(url, {"name": "  Lucho "})
    luis.refresh_from_db()
    assert luis.name == "Lucho"
    command = PhaseNext(id="step-0001", seen=0)
    tables.command_submit(table_id=table.pk, seat=luis, command=command)
    assert table.entries.get().who == "Lucho"
    assert as_person(guest).post(url, {"name": "x" * 61}).status_code == 400
    assert as_person(guest).post(url, {"role": "emperor"}).status_code == 400


def test_a_read_only_seat_can_look_and_not_touch(
    as_person: AsPerson, table: Table, guest: Person, luis: Seat
) -> None:
    as_person(guest).post(
        reverse("companion:seat", args=[table.pk, luis.pk]), {"role": Seat.Role.READER}
    )
    sent = {"id": "tap-00000001", "seen": "0", "with": '{"kind":"phase.next"}'}
    phone = as_person(luis.person)
    assert phone.post(reverse("companion:command", args=[table.pk]), sent).status_code == 422
    assert phone.get(reverse("companion:table", args=[table.pk])).status_code == 200
    assert Table.objects.get().version == 0


def test_a_removed_seat_is_gone_and_its_place_free(
    as_person: AsPerson, table: Table, guest: Person, luis: Seat
) -> None:
    person = luis.person
    command = PhaseNext(id="step-0001", seen=0)
    tables.command_submit(table_id=table.pk, seat=luis, command=command)
    as_person(guest).post(reverse("companion:seat-remove", args=[table.pk, luis.pk]))
    assert as_person(person).get(reverse("companion:table", args=[table.pk])).status_code == 404
    assert table.entries.get().who == "Luis", "the log keeps the name"
    other = Person.objects.create_guest(name="")
    assert services.seat_take(table=table, person=other, name="Luis", player="Luis")


def test_somebody_always_keeps_the_table(
    as_person: AsPerson, table: Table, guest: Person, seat: Seat, luis: Seat
) -> None:
    keeper = as_person(guest)
    edit = reverse("companion:seat", args=[table.pk, seat.pk])
    assert keeper.post(edit, {"role": Seat.Role.PLAYER}).status_code == 422
    leave = reverse("companion:seat-remove", args=[table.pk, seat.pk])
    assert keeper.post(leave).status_code == 422
    keeper.post(reverse("companion:seat", args=[table.pk, luis.pk]), {"role": Seat.Role.KEEPER})
    assert keeper.post(leave).status_code == 302
    assert table.seats.get().role == Seat.Role.KEEPER


def test_players_may_change_themselves_and_nobody_else(
    as_person: AsPerson, table: Table, seat: Seat, luis: Seat
) -> None:
    phone = as_person(luis.person)
    mine = reverse("companion:seat", args=[table.pk, luis.pk])
    assert phone.post(mine, {"name": "Lucho"}).status_code == 302
    assert phone.post(mine, {"role": Seat.Role.KEEPER}).status_code == 422
    other = reverse("companion:seat", args=[table.pk, seat.pk])
    assert phone.post(other, {"name": "Boss"}).status_code == 422
    remove = reverse("companion:seat-remove", args=[table.pk, seat.pk])
    assert phone.post(remove).status_code == 422
    leave = reverse("companion:seat-remove", args=[table.pk, luis.pk])
    assert phone.post(leave).url == "/"
    assert Seat.objects.filter(pk=seat.pk, name="Marta").exists()


def test_a_seat_of_another_table_is_not_found(
    as_person: AsPerson, table: Table, guest: Person
) -> None:
    from tests.conftest import open_table

    other = open_table(Person.objects.create_guest(name="S")).seats.get()
    url = reverse("companion:seat", args=[table.pk, other.pk])
    assert as_person(guest).post(url, {"name": "Mine"}).status_code == 404


def test_the_seats_page_costs_the_same_however_many_sit(
    as_person: AsPerson, table: Table, guest: Person
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            as_person(guest).get(reverse("companion:seats", args=[table.pk]))
        return len(captured)

    before = queries()
    for number in range(12):
        person = Person.objects.create_guest(name="")
        services.seat_take(table=table, person=person, name=f"Guest {number}")
    assert queries() == before


def test_a_place_in_any_alphabet_travels_in_the_address(guest: Person, client: Client) -> None:
    from rules import Survivor

    survivors = [("ned", Survivor(name="Ned", player="Íñigo & Co. ?#"))]
    table = tables.table_open(person=guest, game="zombicide-2e", survivors=survivors)
    table.seats.update(player=None)
    url = f"{join_url(table)}?as={quote('Íñigo & Co. ?#', safe='')}"
    assert client.get(url).content.decode().count('name="player"') == 1


@pytest.mark.parametrize("name", ["Marta", "marta ", "Mar\u200bta", "MARTA", "Маrta"])  # noqa: RUF001
def test_no_two_at_a_table_look_the_same(client: Client, table: Table, name: str) -> None:
    assert client.post(join_url(table), {"name": name}).status_code == 422
    assert table.seats.count() == 1
    eva = services.seat_take(table=table, person=Person.objects.create_guest(), name="Eva")
    with pytest.raises(IllegalCommand, match=r"name\.alike"):
        services.seat_rename(seat=eva, name=name)


def test_whoever_says_the_name_of_a_free_place_sits_in_it(client: Client, table: Table) -> None:
    """Not beside it, as a second Luis who plays nobody."""
    client.post(join_url(table), {"name": " luis"})
    assert table.seats.get(name="luis").player == "Luis"


@pytest.mark.parametrize("name", ["\u3164", "\u200b\u200b", "\u2800", " "])
def test_a_name_nobody_can_see_is_none(client: Client, table: Table, name: str) -> None:
    assert client.post(join_url(table), {"name": name}).status_code == 422
    assert table.seats.count() == 1


def test_spectators_are_told_apart(table: Table) -> None:
    for _ in range(3):
        assert Client().post(join_url(table), {"watch": "phone"}).status_code == 302
    names = set(table.seats.filter(role=Seat.Role.READER).values_list("name", flat=True))
    assert names == {"Spectator", "Spectator (2)", "Spectator (3)"}


def test_a_table_has_room_for_so_many(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_SEATS", 1)
    with pytest.raises(IllegalCommand, match=r"seat\.too_many"):
        services.seat_take(table=table, person=Person.objects.create_guest(), name="Eva")
