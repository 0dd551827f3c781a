"""Lists: pages that stay put, filters, and as many queries for many rows as for few."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.printing import services as printing
from campaigns.printing.models import PrintJob
from companion.models import Seat, Table
from companion.people.models import Person
from tests.api.conftest import Program
from tests.api.test_tables import tap
from tests.conftest import open_table

pytestmark = pytest.mark.django_db


def queries(work: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as captured:
        work()
    return len(captured)


def print_cards(person: Person, count: int) -> None:
    for number in range(count):
        printing.print_request(
            person=person, kind="table-card", content={"code": f"K74Q{number}"}, language="es"
        )


def test_pages_of_tables_hold_each_table_once(luis: Program, keeper: Person) -> None:
    for _ in range(6):
        open_table(keeper)
    seen, url = [], "tables/?limit=3"
    while url:
        page = luis.get(url).json()
        assert len(page["results"]) <= 3
        seen += [row["id"] for row in page["results"]]
        open_table(keeper)  # what is new comes first and moves nobody
        url = (page["next"] or "").removeprefix("http://testserver")
    assert len(seen) == len(set(seen)) == 7


def test_tables_are_filtered_by_game_and_role(
    luis: Program, keeper: Person, guest: Person, kept: Table
) -> None:
    elsewhere = open_table(guest)
    Seat.objects.create(table=elsewhere, person=keeper, name="L", role=Seat.Role.READER)
    assert len(luis.get("tables/").json()["results"]) == 2
    (row,) = luis.get("tables/?role=reader").json()["results"]
    assert (row["id"], row["role"]) == (str(elsewhere.pk), "reader")
    assert len(luis.get(f"tables/?game={kept.game}").json()["results"]) == 2
    assert luis.get("tables/?game=black-plague").json() == {"results": [], "next": None}


def test_prints_are_paged_and_filtered(luis: Program, keeper: Person) -> None:
    print_cards(keeper, 5)
    PrintJob.objects.update(created_at=PrintJob.objects.first().created_at)  # type: ignore[union-attr]
    PrintJob.objects.filter(content__code="K74Q3").update(state="failed")
    seen, url = [], "prints/?limit=2"
    while url:
        page = luis.get(url).json()
        seen += [row["id"] for row in page["results"]]
        url = (page["next"] or "").removeprefix("http://testserver")
    assert len(seen) == len(set(seen)) == 5
    (failed,) = luis.get("prints/?state=failed").json()["results"]
    assert (failed["state"], failed["file"]) == ("failed", None)


def test_every_list_costs_the_same_queries_however_long(
    luis: Program, keeper: Person, kept: Table
) -> None:
    at = f"tables/{kept.pk}/"
    urls = ["tables/", "prints/", "me/tokens/", f"{at}log/", f"{at}seats/", at]
    luis.get("me/")  # notes the token's use, once in a while
    luis.post(f"{at}commands/", tap(1, 0))
    luis.post(f"{at}undo/", {"id": "undo-0001", "seen": 1})
    print_cards(keeper, 1)
    few = {url: queries(lambda url=url: luis.get(url)) for url in urls}  # type: ignore[misc]
    for number in range(2, 12):
        open_table(keeper)
        luis.post(f"{at}commands/", tap(number, 0))
        luis.post(f"{at}undo/", {"id": f"undo-{number:04}", "seen": 2 * number - 1})
        someone = Person.objects.create_guest(name=str(number))
        Seat.objects.create(table=kept, person=someone, name=str(number))
    print_cards(keeper, 12)
    many = {url: queries(lambda url=url: luis.get(url)) for url in urls}  # type: ignore[misc]
    assert many == few
    assert max(few.values()) <= 5


def test_packs_are_kept_for_long_and_checked_by_their_tag(client: object) -> None:
    program = Program()
    for url in ("games/", "games/black-plague/", "games/zombicide-2e/missions/"):
        first = program.get(url)
        assert first["Cache-Control"] == "public, max-age=86400"
        assert program.get(url, if_none_match=first["ETag"]).status_code == 304
        assert program.get(url, if_none_match='"other"').content == first.content
    boxes = {row["box"] for row in program.get("games/zombicide-2e/missions/").json()}
    assert {"zombicide-2e", "washington-zc"} <= boxes
    assert program.get("games/chess/").status_code == 404
