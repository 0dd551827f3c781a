"""Quiet steps: which they are, and who hears what of them."""

import asyncio
import json
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import reverse

from companion import quiet, services
from companion.live import announce, announce_quiet
from companion.live.hub import STEPS_KEPT, Hub, QuietMessage, hub
from companion.live.pokes import read_quiet
from companion.live.tokens import stream_token
from companion.models import Seat, Table
from companion.people.models import Person
from companion.seats import services as seats
from rules import games
from tests.companion.test_live import Listener, in_a_loop, token_of, written

Said = dict[str, Any]
HTMX = {"hx-request": "true"}
pytestmark = pytest.mark.django_db


def tap(seat: Seat, kind: str, **fields: object) -> Table:
    """Send a command, and return the table as it left it."""
    table = Table.objects.get(pk=seat.table_id)
    command: Any = games[table.game].commands[kind]
    sent: Seat = Seat.objects.select_related("table").get(pk=seat.pk)
    services.command_submit(
        table_id=table.pk,
        seat=sent,
        command=command(id=uuid.uuid4().hex, seen=table.version, **fields),
    )
    return sent.table


@pytest.fixture
def played(seat: Seat, django_capture_on_commit_callbacks: Any) -> Callable[..., Said | None]:
    """Wanda leads with 20 points, Ned has 3; two walkers and a runner stand on the board."""

    def play(kind: str, **fields: object) -> Said | None:
        with django_capture_on_commit_callbacks(execute=True):
            table = tap(seat, kind, **fields)
        return json.loads(table.step) if table.step else None

    play("points.award", survivor="wanda", amount=20)
    play("points.award", survivor="ned", amount=3)
    play("zombies.add", zombie="walker", count=3)
    play("zombies.add", zombie="runner", count=1)
    return play


def test_a_point_is_told_with_all_it_changes(played: Callable[..., Said | None]) -> None:
    said = played("points.award", survivor="ned", amount=1)
    assert said is not None
    assert said["numbers"] == {"points-ned": 4, "next-ned": 3}
    assert said["touched"] == {"ned": 1}
    assert said["version"] == said["seen"] + 1
    assert set(said["words"]) == {code for code, _name in settings.LANGUAGES}
    assert said["words"]["es"]["by"] == "Marta, ahora"
    assert "Ned" in said["words"]["en"]["undo"]


def test_who_leads_the_danger_writes_it(played: Callable[..., Said | None]) -> None:
    said = played("points.award", survivor="wanda", amount=1)
    assert said is not None
    assert said["numbers"]["danger"] == 21


def test_a_kill_writes_points_and_miniatures(played: Callable[..., Said | None]) -> None:
    """The first of a turn is remembered for skills; the next ones change numbers alone."""
    assert played("zombies.kill", survivor="ned", zombie="walker") is None
    said = played("zombies.kill", survivor="ned", zombie="walker")
    assert said is not None
    numbers = said["numbers"]
    assert numbers["board-walker"] == 1
    assert numbers["zombies"] == 2
    assert numbers["points-ned"] == 5


def test_an_action_is_a_number_until_none_is_left(played: Callable[..., Said | None]) -> None:
    for left in (2, 1):
        said = played("action.spend", survivor="ned", count=1)
        assert said is not None
        assert said["numbers"] == {"actions-ned": left}
    assert played("action.spend", survivor="ned", count=1) is None


LOUD: dict[str, tuple[str, Said]] = {
    "a level": ("points.award", {"survivor": "ned", "amount": 4}),
    "the last of a kind": ("zombies.kill", {"survivor": "ned", "zombie": "runner"}),
    "somebody else leads": ("points.award", {"survivor": "ned", "amount": 18}),
    "the last point": ("points.award", {"survivor": "ned", "amount": -3}),
    "the first wound of two": ("wound.take", {"survivor": "ned", "count": 2}),
    "a phase": ("phase.next", {}),
    "a new zone": ("zone.add", {"zone": "7"}),
}


@pytest.mark.parametrize("step", LOUD)
def test_a_step_that_changes_more_is_loud(played: Callable[..., Said | None], step: str) -> None:
    kind, fields = LOUD[step]
    assert played(kind, **fields) is None


def test_the_first_step_and_the_one_after_an_undo_are_loud(
    seat: Seat, django_capture_on_commit_callbacks: Any
) -> None:
    """They bring a button or take one away."""

    def quiet_after(**fields: Any) -> bool:
        with django_capture_on_commit_callbacks(execute=True):
            return tap(seat, "points.award", **fields).step is not None

    with django_capture_on_commit_callbacks(execute=True):
        first = tap(seat, "points.award", survivor="wanda", amount=2)
    assert first.step is None
    with django_capture_on_commit_callbacks(execute=True):
        second = tap(seat, "points.award", survivor="wanda", amount=1)
    assert second.step is not None
    with django_capture_on_commit_callbacks(execute=True):
        services.table_undo(
            table_id=first.pk, seat=seat, command_id="take-it-back", seen=second.version
        )
        after_undo = tap(seat, "points.award", survivor="wanda", amount=1)
    assert after_undo.step is None


def test_a_message_that_is_too_long_is_not_sent(
    played: Callable[..., Said | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quiet, "MOST_BYTES", 100)
    assert played("points.award", survivor="ned", amount=1) is None


class TestTheAnswer:
    """To the phone that taps."""

    pytestmark = pytest.mark.django_db(transaction=True)

    @pytest.fixture
    def send(
        self,
        table: Table,
        seat: Seat,
        guest: Person,
        as_person: Callable[[Person], Client],
    ) -> Callable[..., Any]:
        tap(seat, "points.award", survivor="wanda", amount=20)
        tap(seat, "points.award", survivor="ned", amount=3)

        def send(seen: int, show: str = "", **headers: str) -> Any:
            version = Table.objects.get(pk=table.pk).version
            said = {"kind": "points.award", "survivor": "ned", "amount": 1}
            body = {"with": json.dumps(said), "id": uuid.uuid4().hex, "seen": str(version)}
            address = reverse("companion:command", args=[table.pk])
            shown = f"&show={show}" if show else ""
            return as_person(guest).post(
                f"{address}?seen={version - seen}{shown}", body, headers=HTMX | headers
            )

        return send

    def test_is_the_numbers(self, send: Callable[..., Any], table: Table) -> None:
        answer = send(0)
        assert answer.headers["Content-Type"] == "application/json"
        assert answer.json()["numbers"]["points-ned"] == 4
        assert answer.headers["X-Table-Version"] == str(Table.objects.get(pk=table.pk).version)

    def test_is_parts_for_a_phone_one_version_behind(self, send: Callable[..., Any]) -> None:
        assert b'id="fragments"' in send(1).content

    def test_is_parts_where_a_sheet_is_wanted(self, send: Callable[..., Any]) -> None:
        assert b'id="sheet"' in send(0, show="survivor/ned").content

    def test_is_nothing_where_nothing_is_wanted(self, send: Callable[..., Any]) -> None:
        assert send(0, prefer="return=minimal").status_code == 204


def message(version: int) -> QuietMessage:
    return QuietMessage(version, json.dumps({"seen": version - 1, "version": version}))


class TestTheStream:
    """To the others: only whoever asks for steps, and only an unbroken chain of them."""

    def heard(self, table: Table, work: Callable[[Hub, str], None], query: str) -> str:
        """Return what a stream that has seen version 3 says next."""
        Table.objects.filter(pk=table.pk).update(version=3)
        token = token_of(table)
        said: list[str] = []

        async def test() -> None:
            listener = Listener(f"/live/tables/{table.pk}/", f"token={token}&seen=3{query}")
            await listener.next()
            await listener.text()
            work(hub, str(table.pk))
            said.append(await listener.text())
            listener.gone.set()
            await asyncio.wait_for(listener.task, 5)

        in_a_loop(test)
        return said[0]

    pytestmark = pytest.mark.django_db(transaction=True)

    def test_a_page_that_does_not_ask_hears_versions(self, table: Table) -> None:
        said = self.heard(table, lambda hub, topic: hub.tell(topic, 3, message(4)), "")
        assert said == "id: 4\ndata: 4\n\n"

    def test_a_chain_is_told_whole_and_in_order(self, table: Table) -> None:
        def swapped_and_doubled(hub: Hub, topic: str) -> None:
            for version in (5, 4, 4, 5):
                hub.tell(topic, version - 1, message(version))

        assert self.heard(table, swapped_and_doubled, "&steps=1") == "".join(
            f"event: step\nid: {each}\ndata: {message(each).message}\n\n" for each in (4, 5)
        )

    def test_a_lost_step_is_a_version(self, table: Table) -> None:
        said = self.heard(table, lambda hub, topic: hub.tell(topic, 4, message(5)), "&steps=1")
        assert said == "id: 5\ndata: 5\n\n"

    def test_a_step_that_comes_after_its_version_is_not_told(self, table: Table) -> None:
        def late(hub: Hub, topic: str) -> None:
            hub.poke(topic, 9)
            hub.tell(topic, 3, message(4))

        assert self.heard(table, late, "&steps=1") == "id: 9\ndata: 9\n\n"

    def test_as_many_are_kept_as_a_page_may_miss(self, table: Table) -> None:
        topic = hub.topics.get("x")
        assert topic is None

        async def test() -> None:
            with hub.listening("x", 0) as (topic, _woken):
                for version in range(1, STEPS_KEPT + 3):
                    topic.keep(version - 1, message(version))
                topic.version = STEPS_KEPT + 2
                assert topic.steps_after(1) == []
                assert len(topic.steps_after(2)) == STEPS_KEPT

        in_a_loop(test)

    def test_a_process_of_before_ignores_it_and_hears_the_version(
        self, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        told: list[tuple[str, str]] = []
        monkeypatch.setattr(
            "companion.live.neighbours.tell", lambda about, words: told.append((about, words))
        )
        announce_quiet(str(table.pk), 3, 4, "{}")
        announce(str(table.pk), 4)
        assert [about for about, _words in told] == ["quiet", "poke"]
        other = Hub()
        heard: list[tuple[str, int, QuietMessage]] = []
        monkeypatch.setattr(other, "tell", lambda *said: heard.append(said))
        read_quiet(other, told[0][1])
        assert heard == [(str(table.pk), 3, QuietMessage(4, "{}"))]

    def test_whoever_has_just_lost_their_seat_hears_no_number(self, table: Table) -> None:
        person = Person.objects.create_guest(name="Luis")
        luis = seats.seat_take(table=table, person=person, name="Luis", player="Luis")
        token = stream_token(table.pk, person.pk)

        async def test() -> None:
            listener = Listener(f"/live/tables/{table.pk}/", f"token={token}&seen=0&steps=1")
            assert (await listener.next())["status"] == 200
            await listener.text()

            def remove_and_tap() -> None:
                seats.seat_remove(seat=luis)
                hub.tell(str(table.pk), 0, message(1))
                connection.close()

            await asyncio.to_thread(written, remove_and_tap)
            assert (await listener.next())["more_body"] is False

        in_a_loop(test)
