"""What becomes of a table: its end, its story, rematch, branch, archive, bin."""

import json
import re
import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from companion import services as write
from companion.models import Seat, Table
from companion.people.models import Person
from companion.services import table_open
from companion.shelf import selectors, services
from companion.shelf.charts import strip
from rules import IllegalCommand, Survivor, Zone, decode_command
from tests.conftest import open_table

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]


def send(seat: Seat, kind: str, **command: object) -> None:
    version = Table.objects.get(pk=seat.table_id).version
    body = {"kind": kind, "id": uuid.uuid4().hex, "seen": version, **command}
    write.command_submit(
        table_id=seat.table_id, seat=seat, command=decode_command(seat.table.game, json.dumps(body))
    )


def take_back(seat: Seat) -> None:
    version = Table.objects.get(pk=seat.table_id).version
    write.table_undo(table_id=seat.table_id, seat=seat, command_id=uuid.uuid4().hex, seen=version)


@pytest.fixture
def played(guest: Person) -> Seat:
    """Two rounds: five zombies come, two die, Ned is wounded; one tap is taken back."""
    survivors = [
        ("wanda", Survivor(name="Wanda", player="Marta")),
        ("ned", Survivor(name="Ned", player="Luis")),
    ]
    table = write.table_open(
        person=guest,
        game="zombicide-2e",
        survivors=survivors,
        zones=[Zone(id="1", start=True)],
        dice="table",
        options=("out-of-action",),
        mission="zombicide-2e:M1",
        hour=15,
    )
    seat = table.seats.get()
    send(seat, "zombies.add", zombie="walker", count=5)
    send(seat, "zombies.kill", zombie="walker", survivor="wanda")
    send(seat, "zombies.kill", zombie="walker", survivor="ned", count=4)
    take_back(seat)
    for _ in range(3):
        send(seat, "phase.next", overrule=True)
    send(seat, "zombies.kill", zombie="walker", survivor="wanda")
    send(seat, "wound.take", survivor="ned")
    return Seat.objects.get(pk=seat.pk)


def test_the_story_counts_what_was_not_taken_back(played: Seat) -> None:
    story = selectors.story(Table.objects.get(pk=played.table_id))
    assert (story.killed, story.wounds, story.points) == (2, 1, 2)
    assert [survivor.kills for survivor in story.survivors] == [2, 0]
    assert [row.round for row in story.rounds] == [1, 2]
    wanda = story.survivors[0]
    assert [points for points, _level in wanda.by_round] == [1, 2]
    assert [zombie.by_round for zombie in story.zombies] == [[(0, 1), (0, 1)]]


def test_what_was_brought_back_counts_again(played: Seat) -> None:
    take_back(played)
    table = Table.objects.get(pk=played.table_id)
    assert selectors.story(table).wounds == 0
    write.table_redo(
        table_id=table.pk, seat=played, command_id=uuid.uuid4().hex, seen=table.version
    )
    assert selectors.story(Table.objects.get(pk=table.pk)).wounds == 1


def test_the_story_costs_the_same_however_long_the_log_is(
    as_person: AsPerson, guest: Person, played: Seat
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            url = reverse("companion:story", args=[played.table_id])
            assert as_person(guest).get(url).status_code == 200
        return len(captured)

    before = queries()
    for _ in range(40):
        send(played, "points.award", survivor="ned", amount=1)
    assert queries() == before


@pytest.mark.parametrize(
    ("result", "word"), [("won", "Won"), ("lost", "Lost"), ("abandoned", "Left")]
)
def test_a_game_is_won_lost_or_left_and_stays_readable(
    as_person: AsPerson, guest: Person, table: Table, result: str, word: str
) -> None:
    client = as_person(guest)
    send(table.seats.get(), "mission.end", result=result)
    page = client.get(reverse("companion:story", args=[table.pk])).content.decode()
    assert word in page
    assert client.get(reverse("companion:table", args=[table.pk])).status_code == 200


def test_a_rematch_has_the_line_up_and_nothing_else(
    as_person: AsPerson, guest: Person, played: Seat
) -> None:
    friend = Person.objects.create_guest(name="Luis")
    Seat.objects.create(table=played.table, person=friend, name="Lucho", player="Luis")
    response = as_person(guest).post(reverse("companion:rematch", args=[played.table_id]))
    again = Table.objects.exclude(pk=played.table_id).get()
    assert response.url == reverse("companion:sheet", args=[again.pk, "mission"])
    first, state = selectors.state_after(played.table, 0), again.state
    assert (state.round, state.board, again.version) == (1, {}, 0)
    assert state.survivors == first.survivors
    assert (state.zones, state.dice, state.options, state.hour) == (
        first.zones,
        "table",
        ("out-of-action",),
        15,
    )
    assert state.seed != first.seed
    assert (again.mission, again.origin, again.origin_seq) == (
        "zombicide-2e:M1",
        played.table,
        None,
    )
    seats = again.seats.order_by("pk").values_list("name", "player", "role")
    assert list(seats) == [("Marta", "Marta", "keeper"), ("Lucho", "Luis", "player")]
    assert as_person(friend).get(response.url).status_code == 200


def test_a_rematch_keeps_the_teams(guest: Person) -> None:
    two = [(key, Survivor(name=key.title(), player="Marta")) for key in ("cathy", "dan")]
    seat = table_open(person=guest, game="rue-morgue", survivors=two).seats.get()
    for key, team in (("cathy", "Red"), ("dan", "Blue")):
        send(seat, "table.correct", path=f"survivors.{key}.team", value=team)
    table = Table.objects.get(pk=seat.table_id)
    again = services.table_rematch(table=table, person=guest).state
    assert [again.survivors[key].team for key in ("cathy", "dan")] == ["Red", "Blue"]
    assert (again.round, again.survivors["cathy"].points) == (1, 0)


@pytest.mark.parametrize("seq", [0, 1, 2, 3, 5, 8])
def test_a_branch_stands_where_the_table_stood_after_that_entry(
    as_person: AsPerson, guest: Person, played: Seat, seq: int
) -> None:
    before = Table.objects.get(pk=played.table_id).state_json
    url = reverse("companion:branch", args=[played.table_id])
    as_person(guest).post(url, {"seq": str(seq)})
    branch = Table.objects.exclude(pk=played.table_id).get()
    assert branch.state == selectors.state_after(played.table, seq)
    assert (branch.version, branch.origin_seq) == (0, seq)
    assert Table.objects.get(pk=played.table_id).state_json == before, "the old one stays"
    own = branch.seats.get(person=guest)
    send(own, "points.award", survivor="ned", amount=1)
    story = selectors.story(Table.objects.get(pk=branch.pk))
    assert story.rounds[0].round == branch.state.round


@pytest.mark.parametrize("seq", ["", "-1", "99", "x", "²", "9" * 30])
def test_a_branch_from_nowhere_is_refused(
    as_person: AsPerson, guest: Person, played: Seat, seq: str
) -> None:
    url = reverse("companion:branch", args=[played.table_id])
    assert as_person(guest).post(url, {"seq": seq}).status_code == 422
    assert Table.objects.count() == 1


def test_a_branch_deals_the_same_cards(played: Seat, guest: Person) -> None:
    """What if is a question about decisions, not about luck."""
    table = Table.objects.get(pk=played.table_id)
    branch = services.table_branch(table=table, person=guest, seq=0)
    first = selectors.state_after(table, 0)
    assert (branch.state.seed, branch.state.cursor) == (first.seed, first.cursor)


def test_an_archived_table_is_off_the_front_page_and_still_there(
    as_person: AsPerson, guest: Person, table: Table
) -> None:
    client, url = as_person(guest), reverse("companion:archive", args=[table.pk])
    client.post(url, {"archived": "1"})
    assert table.code[:3] not in client.get("/").content.decode()
    assert client.get(reverse("companion:table", args=[table.pk])).status_code == 200
    shelf = client.get(reverse("companion:tables"), {"shelf": "archive"})
    assert [seat.table for seat in shelf.context["page"]] == [table]
    client.post(url, {"archived": "0"})
    assert str(table.pk) in client.get("/").content.decode()


def test_a_binned_table_is_gone_for_everybody_and_comes_back_whole(
    as_person: AsPerson, client: Client, guest: Person, played: Seat
) -> None:
    table, keeper = played.table, as_person(guest)
    friend = Person.objects.create_guest(name="Luis")
    Seat.objects.create(table=table, person=friend, name="Luis", player="Luis")
    before = Table.objects.get(pk=table.pk)
    keeper.post(reverse("companion:bin", args=[table.pk]))
    for person in (guest, friend):
        for page in ("table", "board", "live", "story", "seats", "screen"):
            url = reverse(f"companion:{page}", args=[table.pk])
            assert as_person(person).get(url).status_code == 404, page
    assert client.get(reverse("companion:join", args=[table.code])).status_code == 404
    restore = reverse("companion:restore", args=[table.pk])
    assert as_person(friend).post(restore).status_code == 404, "only its keeper finds it"
    page = keeper.get(reverse("companion:tables"), {"shelf": "bin"}).content.decode()
    assert restore in page
    assert keeper.post(restore).url == reverse("companion:table", args=[table.pk])
    after = Table.objects.get(pk=table.pk)
    assert (after.state_json, after.version) == (before.state_json, before.version)
    assert after.seats.count() == 2


def test_the_bin_is_emptied_after_thirty_days_and_not_before(table: Table, guest: Person) -> None:
    young = open_table(guest)
    for binned, days in ((table, 31), (young, 29)):
        services.table_bin(table=binned)
        Table.objects.filter(pk=binned.pk).update(binned_at=timezone.now() - timedelta(days=days))
    assert services.bin_empty() == 1
    assert list(Table.objects.all()) == [young]


def test_my_tables_cost_the_same_for_two_and_for_thirty(as_person: AsPerson, guest: Person) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert as_person(guest).get(reverse("companion:tables")).status_code == 200
        return len(captured)

    for _ in range(2):
        open_table(guest)
    before = queries()
    for _ in range(33):
        open_table(guest)
    assert queries() == before
    page = as_person(guest).get(reverse("companion:tables"), {"page": "2"})
    assert len(page.context["page"]) == 5
    for nonsense in ({"page": "x"}, {"page": "-1"}, {"shelf": "x"}, {"page": "9" * 40}):
        assert as_person(guest).get(reverse("companion:tables"), nonsense).status_code == 200


def test_a_stranger_cannot_branch_what_is_not_theirs(guest: Person, table: Table) -> None:
    with pytest.raises(IllegalCommand):
        services.table_branch(table=table, person=guest, seq=1)


def test_charts_are_numbers_a_browser_can_read_in_spanish(
    as_person: AsPerson, guest: Person, played: Seat
) -> None:
    client = as_person(guest)
    client.cookies["django_language"] = "es"
    page = client.get(reverse("companion:story", args=[played.table_id])).content.decode()
    drawn = re.findall(r'<rect [^>]* (?:x|y|width|height)="([^"]*)"', page)
    assert drawn
    assert [number for number in drawn if "," in number] == []


def test_a_strip_is_as_high_as_its_share() -> None:
    def bars(drawn: str) -> list[tuple[float, float]]:
        found = re.findall(r'<rect [^>]*y="([\d.]+)" [^>]*height="([\d.]+)"', drawn)
        return [(float(y), float(height)) for y, height in found]

    rounds = [[(2, "placed"), (4, "killed")], [(0, "placed"), (1, "killed")]]
    drawn = strip("Walkers", [1, 2], rounds, most=4)
    assert [height for _y, height in bars(drawn)] == [28, 56, 14], "nothing is drawn for none"
    assert {y + height for y, height in bars(drawn)} == {72}
    assert f'width="{2 * 34}"' in drawn
    assert bars(strip("Walkers", [1], [[(0, "blue")]], most=0)) == []
