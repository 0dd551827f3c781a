"""A table in the archive can be read; nobody taps there and nobody sits down."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from api.services import seat_token_create
from companion import services
from companion.models import Seat, Table
from companion.people.models import Person
from companion.seats.services import seat_take
from companion.shelf.services import table_archive, table_bin, table_restore
from companion.table.sheets import SHEETS
from rules import IllegalCommand
from rules.mechanics.danger import PointsAward
from tests.api.conftest import Program
from tests.companion.test_city import city_table

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
TAP = {"id": "tap-00000001", "seen": "0", "with": '{"kind":"phase.next"}'}
STEP = {"id": "step-0000001", "seen": "1"}
BUTTONS = re.compile(r"data-command|formaction|form=\"do\"|/(?:commands|undo|redo|undo-to)/")


def point(seat: Seat, tap_id: str = "tap-00000009") -> services.Answer:
    command = PointsAward(id=tap_id, seen=0, survivor="ned", amount=1)
    return services.command_submit(table_id=seat.table_id, seat=seat, command=command)


@pytest.fixture
def archived(table: Table, seat: Seat) -> Table:
    point(seat)
    table.refresh_from_db()
    table_archive(table=table, archived=True)
    return table


@pytest.mark.parametrize("name", ["command", "undo", "redo", "undo-to"])
def test_no_tap_is_taken_and_the_refusal_has_words(
    as_person: AsPerson, guest: Person, archived: Table, name: str
) -> None:
    sent = TAP if name == "command" else {**STEP, "seq": "1"}
    url = reverse(f"companion:{name}", args=[archived.pk])
    for language, words in (("es", "archivo"), ("en", "archive")):
        response = as_person(guest).post(url, sent, headers={"accept-language": language})
        assert response.status_code == 422
        assert words in response.content.decode()
    assert Table.objects.get().version == 1


def test_the_api_says_so_too(archived: Table, seat: Seat) -> None:
    program = Program(seat_token_create(seat=seat, name="lamp")[1])
    body = {"kind": "points.award", "id": "tap-00000002", "seen": 1, "survivor": "ned", "amount": 1}
    step = {"id": "step-0000002", "seen": 1}
    address = f"tables/{archived.pk}"
    for path, sent in (("commands", body), ("undo", step), ("redo", step)):
        response = program.post(f"{address}/{path}/", sent)
        assert (response.status_code, response.json()["code"]) == (422, "table.archived")
    assert program.get(f"{address}/").status_code == 200
    sit = Program().post("seats/", {"code": archived.code, "name": "Eva"})
    assert (sit.status_code, sit.json()["code"]) == (422, "table.archived")


def test_a_resend_of_what_was_written_before_is_answered_as_then(
    archived: Table, seat: Seat
) -> None:
    assert point(seat).repeated
    assert Table.objects.get().version == 1


def test_nobody_sits_down_and_the_page_says_why(
    client: Client, as_person: AsPerson, guest: Person, archived: Table
) -> None:
    url = reverse("companion:join", args=[archived.code])
    page = client.get(url, headers={"accept-language": "en"}).content.decode()
    assert "in the archive" in page
    assert 'name="player"' not in page
    assert client.post(url, {"name": "Eva"}).status_code == 422
    assert archived.seats.count() == 1
    assert as_person(guest).get(url).status_code == 302, "who sits there looks at it"


def test_out_of_the_archive_it_is_played_again(
    as_person: AsPerson, guest: Person, archived: Table, seat: Seat
) -> None:
    response = as_person(guest).post(
        reverse("companion:archive", args=[archived.pk]), {"archived": "0"}
    )
    assert response.url == reverse("companion:table", args=[archived.pk])
    assert point(seat, "tap-00000010").version == 2
    assert seat_take(table=archived, person=Person.objects.create_guest(), name="Eva")


def test_a_table_in_the_bin_takes_nothing_either(table: Table, seat: Seat) -> None:
    table_bin(table=table)
    with pytest.raises(IllegalCommand, match=r"table\.binned"):
        point(seat)
    with pytest.raises(IllegalCommand, match=r"table\.binned"):
        seat_take(table=table, person=Person.objects.create_guest(), name="Eva")
    table_restore(table=table)
    assert point(seat).version == 1


def buttons(page: str) -> list[str]:
    """What could be tapped in that page: not what is disabled, nor the form that holds a tap."""
    page = re.sub(r'<form id="do".*?</form>', "", page, flags=re.S)
    return BUTTONS.findall(re.sub(r"<button[^>]* disabled[^>]*>", "", page))


def pages_of_table(table: Table) -> list[str]:
    paths = [*SHEETS, "survivor/ned", "attack/ned", "search/ned", "kills/ned", "describe/ned"]
    paths += ["do/points.award", "deck/zombies"]
    sheets = [reverse("companion:sheet", args=[table.pk, path]) for path in paths]
    return [reverse("companion:table", args=[table.pk]), *sheets]


@pytest.mark.parametrize("why", ["archived", "reader"])
def test_no_page_shows_a_button_that_would_be_refused(
    as_person: AsPerson, guest: Person, archived: Table, seat: Seat, why: str
) -> None:
    if why == "reader":
        table_archive(table=archived, archived=False)
        Seat.objects.filter(pk=seat.pk).update(role=Seat.Role.READER)
    seen = 0
    for url in pages_of_table(archived):
        response = as_person(guest).get(url)
        if response.status_code == 404:  # a sheet that asks for a subject, or has nothing to say
            continue
        seen += 1
        page = response.content.decode()
        assert not buttons(page), url
    assert seen > 12
    mine = reverse("companion:mine", args=[archived.pk, "wanda"])
    assert as_person(guest).get(mine).url == reverse("companion:table", args=[archived.pk])


def test_a_game_with_pages_of_its_own_shows_none_either(as_person: AsPerson) -> None:
    table = city_table()
    table_archive(table=table, archived=True)
    page = (
        as_person(table.seats.get().person)
        .get(reverse("companion:table", args=[table.pk]))
        .content.decode()
    )
    assert not buttons(page)
    assert 'id="unarchive"' in page
