"""Live updates between two server processes, through a real Redis."""

import http.client
import socket
import threading
import time
import uuid
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import redis
from django.conf import settings as django_settings

from companion import services
from companion.live import announce
from companion.live.redis_bus import CHANNEL, Publisher
from companion.live.tokens import stream_token
from companion.models import Seat
from companion.people.models import Person
from companion.seats.services import seat_remove, seat_take
from rules.mechanics.danger import PointsAward
from tests.conftest import open_table
from tests.services.processes import process, wait_until
from tests.site import free_port

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def is_listening(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Phone(threading.Thread):
    """Follows the stream of a table on one server and notes what it hears, and when."""

    def __init__(self, url: str, seat: Seat) -> None:
        super().__init__(daemon=True)
        self.url, self.seat = urlsplit(url), seat
        self.heard: list[tuple[str, float]] = []
        self.is_connected = threading.Event()

    def run(self) -> None:
        connection = http.client.HTTPConnection(self.url.hostname or "", self.url.port, timeout=60)
        token = stream_token(self.seat.table_id, self.seat.person_id)
        connection.request("GET", f"/live/tables/{self.seat.table_id}/?token={token}&seen=0")
        response = connection.getresponse()
        for line in response:
            self.is_connected.set()
            if line.startswith(b"data: "):
                self.heard.append((line.decode().strip(), time.monotonic()))
                break
        connection.close()


def test_whatever_a_poke_fails_of_the_next_one_is_published(
    redis_url: str, settings: object
) -> None:
    publisher = Publisher()
    settings.REDIS_URL = "redis://no..name:1/0"  # type: ignore[attr-defined] # a UnicodeError
    publisher.publish("a-table", 1)
    wait_until(lambda: publisher.outage.is_on, 10)
    settings.REDIS_URL = redis_url  # type: ignore[attr-defined]
    with redis.Redis.from_url(redis_url).pubsub(ignore_subscribe_messages=True) as heard:
        heard.subscribe(CHANNEL)
        wait_until(lambda: is_told(publisher, heard), 10)


def is_told(publisher: Publisher, heard: redis.client.PubSub) -> bool:
    publisher.publish("a-table", 2)
    message = heard.get_message(timeout=0.5)
    return message is not None and message["data"] == b"a-table 2"


def test_a_tap_on_one_server_is_heard_on_the_other(
    redis_url: str, tmp_path: Path, settings: object
) -> None:
    seat = open_table(Person.objects.create_guest(name="Marta")).seats.get()
    port, log = free_port(), tmp_path / "uvicorn.log"
    command = ("-m", "uvicorn", "config.asgi:application", "--port", str(port), "--lifespan", "on")
    with process(*command, log=log, REDIS_URL=redis_url, ALLOWED_HOSTS="*"):
        phone = Phone(f"http://127.0.0.1:{port}", seat)
        wait_until(lambda: is_listening(port), 30, log)
        phone.start()
        assert phone.is_connected.wait(20), log.read_text()
        settings.REDIS_URL = redis_url  # type: ignore[attr-defined]
        assert redis_url == django_settings.REDIS_URL
        wait_until(lambda: _subscribers(redis_url) > 0, 20, log)
        started = time.monotonic()
        services.command_submit(
            table_id=seat.table_id,
            seat=seat,
            command=PointsAward(id=uuid.uuid4().hex, seen=0, survivor="ned", amount=1),
        )
        phone.join(20)
    (line, moment), *_ = phone.heard
    assert line == "data: 1"
    # Without the poke through Redis the other process would look only after ten seconds.
    assert moment - started < 8


def test_a_seat_removed_on_one_server_loses_its_stream_on_the_other(
    redis_url: str, tmp_path: Path, settings: object
) -> None:
    table = open_table(Person.objects.create_guest(name="Marta"))
    guest = Person.objects.create_guest(name="Luis")
    seat = seat_take(table=table, person=guest, name="Luis")
    port, log = free_port(), tmp_path / "uvicorn.log"
    command = ("-m", "uvicorn", "config.asgi:application", "--port", str(port), "--lifespan", "on")
    with process(*command, log=log, REDIS_URL=redis_url, ALLOWED_HOSTS="*"):
        phone = Phone(f"http://127.0.0.1:{port}", seat)
        wait_until(lambda: is_listening(port), 30, log)
        phone.start()
        assert phone.is_connected.wait(20), log.read_text()
        settings.REDIS_URL = redis_url  # type: ignore[attr-defined]
        wait_until(lambda: _subscribers(redis_url) > 0, 20, log)
        started = time.monotonic()
        seat_remove(seat=seat)
        phone.join(20)
        took = time.monotonic() - started
    assert not phone.is_alive()
    assert phone.heard == []
    # Without the poke the other process would ask again only after ten seconds.
    assert took < 8


def _subscribers(redis_url: str) -> int:
    with redis.Redis.from_url(redis_url) as client:
        ((_channel, count),) = client.pubsub_numsub(CHANNEL)
        return int(count)


def test_a_redis_that_is_away_does_not_lose_the_tap(
    settings: object, caplog: pytest.LogCaptureFixture
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"  # type: ignore[attr-defined]
    announce("some-table", 1)
    wait_until(lambda: "poke not published" in caplog.text, 20)
