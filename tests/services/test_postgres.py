"""The whole site on PostgreSQL with Redis: it starts, migrates, answers, and is healthy."""

import json
import urllib.request
from pathlib import Path

import psycopg
import pytest

from tests.site import Site

pytestmark = pytest.mark.services


@pytest.fixture
def empty_database(postgres_url: str, tmp_path: Path) -> str:
    name = f"fresh_{tmp_path.parent.name.replace('-', '_')}_{tmp_path.name}"[:60].lower()
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}"')
        connection.execute(f'CREATE DATABASE "{name}"')
    return postgres_url.rsplit("/", 1)[0] + f"/{name}"


def test_the_same_code_serves_from_postgresql_and_redis(
    empty_database: str, redis_url: str, tmp_path: Path
) -> None:
    with Site(tmp_path, DATABASE_URL=empty_database, REDIS_URL=redis_url) as site:
        health = json.load(urllib.request.urlopen(f"{site.url}/healthz"))
        page = urllib.request.urlopen(f"{site.url}/").read().decode()
    assert health == {
        "status": "ok",
        "checks": {"database": True, "migrations": True, "broker": True},
    }
    assert "<h1" in page
    assert not (tmp_path / "safehouse.sqlite3").exists()
