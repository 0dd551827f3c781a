"""Keeping a site that runs on PostgreSQL and Redis: its own tools, and the way there."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from tests.keeping.kit import manage
from tests.services.processes import environment
from tests.site import ROOT

pytestmark = pytest.mark.services
FURNISH = "from tests.keeping.kit import furnish; furnish()"
PRINT_ALL = (
    "from tests.keeping.kit import everything; import hashlib, json; told = everything(); "
    "told.pop('keeping.Mark'); text = json.dumps(told, sort_keys=True, default=str); "
    "print(hashlib.sha256(text.encode()).hexdigest())"
)


@pytest.fixture
def new_database(postgres_url: str, tmp_path: Path) -> Callable[[str], str]:
    def make(name: str) -> str:
        name = f"{tmp_path.parent.name}_{tmp_path.name}_{name}".replace("-", "_").lower()[-60:]
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}"')
            connection.execute(f'CREATE DATABASE "{name}"')
        return postgres_url.rsplit("/", 1)[0] + f"/{name}"

    return make


def told(data: Path, **environment: str) -> str:
    """A fingerprint of every row."""
    done = manage("shell", "--no-imports", "-c", PRINT_ALL, data=data, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip().splitlines()[-1]


def done_well(*arguments: str, data: Path, **environment: str) -> str:
    done = manage(*arguments, data=data, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def the_backup(data: Path, reason: str) -> str:
    (path,) = (data / "backups").glob(f"*-{reason}.zip")
    return str(path)


def test_postgresql_is_kept_with_its_own_tools(
    new_database: Callable[[str], str], tmp_path: Path
) -> None:
    here, there = {"DATABASE_URL": new_database("a")}, {"DATABASE_URL": new_database("b")}
    data, other = tmp_path / "a", tmp_path / "b"
    done_well("migrate", "--verbosity", "0", data=data, **here)
    assert not (data / "backups").exists()
    done_well("shell", "--no-imports", "-c", FURNISH, data=data, **here)
    done_well("backup", data=data, **here)
    done_well("restore", the_backup(data, "asked"), data=other, **there)
    assert told(other, **there) == told(data, **here)
    assert "0 broken, 0 different" in done_well("verify", data=other, **there)
    assert (other / "secret_key").read_text() == (data / "secret_key").read_text()
    assert len(list((other / "files" / "prints").iterdir())) == 1
    # Once more onto what is there: it is backed up before, and nothing is left of it.
    done_well("shell", "--no-imports", "-c", FURNISH, data=other, **there)
    done_well("restore", the_backup(data, "asked"), data=other, **there)
    assert told(other, **there) == told(data, **here)
    assert "2 tables" in done_well("verify", the_backup(other, "restore"), data=other, **there)


def test_a_postgresql_that_is_used_is_not_restored_under_its_users(
    new_database: Callable[[str], str], tmp_path: Path
) -> None:
    url = new_database("c")
    done_well("migrate", "--verbosity", "0", data=tmp_path, DATABASE_URL=url)
    done_well("backup", data=tmp_path, DATABASE_URL=url)
    with psycopg.connect(url):
        done = manage("restore", the_backup(tmp_path, "asked"), data=tmp_path, DATABASE_URL=url)
    assert done.returncode == 1
    assert "Stop the site" in done.stderr


def test_from_the_laptop_to_the_server(new_database: Callable[[str], str], tmp_path: Path) -> None:
    """The backup of the SQLite file is brought back into PostgreSQL, row by row."""
    laptop, server = tmp_path / "laptop", tmp_path / "server"
    url = {"DATABASE_URL": new_database("d")}
    done_well("migrate", "--verbosity", "0", data=laptop)
    done_well("shell", "--no-imports", "-c", FURNISH, data=laptop)
    done_well("backup", data=laptop)
    said = done_well("restore", the_backup(laptop, "asked"), data=server, **url)
    assert "1 tables, 1 campaigns, 1 people" in said
    assert told(server, **url) == told(laptop)
    assert "0 broken, 0 different" in done_well("verify", data=server, **url)
    done_well("shell", "--no-imports", "-c", FURNISH, data=server, **url)  # new numbers are free
    assert "2 tables with 18 entries" in done_well("verify", data=server, **url)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "command",
    [
        ("-W", "ignore", "-m", "celery", "--quiet", "--app", "config", "worker", "--pool", "solo"),
        ("-m", "uvicorn", "config.asgi:application", "--port", "0"),
    ],
    ids=["worker", "uvicorn"],
)
def test_workers_and_servers_stop_before_a_newer_database(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    from django.db.migrations.recorder import MigrationRecorder

    newer = MigrationRecorder.Migration.objects.create(app="companion", name="9999_the_future")
    try:
        done = subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            env=environment(),
            capture_output=True,
            text=True,
            timeout=60,
        )
    finally:
        newer.delete()
    assert done.returncode != 0
    assert "made by a newer Safehouse (it has companion.9999_the_future)" in done.stderr
    assert "Traceback" not in done.stderr
