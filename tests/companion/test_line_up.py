"""Whoever joins with a new name has nobody to play: they take survivors over or bring new ones."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from companion.models import LogEntry, Seat, Table
from companion.narration import headline
from companion.people.models import Person
from companion.seats import services
from companion.services import command_submit
from companion.shelf.services import table_rematch
from rules import IllegalCommand, pack_of
from rules.mechanics.line_up import SurvivorPass
from rules.mechanics.rounds import MissionEnd

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]


@pytest.fixture
def tom(client: Client, table: Table) -> Client:
    """Came by the code, with a name that is nobody's place."""
    address = reverse("companion:join", args=[table.code])
    assert (
        "With another name you choose next whom you play." in client.get(address).content.decode()
    )
    response = client.post(address, {"name": "Tom"})
    assert response.url == reverse("companion:own", args=[table.pk])
    return client


def to(table: Table, page: str) -> str:
    return reverse(f"companion:survivors{page}", args=[table.pk])


def sent(table: Table, **fields: Any) -> dict[str, Any]:
    table.refresh_from_db()
    return {"id": f"lineup-{table.version:04}", "seen": table.version, **fields}


def test_a_newcomer_is_led_to_the_survivors_and_told_what_to_do(tom: Client, table: Table) -> None:
    response = tom.get(reverse("companion:own", args=[table.pk]), follow=True)
    page = response.content.decode()
    assert response.request["PATH_INFO"] == to(table, "")
    assert "You play nobody yet" in page
    assert [survivor.name for survivor in response.context["line_up"].survivors] == ["Ned", "Wanda"]
    for name in ("table", "seats"):
        page = tom.get(reverse(f"companion:{name}", args=[table.pk])).content.decode()
        assert to(table, "") in page
        assert 'id="whom"' in page


def test_a_tap_takes_a_survivor_over_for_everybody_to_see(tom: Client, table: Table) -> None:
    tom.post(to(table, "-take"), sent(table, survivor="ned", of="Luis"))
    table.refresh_from_db()
    assert table.state.survivors["ned"].player == "Tom"
    assert table.state.players == ("Marta", "Tom")  # Luis plays nobody any more
    entry = LogEntry.objects.get(table=table)
    assert headline(entry, table.state, pack_of(table.state)) == "Tom plays Ned"
    page = tom.get(to(table, "")).content.decode()
    assert "Tom plays Ned" in page  # the undo bar
    own = tom.get(reverse("companion:own", args=[table.pk]))
    assert own.url == reverse("companion:mine", args=[table.pk, "ned"])
    assert 'id="whom"' not in tom.get(reverse("companion:table", args=[table.pk])).content.decode()


def test_two_taps_in_a_hurry_are_two_survivors_of_one_player(tom: Client, table: Table) -> None:
    first, second = (Seat.objects.get(name="Tom") for _tap in range(2))
    services.survivor_take_over(seat=first, survivor="ned", of="Luis", command_id="hurried-01")
    services.survivor_take_over(seat=second, survivor="wanda", of="Marta", command_id="hurried-02")
    table.refresh_from_db()
    assert table.state.players == ("Tom",)


def test_whoever_was_handed_a_survivor_by_name_has_them_by_a_tap(
    seat: Seat, tom: Client, table: Table
) -> None:
    handed = SurvivorPass(id="by-name-01", seen=0, survivor="ned", player="Tom", of="Luis")
    command_submit(table_id=table.pk, seat=seat, command=handed)
    tom.post(to(table, "-take"), sent(table, survivor="ned", of="Tom"))
    table.refresh_from_db()
    assert table.state.players == ("Marta", "Tom")
    own = tom.get(reverse("companion:own", args=[table.pk]))
    assert own.url == reverse("companion:mine", args=[table.pk, "ned"])


def test_undo_gives_the_survivor_back_and_leaves_the_seat(tom: Client, table: Table) -> None:
    tom.post(to(table, "-take"), sent(table, survivor="ned", of="Luis"))
    tom.post(to(table, "-undo"), sent(table))
    table.refresh_from_db()
    assert table.state.survivors["ned"].player == "Luis"
    assert tom.get(reverse("companion:own", args=[table.pk])).url == to(table, "")
    tom.post(to(table, "-take"), sent(table, survivor="ned", of="Luis"))
    table.refresh_from_db()
    assert table.state.survivors["ned"].player == "Tom"


def test_whoever_loses_a_survivor_is_led_to_those_that_are_left(
    tom: Client, as_person: AsPerson, table: Table, guest: Person
) -> None:
    tom.post(to(table, "-take"), sent(table, survivor="wanda", of="Marta"))
    marta = as_person(guest)
    hers = reverse("companion:mine", args=[table.pk, "wanda"])
    assert marta.get(hers, headers={"HX-Request": "true"}).status_code == 404  # it reloads
    assert marta.get(hers).url == to(table, "")


def test_of_two_who_reach_for_one_survivor_the_first_has_them(
    seat: Seat, tom: Client, table: Table
) -> None:
    services.survivor_take_over(seat=seat, survivor="ned", of="Luis", command_id="marta-first")
    response = tom.post(to(table, "-take"), sent(table, survivor="ned", of="Luis"))
    assert response.status_code == 422
    assert "Marta" in response.content.decode()
    assert Seat.objects.get(name="Tom").player is None  # nothing is left of the refused tap


def test_a_kept_place_is_nobody_elses(seat: Seat, tom: Client, table: Table) -> None:
    services.place_close(table=table, player="Luis", closed=True)
    response = tom.post(to(table, "-take"), sent(table, survivor="ned", of="Luis"))
    assert response.status_code == 422
    services.survivor_take_over(seat=seat, survivor="ned", of="Luis", command_id="keeper-may")
    table.refresh_from_db()
    assert table.state.survivors["ned"].player == "Marta"


@pytest.mark.parametrize(
    ("said", "key", "name"),
    [
        ({"survivor": "elle", "name": ""}, "elle", "Elle"),
        ({"survivor": "elle", "name": "Jo Álamo"}, "own-jo-alamo", "Jo Álamo"),
    ],
)
def test_somebody_new_comes_to_the_table(
    tom: Client, table: Table, said: dict[str, str], key: str, name: str
) -> None:
    assert 'value="elle"' in tom.get(to(table, "")).content.decode()
    tom.post(to(table, "-bring"), sent(table, **said))
    table.refresh_from_db()
    new = table.state.survivors[key]
    assert (new.name, new.player, new.points, new.status) == (name, "Tom", 0, "in_play")
    assert table.state.players == ("Marta", "Luis", "Tom")
    assert tom.get(reverse("companion:mine", args=[table.pk, key])).status_code == 200


def test_nobody_new_without_a_name_or_with_a_name_that_is_there(tom: Client, table: Table) -> None:
    for said in ({"survivor": "", "name": ""}, {"name": "Wanda"}, {"survivor": "wanda"}):
        assert tom.post(to(table, "-bring"), sent(table, **said)).status_code in (404, 422)
    table.refresh_from_db()
    assert set(table.state.survivors) == {"wanda", "ned"}


def test_a_rematch_keeps_who_plays_whom(seat: Seat, tom: Client, table: Table) -> None:
    tom.post(to(table, "-take"), sent(table, survivor="ned", of="Luis"))
    tom.post(to(table, "-bring"), sent(table, name="Zoe"))
    table.refresh_from_db()
    again = table_rematch(table=table, person=seat.person)
    players = {survivor.name: survivor.player for survivor in again.state.survivors.values()}
    assert players == {"Wanda": "Marta", "Ned": "Tom", "Zoe": "Tom"}
    assert {seat.name: seat.player for seat in again.seats.all()} == {
        "Marta": "Marta",
        "Tom": "Tom",
    }


def test_nobody_is_taken_over_once_the_mission_is_over(
    seat: Seat, tom: Client, table: Table
) -> None:
    end = MissionEnd(id="ended-0001", seen=0, result="won")
    command_submit(table_id=table.pk, seat=seat, command=end)
    address = reverse("companion:table", args=[table.pk])
    assert tom.get(to(table, "")).url == address
    for page in (address, reverse("companion:seats", args=[table.pk])):
        assert 'id="whom"' not in tom.get(page).content.decode()


def test_a_table_takes_twelve_survivors(seat: Seat, table: Table) -> None:
    for number in range(10):
        services.survivor_bring(
            seat=seat, survivor=None, name=f"N{number}", command_id=f"many-00{number}"
        )
    with pytest.raises(IllegalCommand) as refused:
        services.survivor_bring(seat=seat, survivor=None, name="More", command_id="too-many-1")
    assert refused.value.code == "survivors.too_many"
