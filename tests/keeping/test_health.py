"""`/healthz`: 503 when writing, the disk or the worker fails; cheap, and silent about why."""

import shutil
import sqlite3
import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from campaigns.keeping.services import write_probe
from campaigns.printing.models import PrintJob
from campaigns.printing.services import print_request
from companion.frame import health
from companion.people.models import Person

SQLITE = connection.vendor == "sqlite"


def failing(client: Client) -> list[str]:
    """The names of what fails, by a fresh look."""
    health.results.forget()
    response = client.get("/healthz")
    report = response.json()
    assert set(report) == {"status", "checks"}, "no word of why"
    down = [name for name, is_well in report["checks"].items() if not is_well]
    assert response.status_code == (503 if down else 200)
    return down


@pytest.mark.django_db
def test_a_full_disk(client: Client, settings: object) -> None:
    assert failing(client) == []
    free = shutil.disk_usage(settings.DATA_DIR).free  # type: ignore[attr-defined]
    settings.DISK_FREE_MB = 2 * free // 1_000_000  # type: ignore[attr-defined]
    assert failing(client) == ["disk"]


@pytest.mark.django_db
def test_a_job_that_nobody_takes_up(client: Client, guest: Person) -> None:
    job = print_request(person=guest, kind="table-card", content={"code": "A"}, language="es")
    assert failing(client) == [], "it has just been asked for"
    waited = timezone.now() - timedelta(minutes=2)
    PrintJob.objects.filter(pk=job.pk).update(queued_at=waited)
    assert failing(client) == ["worker"]
    PrintJob.objects.filter(pk=job.pk).update(state="running", heartbeat_at=waited)
    assert failing(client) == ["worker"]
    PrintJob.objects.filter(pk=job.pk).update(heartbeat_at=timezone.now())
    assert failing(client) == []


@pytest.mark.django_db(transaction=True)
def test_a_database_that_cannot_be_written(client: Client) -> None:
    assert failing(client) == []
    release, is_held = threading.Event(), threading.Event()

    def hold() -> None:
        """Another program that has begun to write and does not end."""
        if SQLITE:
            with sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None) as other:
                other.execute("BEGIN IMMEDIATE")
                is_held.set()
                release.wait(60)
                other.execute("ROLLBACK")
            other.close()
        else:
            with connection.cursor() as cursor:
                cursor.execute("BEGIN")
                cursor.execute("LOCK TABLE keeping_mark IN EXCLUSIVE MODE")
                is_held.set()
                release.wait(60)
                cursor.execute("ROLLBACK")
            connection.close()

    other = threading.Thread(target=hold)
    other.start()
    try:
        assert is_held.wait(10)
        assert failing(client) == ["writes"]
    finally:
        release.set()
        other.join()
    assert failing(client) == []


@pytest.mark.django_db
@pytest.mark.skipif(not SQLITE, reason="speaks of SQLite's own setting")
def test_the_usual_patience_comes_back() -> None:
    def patience() -> int:
        with connection.cursor() as cursor:
            return int(cursor.execute("PRAGMA busy_timeout").fetchone()[0])

    usual = patience()
    write_probe()
    assert patience() == usual == 20_000


@pytest.mark.django_db
def test_asking_often_costs_nothing(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    assert failing(client) == []
    with django_assert_num_queries(0):
        for _ in range(20):
            assert client.get("/healthz").status_code == 200
