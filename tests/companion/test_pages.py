"""The table's pages, without a browser."""

import json
import re
from collections.abc import Callable

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from companion.frame.addresses import home_network_address
from companion.models import Seat, Table
from companion.people.identity import GUEST_COOKIE
from companion.people.models import Person
from tests.conftest import open_table

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
HTMX = {"HTTP_HX_REQUEST": "true"}


def post_command(  # type: ignore[no-untyped-def]
    client: Client, table: Table, command: object, query: str = "", **headers: str
):
    body = {"with": json.dumps(command), "id": "tap-00000001", "seen": "0"}
    address = reverse("companion:command", args=[table.pk])
    return client.post(f"{address}{query}", body, **headers)


def test_a_guest_opens_a_table_without_an_account(client: Client) -> None:
    response = client.post(
        reverse("companion:open", args=["black-plague"]),
        {"survivors": ["ann", "samson"], "players": "Marta,  Luis ,"},
    )
    table = Table.objects.get()
    assert response.url == reverse("companion:table", args=[table.pk])
    assert GUEST_COOKIE in response.cookies
    assert table.state.players == ("Marta", "Luis")
    assert client.get(response.url).status_code == 200


@pytest.mark.parametrize(
    "sent",
    [
        {"survivors": [""]},
        {"survivors": ["nobody"]},
        {"own": ["x" * 61]},
        {"survivors": ["ann"], "players": "x" * 61},
        {"survivors": ["ann", "baldric"], "players": "Ana, ana"},
        {"survivors": ["ann"], "players": "Ana, Luis"},
    ],
)
def test_a_table_that_cannot_be_opened_says_why(client: Client, sent: dict) -> None:
    response = client.post(reverse("companion:open", args=["black-plague"]), sent)
    assert response.status_code == 422
    assert b"field__errors" in response.content
    assert not Table.objects.exists()
    assert not Person.objects.exists(), "a visitor who made nothing leaves nothing behind"


def test_a_tap_answers_with_the_fresh_board(
    as_person: AsPerson, table: Table, guest: Person
) -> None:
    command = {"kind": "points.award", "survivor": "wanda", "amount": 1}
    response = post_command(as_person(guest), table, command, **HTMX)
    assert response.status_code == 200
    assert b'data-version="1"' in response.content


def test_a_tap_is_acknowledged_without_a_picture(
    as_person: AsPerson, table: Table, guest: Person
) -> None:
    command = {"kind": "points.award", "survivor": "wanda", "amount": 1}
    brief = {**HTMX, "HTTP_PREFER": "return=minimal"}
    client = as_person(guest)
    for _ in range(2):  # the second one is the same tap sent again
        response = post_command(client, table, command, **brief)
        assert (response.status_code, response.content) == (204, b"")
        assert response["X-Table-Version"] == "1"
    response = post_command(client, table, {**command, "survivor": "nobody"}, **brief)
    assert response.status_code == 204, "known by its id, whatever it says now"


@pytest.mark.parametrize("prefer", ["return=minimal", ""])
def test_a_tap_asks_once_and_writes_twice_also_with_its_picture(
    as_person: AsPerson, table: Table, guest: Person, prefer: str
) -> None:
    command = {"kind": "points.award", "survivor": "wanda", "amount": 1}
    client = as_person(guest)
    with CaptureQueriesContext(connection) as captured:
        post_command(client, table, command, "?seen=0", **HTMX, HTTP_PREFER=prefer)
    said = [query["sql"].split()[0] for query in captured]
    assert [word for word in said if word in ("SELECT", "INSERT", "UPDATE")] == [
        *("SELECT", "INSERT", "UPDATE"),
    ]


def test_the_answer_to_a_tap_has_what_differs_from_what_the_phone_shows(
    as_person: AsPerson, table: Table, guest: Person
) -> None:
    command = {"kind": "points.award", "survivor": "wanda", "amount": 1}
    client = as_person(guest)
    picture = post_command(client, table, command, "?seen=0&show=survivor/wanda", **HTMX)
    text = picture.content.decode()
    assert (picture.status_code, picture["X-Table-Version"]) == (200, "1")
    assert 'id="s-wanda"' in text
    assert 'id="s-ned"' not in text
    assert 'data-path="survivor/wanda"' in text
    fetched = client.get(
        f"{reverse('companion:sheet', args=[table.pk, 'survivor/wanda'])}?seen=0", **HTMX
    )
    assert without_ids(fetched.content.decode()) == without_ids(text), "as if it had been asked for"


def without_ids(html: str) -> str:
    """Every answer has a new id for the next form, and says how long ago something was."""
    return re.sub(r'name="(id|csrfmiddlewaretoken)" value="[^"]*"', "", html)


def test_a_written_tap_is_never_called_a_failure(
    as_person: AsPerson, table: Table, guest: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = {"kind": "points.award", "survivor": "wanda", "amount": 1}
    client = as_person(guest)
    gone = post_command(client, table, command, "?seen=0&show=item/ned", **HTMX)
    assert (gone.status_code, gone["X-Table-Version"]) == (204, "1"), "there is no such sheet"

    def fail(*args: object, **kwargs: object) -> None:
        raise OperationalError("the database went away right after the commit")

    monkeypatch.setattr("companion.table.views.render", fail)
    again = post_command(client, table, command, "?seen=0", **HTMX)
    assert (again.status_code, again["X-Table-Version"]) == (204, "1")


def test_a_state_is_decoded_once_until_another_takes_its_place(table: Table) -> None:
    first = table.state
    assert table.state is first
    table.state_json = table.state_json.replace("Wanda", "Vanda")
    assert table.state.survivors["wanda"].name == "Vanda"
    table.state = first
    assert table.state is first
    assert "Wanda" in table.state_json


@pytest.mark.parametrize(("step", "version"), [("undo", "2"), ("undo-to", "2"), ("redo", "3")])
def test_a_step_back_or_forth_is_acknowledged_without_a_picture(
    as_person: AsPerson, table: Table, guest: Person, step: str, version: str
) -> None:
    brief = {**HTMX, "HTTP_PREFER": "return=minimal"}
    client = as_person(guest)
    post_command(client, table, {"kind": "points.award", "survivor": "wanda", "amount": 1})
    if step == "redo":
        back = {"id": "step-0000001", "seen": "1"}
        client.post(reverse("companion:undo", args=[table.pk]), back)
    body = {"id": "step-0000002", "seen": str(int(version) - 1), "seq": "1"}
    response = client.post(reverse(f"companion:{step}", args=[table.pk]), body, **brief)
    assert (response.status_code, response.content) == (204, b"")
    assert response["X-Table-Version"] == version == str(Table.objects.get().version)


def test_two_values_for_one_key_are_not_read(
    as_person: AsPerson, table: Table, guest: Person
) -> None:
    twice = '{"kind":"points.award","survivor":"wanda","amount":1,"amount":100}'
    nested = '{"kind":"attack.resolve","targets":{"walker":1,"walker":2}}'
    for number, said in enumerate((twice, nested)):
        body = {"with": said, "id": f"tap-0000000{number}", "seen": "0"}
        url = reverse("companion:command", args=[table.pk])
        assert as_person(guest).post(url, body, **HTMX).status_code == 400
    assert Table.objects.get().version == 0


def test_a_tap_without_script_leads_back_to_the_table(
    as_person: AsPerson, table: Table, guest: Person
) -> None:
    response = post_command(as_person(guest), table, {"kind": "phase.next"})
    assert response.status_code == 302
    assert Table.objects.get().state.phase == "zombies"


@pytest.mark.parametrize(
    ("command", "status"),
    [
        ({"kind": "points.award", "survivor": "wanda", "amount": -1}, 422),
        ({"kind": "points.award", "survivor": "nobody", "amount": 1}, 422),
        ({"kind": "no.such.thing"}, 400),
        ([], 400),
        ("", 400),
    ],
)
def test_a_bad_tap_gets_words_and_changes_nothing(
    as_person: AsPerson, table: Table, guest: Person, command: object, status: int
) -> None:
    response = post_command(as_person(guest), table, command, **HTMX)
    assert response.status_code == status
    assert f'data-status="{status}"'.encode() in response.content
    assert Table.objects.get().version == 0


@pytest.mark.parametrize("page", ["", "sheets/survivor/wanda/"])
def test_a_form_without_script_is_refused_on_its_own_page(
    as_person: AsPerson, table: Table, guest: Person, page: str
) -> None:
    url = reverse("companion:command", args=[table.pk])
    said = json.dumps({"kind": "wound.take", "survivor": "wanda", "count": 99})
    sent = {"with": said, "id": "tap-00000001", "seen": "0"}
    came_from = f"http://testserver{reverse('companion:table', args=[table.pk])}{page}"
    response = as_person(guest).post(
        url, sent, headers={"host": "testserver", "referer": came_from}
    )
    assert response.status_code == 422
    assert b'id="refused"' in response.content
    assert b'id="now"' in response.content, "the table's page, not an error page"
    assert Table.objects.get().version == 0


def test_a_stale_step_is_409_in_spanish(as_person: AsPerson, table: Table, guest: Person) -> None:
    client = as_person(guest)
    client.cookies["django_language"] = "es"
    post_command(client, table, {"kind": "phase.next"}, **HTMX)
    body = {"with": '{"kind":"phase.next"}', "id": "tap-00000002", "seen": "0"}
    response = client.post(reverse("companion:command", args=[table.pk]), body, **HTMX)
    assert response.status_code == 409
    assert "Otro teléfono" in response.content.decode()


@pytest.mark.parametrize("sent", [{}, {"id": "x", "seen": "0"}, {"id": "long-enough", "seen": "a"}])
def test_an_undo_that_cannot_be_read(
    as_person: AsPerson, table: Table, guest: Person, sent: dict
) -> None:
    assert (
        as_person(guest).post(reverse("companion:undo", args=[table.pk]), sent).status_code == 400
    )


def test_a_phone_that_is_up_to_date_gets_no_body(
    as_person: AsPerson, table: Table, guest: Person
) -> None:
    url = reverse("companion:board", args=[table.pk])
    assert as_person(guest).get(url, {"seen": "0"}).status_code == 204
    assert as_person(guest).get(url, {"seen": "nonsense"}).status_code == 200


def test_joining_by_code_takes_a_name_and_gives_a_seat(client: Client, table: Table) -> None:
    spoken = f"{table.code[:3].lower()}-{table.code[3:]}"
    response = client.get(reverse("companion:find"), {"code": spoken})
    assert response.url == reverse("companion:join", args=[table.code])
    assert client.post(response.url, {"name": "  "}).status_code == 422
    response = client.post(response.url, {"name": "Sofía"}, follow=True)
    assert response.redirect_chain[-1][0] == reverse("companion:survivors", args=[table.pk])
    assert list(table.seats.values_list("name", "role")) == [
        ("Marta", "keeper"),
        ("Sofía", "player"),
    ]


def test_a_code_nobody_has_is_said_kindly_and_guessing_is_slowed(
    client: Client, table: Table
) -> None:
    url = reverse("companion:find")
    answers = [client.get(url, {"code": f"AAA{n:03}"}).status_code for n in range(62)]
    assert (answers[0], answers[-1]) == (404, 429)
    assert client.get(url, {"code": table.code}).status_code == 429, "the right one waits, too"
    assert client.get(reverse("companion:join", args=[table.code])).status_code == 429


def test_pages_cost_the_same_at_an_old_table(as_person: AsPerson, guest: Person) -> None:
    def queries(path: str) -> int:
        client = as_person(guest)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(path).status_code == 200
        return len(captured)

    table = open_table(guest)
    path = reverse("companion:table", args=[table.pk])
    client = as_person(guest)
    post_command(client, table, {"kind": "phase.next"})
    young = queries(path), queries("/")
    for number in range(30):
        body = {
            "with": '{"kind":"points.award","survivor":"ned","amount":1}',
            "id": f"tap-{number:08}",
            "seen": "0",
        }
        client.post(reverse("companion:command", args=[table.pk]), body)
    for _ in range(12):
        open_table(guest)
    assert (queries(path), queries("/")) == young


def test_the_seats_page_shows_the_code_and_who_sits(
    as_person: AsPerson, table: Table, guest: Person
) -> None:
    page = as_person(guest).get(reverse("companion:seats", args=[table.pk])).content.decode()
    assert f"{table.code[:3]}-{table.code[3:]}" in page
    assert "<svg" in page
    assert "Marta" in page


def test_the_code_for_other_phones_is_never_localhost(
    as_person: AsPerson, table: Table, guest: Person
) -> None:
    client = as_person(guest)
    url = reverse("companion:seats", args=[table.pk])
    page = client.get(url, headers={"host": "localhost:8000"}).content.decode()
    address = home_network_address()
    assert f"http://{address or 'localhost'}:8000/join/{table.code}/" in page
    page = client.get(url, headers={"host": "192.168.1.20:8000"}).content.decode()
    assert f"http://192.168.1.20:8000/join/{table.code}/" in page


def test_a_nameless_keeper_is_called_in_the_readers_language(client: Client) -> None:
    client.cookies["django_language"] = "es"
    client.post(reverse("companion:open", args=["black-plague"]), {"survivors": ["ann"]})
    url = reverse("companion:table", args=[Table.objects.get().pk])
    assert "Anfitrión" in client.get(url).content.decode()
    client.cookies["django_language"] = "en"
    assert "Keeper" in client.get(url).content.decode()


def test_the_front_page_says_who_is_signed_in(
    as_person: AsPerson, account: Person, guest: Person
) -> None:
    assert "Signed in as Luis" in as_person(account).get("/").content.decode()
    assert "Signed in as" not in as_person(guest).get("/").content.decode()


def test_names_stay_text(client: Client, table: Table) -> None:
    url = reverse("companion:join", args=[table.code])
    client.post(url, {"name": "<b>x</b>"})
    page = client.get(reverse("companion:seats", args=[table.pk])).content.decode()
    assert "&lt;b&gt;x&lt;/b&gt;" in page
    assert Seat.objects.filter(name="<b>x</b>").exists()


def test_the_style_page_is_made_of_real_parts_and_stores_nothing(client: Client) -> None:
    page = client.get("/style/").content.decode()
    for part in (
        "danger danger--board",
        "danger danger--moment",
        "track track--lg",
        "chart__column",
    ):
        assert f'class="{part}' in page, part
    for level in ("blue", "yellow", "orange", "red"):
        assert f'class="dgr dgr--fill" data-danger="{level}"' in page
    assert not Table.objects.exists()
    assert not Person.objects.exists()
