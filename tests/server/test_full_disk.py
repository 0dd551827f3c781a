"""A disk without room: said kindly, nothing half written, and all goes on when there is room."""

import resource
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from celery import Celery
from django.db import connection
from django.test import Client
from django.urls import reverse
from kombu.transport.filesystem import exchange_queue_t

from companion.models import Table
from companion.people.models import Person
from config import broker
from config.broker import Channel
from config.celery import app


@pytest.mark.django_db
def test_a_database_that_takes_no_writes_is_503_for_pages_phones_and_programs(
    table: Table, guest: Person, as_person: Callable[[Person], Client]
) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("inside the transaction of a test PostgreSQL cannot change its mind")
    client = as_person(guest)
    body = {
        "with": '{"kind":"points.award","survivor":"wanda","amount":1}',
        "id": "tap-00000001",
        "seen": "0",
    }
    url = reverse("companion:command", args=[table.pk])
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = 1")
    try:
        page = client.post(url, body, HTTP_ACCEPT_LANGUAGE="es")
        fragment = client.post(url, body, HTTP_HX_REQUEST="true", HTTP_ACCEPT_LANGUAGE="es")
        program = client.post(
            "/api/v1/tables/",
            {"game": "zombicide-2e", "survivors": [{"survivor": "wanda"}]},
            content_type="application/json",
            HTTP_ACCEPT_LANGUAGE="es",
        )
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = 0")
    for answer in (page, fragment, program):
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
        assert "inténtalo otra vez" in answer.content.decode()
    assert b"<html" in page.content
    assert b"<html" not in fragment.content
    assert program.json()["code"] == "http.503"
    assert client.post(url, body).status_code == 302


# --- the file broker ---


@pytest.fixture
def channel(tmp_path: Path) -> Iterator[Channel]:
    folders = {
        "data_folder_in": str(tmp_path / "queue"),
        "data_folder_out": str(tmp_path / "queue"),
        "control_folder": str(tmp_path / "control"),
    }
    with Celery(broker="filesystem://").connection(transport_options=folders) as connection:
        yield connection.channel()


def test_a_worker_waits_for_messages_only_until_it_can_hear_that_it_is_to_stop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(broker, "WAIT_SECONDS", 0)
    with app.connection() as connection:
        connection.channel()
        with pytest.raises(TimeoutError):
            connection.drain_events(timeout=3600)


def test_the_site_uses_a_broker_that_survives_a_full_disk() -> None:
    with app.connection() as connection:
        assert isinstance(connection.channel(), Channel)


def test_what_a_full_disk_left_behind_is_dropped(
    channel: Channel, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    channel._queue_bind("celery", "celery", "", "celery")
    channel._put("celery", {"number": 1})
    channel._put("elsewhere.celery", {"number": 9})
    for name, text in (("0_a", ""), ("0_b", '{"body": "W1')):
        (tmp_path / "queue" / f"{name}.celery.msg").write_text(text)
    assert channel._get("celery") == {"number": 1}
    assert caplog.text.count("message dropped") == 2
    assert channel._size("celery") == 0
    for file in (tmp_path / "control").iterdir():
        file.write_text("")
    assert channel.get_table("celery") == []
    channel._queue_bind("celery", "celery", "", "celery")
    channel._queue_bind("celery", "celery", "", "celery")
    assert channel.get_table("celery") == [exchange_queue_t("celery", "", "celery")]


def test_a_message_is_whole_or_not_there(channel: Channel, tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, hard))
    try:
        with pytest.raises(OSError, match="File too large"):
            channel._put("celery", {"much": "x" * 200})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert list((tmp_path / "queue").iterdir()) == []
    channel._put("celery", {"number": 1})
    assert channel._get("celery") == {"number": 1}
