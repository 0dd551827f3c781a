"""The live stream, spoken to as ASGI: who may listen, what is said, when it ends."""

import asyncio
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from companion.live import stream, versions
from companion.live.hub import AT_ONCE, Hub, hub
from companion.live.places import NoPlace, Places, places
from companion.live.tokens import stream_token
from companion.models import Seat, Table
from companion.people.models import Person
from companion.seats import services as seats


class Listener:
    """One connection to the stream of a table."""

    def __init__(self, path: str, query: str = "", headers: Any = (), method: str = "GET") -> None:
        self.sent: asyncio.Queue[Any] = asyncio.Queue()
        self.gone = asyncio.Event()
        scope = {
            "type": "http",
            "http_version": "1.1",
            "client": ("192.168.1.7", 40000),
            "method": method,
            "path": path,
            "query_string": query.encode(),
            "headers": list(headers),
        }
        self.task = asyncio.create_task(stream.live_stream(scope, self.receive, self.sent.put))

    async def receive(self) -> dict[str, str]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def next(self) -> Any:
        return await asyncio.wait_for(self.sent.get(), 5)

    async def text(self) -> str:
        return str((await self.next())["body"].decode())


def token_of(table: Table) -> str:
    """The permission of whoever keeps that table."""
    return stream_token(table.pk, table.seats.get(role=Seat.Role.KEEPER).person_id)


def in_a_loop(test: Any) -> None:
    """Run a coroutine with the hub open on its loop, in a thread that has no other loop."""

    async def run() -> None:
        hub.open(asyncio.get_running_loop())
        await test()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, run()).result()


@pytest.mark.parametrize("token", ["", "nonsense", None])
def test_without_the_tables_own_token_there_is_nothing(token: str | None) -> None:
    if token is None:
        token = stream_token(uuid.UUID(int=1), uuid.UUID(int=2))

    async def test() -> None:
        listener = Listener("/live/tables/22222222-2222-2222-2222-222222222222/", f"token={token}")
        assert (await listener.next())["status"] == 404

    in_a_loop(test)


def test_only_get_is_answered() -> None:
    async def test() -> None:
        assert (await Listener("/live/tables/x/", method="POST").next())["status"] == 405

    in_a_loop(test)


@pytest.mark.django_db(transaction=True)
def test_a_listener_hears_each_move_and_resumes_where_it_was(table: Table) -> None:
    path, token = f"/live/tables/{table.pk}/", token_of(table)
    Table.objects.filter(pk=table.pk).update(version=3)

    async def test() -> None:
        fresh = Listener(path, f"token={token}&seen=3")
        behind = Listener(path, f"token={token}&seen=0", [(b"last-event-id", b"1")])
        for listener in (fresh, behind):
            start = await listener.next()
            assert start["status"] == 200
            assert (b"cache-control", b"no-store") in start["headers"]
            assert (await listener.text()).startswith("retry: ")
        assert await behind.text() == "id: 3\ndata: 3\n\n"
        hub.poke(str(table.pk), 4)
        assert await fresh.text() == "id: 4\ndata: 4\n\n"
        assert await behind.text() == "id: 4\ndata: 4\n\n"
        hub.poke(str(table.pk), 4)
        fresh.gone.set()
        await asyncio.wait_for(fresh.task, 5)
        hub.close()
        await asyncio.wait_for(behind.task, 5)
        assert not hub.topics

    in_a_loop(test)


@pytest.mark.django_db(transaction=True)
def test_a_write_of_another_process_is_seen_by_looking(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "LOOK_SECONDS", 0.05)
    query = f"token={token_of(table)}&seen=0"

    def write() -> None:
        Table.objects.filter(pk=table.pk).update(version=9)
        connection.close()

    async def test() -> None:
        look = asyncio.create_task(stream._look_now_and_then())
        listener = Listener(f"/live/tables/{table.pk}/", query)
        await listener.next()
        await listener.text()
        await asyncio.to_thread(write)
        assert await listener.text() == "id: 9\ndata: 9\n\n"
        look.cancel()
        listener.gone.set()
        await asyncio.wait_for(listener.task, 5)

    in_a_loop(test)


def test_nobody_has_all_the_places() -> None:
    eight = Places(8)
    with eight.take("192.168.1.7", "ana"), eight.take("192.168.1.7", "luis"):
        with pytest.raises(NoPlace):
            eight.take("192.168.1.7", "eva")
        with eight.take("192.168.1.8", "eva"):
            assert eight.taken["all"] == 3
    with eight.take("2001:db8::1", ""), eight.take("2001:db8::2", ""):
        with pytest.raises(NoPlace):
            eight.take("2001:db8::3", "")  # one household has as many addresses as it likes
        with eight.take("2001:db8:0:1::3", ""):
            pass
    assert not eight.taken


def test_one_person_has_so_many_streams_wherever_they_are() -> None:
    many = Places(4000)
    for number in range(30):
        many.take(f"10.0.0.{number}", "ana")
    with pytest.raises(NoPlace, match="30 streams, person"):
        many.take("10.0.1.1", "ana")
    many.take("10.0.1.1", "luis")


@pytest.mark.django_db(transaction=True)
def test_a_stream_without_a_place_is_told_when_to_come_back(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "most", 4)  # one for each address
    query = f"token={token_of(table)}&seen=0"

    async def test() -> None:
        first = Listener(f"/live/tables/{table.pk}/", query)
        assert (await first.next())["status"] == 200
        refused = await Listener(f"/live/tables/{table.pk}/", query).next()
        assert refused["status"] == 503
        assert dict(refused["headers"])[b"retry-after"] == b"30"
        first.gone.set()
        await asyncio.wait_for(first.task, 5)
        again = Listener(f"/live/tables/{table.pk}/", query)
        assert (await again.next())["status"] == 200
        again.gone.set()
        await asyncio.wait_for(again.task, 5)

    in_a_loop(test)


def test_a_tap_has_its_turn_while_many_streams_are_woken() -> None:
    crowd = Hub()
    order: list[str] = []

    async def test() -> None:
        crowd.open(asyncio.get_running_loop())

        async def watch() -> None:
            with crowd.listening("table", 0) as (_topic, woken):
                await woken.wait()
                order.append("stream")

        async def tap() -> None:
            for _hop in range(3):
                await asyncio.sleep(0)
            order.append("tap")

        watching = [asyncio.create_task(watch()) for _ in range(20 * AT_ONCE)]
        await asyncio.sleep(0)
        crowd.poke("table", 1)
        await asyncio.gather(tap(), *watching)

    in_a_loop(test)
    assert order.index("tap") < 5 * AT_ONCE


def test_streams_that_open_together_are_one_question(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[versions.Watcher]] = []

    def read(watchers: list[versions.Watcher]) -> dict[versions.Watcher, int]:
        asked.append(sorted(watchers))
        return {("a", "ana"): 1, ("b", "ana"): 2}

    monkeypatch.setattr(versions, "watched_versions", read)

    async def test() -> None:
        together = (versions.version_for(table, "ana") for table in "abcab")
        assert await asyncio.gather(*together) == [1, 2, None, 1, 2]

    in_a_loop(test)
    assert asked == [[("a", "ana"), ("b", "ana"), ("c", "ana")]]


@pytest.fixture
def luis(table: Table) -> Seat:
    person = Person.objects.create_guest(name="Luis")
    return seats.seat_take(table=table, person=person, name="Luis", player="Luis")


def written(work: Any) -> None:
    """Do it in this helper thread, and let its connection go."""
    try:
        work()
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_the_stream_of_a_removed_seat_ends_at_once_and_the_others_go_on(
    table: Table, luis: Seat
) -> None:
    path = f"/live/tables/{table.pk}/"
    token, other = stream_token(table.pk, luis.person_id), token_of(table)

    async def test() -> None:
        removed, stays = (Listener(path, f"token={secret}&seen=0") for secret in (token, other))
        for listener in (removed, stays):
            assert (await listener.next())["status"] == 200
            await listener.text()
        await asyncio.to_thread(written, lambda: seats.seat_remove(seat=luis))
        assert (await removed.next())["more_body"] is False
        await asyncio.wait_for(removed.task, 5)
        assert (await Listener(path, f"token={token}&seen=0").next())["status"] == 404
        assert await stays.text() == "event: seats\ndata: 0\n\n"
        hub.poke(str(table.pk), 1)
        assert await stays.text() == "id: 1\ndata: 1\n\n"
        stays.gone.set()
        await asyncio.wait_for(stays.task, 5)

    in_a_loop(test)


@pytest.mark.django_db(transaction=True)
def test_a_right_that_goes_while_a_stream_opens_is_noticed(
    table: Table, luis: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the read of the right and the first wait nobody can wake the stream."""
    real, is_removed = versions.watched_versions, []

    def read(watchers: list[versions.Watcher]) -> dict[versions.Watcher, int]:
        known = real(watchers)
        if not is_removed:
            is_removed.append(True)
            written(lambda: seats.seat_remove(seat=luis))
        return known

    monkeypatch.setattr(versions, "watched_versions", read)
    query = f"token={stream_token(table.pk, luis.person_id)}&seen=0"

    async def test() -> None:
        listener = Listener(f"/live/tables/{table.pk}/", query)
        assert (await listener.next())["status"] == 200
        await listener.text()
        assert (await listener.next())["more_body"] is False

    in_a_loop(test)


@pytest.mark.django_db(transaction=True)
def test_a_removal_nobody_told_us_of_is_found_soon(
    table: Table, luis: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr(stream, "PING_SECONDS", 0.1)
    query = f"token={stream_token(table.pk, luis.person_id)}&seen=0"

    async def test() -> None:
        listener = Listener(f"/live/tables/{table.pk}/", query)
        assert (await listener.next())["status"] == 200
        await asyncio.to_thread(written, lambda: Seat.objects.filter(pk=luis.pk).delete())
        while (await listener.next())["more_body"]:
            pass

    in_a_loop(test)


@pytest.mark.django_db(transaction=True)
def test_a_quiet_stream_says_by_an_event_that_it_is_there(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page sees no comments. It is no version, and no line for those who look for one."""
    monkeypatch.setattr(stream, "PING_SECONDS", 0.05)
    query = f"token={token_of(table)}&seen=0"

    async def test() -> None:
        listener = Listener(f"/live/tables/{table.pk}/", query)
        assert (await listener.next())["status"] == 200
        assert (await listener.text()).startswith("retry: ")
        for _ in range(3):
            assert await listener.text() == "event: ping\ndata:\n\n"

    in_a_loop(test)


@pytest.mark.django_db(transaction=True)
def test_a_binned_table_has_no_stream(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(binned_at=timezone.now())
    query = f"token={token_of(table)}&seen=0"

    async def test() -> None:
        listener = Listener(f"/live/tables/{table.pk}/", query)
        assert (await listener.next())["status"] == 404

    in_a_loop(test)


def test_a_poke_without_a_server_is_harmless() -> None:
    lonely = Hub()
    lonely.poke("table", 1)
    lonely.close()
    assert not lonely.topics
