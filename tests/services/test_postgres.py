"""The whole site on PostgreSQL with Redis: it starts, migrates, answers, and is healthy."""

import json
import urllib.request
from pathlib import Path

import pytest

from tests.site import Site

pytestmark = pytest.mark.services


def test_the_same_code_serves_from_postgresql_and_redis(
    empty_database: str, redis_url: str, tmp_path: Path
) -> None:
    with Site(tmp_path, DATABASE_URL=empty_database, REDIS_URL=redis_url) as site:
        health = json.load(urllib.request.urlopen(f"{site.url}/healthz"))
        page = urllib.request.urlopen(f"{site.url}/").read().decode()
    checks = ("database", "migrations", "writes", "disk", "worker", "broker")
    assert health == {"status": "ok", "checks": dict.fromkeys(checks, True)}
    assert "<h1" in page
    assert not (tmp_path / "safehouse.sqlite3").exists()
