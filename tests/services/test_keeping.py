"""Keeping a site that runs on PostgreSQL and Redis: its own tools, and the way there."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from tests.keeping.kit import manage
from tests.services.processes import environment
from tests.site import ROOT, Site, begin

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


class House(Site):
    """A site nobody serves: its commands, and scripts among its rows."""

    def __init__(self, data: Path, **environment: str) -> None:
        super().__init__(data, is_first_start=True, **environment)
        self.own = environment

    def done_well(self, *arguments: str) -> str:
        done = manage(*arguments, data=self.data, **self.own)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def told(self) -> str:
        """A fingerprint of every row."""
        return self.run(PRINT_ALL)

    def the_backup(self, reason: str) -> str:
        (path,) = (self.data / "backups").glob(f"*-{reason}.zip")
        return str(path)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Callable[..., House]]:
    with ExitStack() as stack:

        def make(name: str, **environment: str) -> House:
            made = House(tmp_path / name, **environment)
            stack.push(made.__exit__)
            return made

        yield make


def test_postgresql_is_kept_with_its_own_tools(
    new_database: Callable[[str], str], house: Callable[..., House]
) -> None:
    here, there = (house(name, DATABASE_URL=new_database(name)) for name in ("a", "b"))
    here.done_well("migrate", "--verbosity", "0")
    assert not (here.data / "backups").exists()
    here.run(FURNISH)
    here.done_well("backup")
    there.done_well("restore", here.the_backup("asked"))
    assert there.told() == here.told()
    assert "0 broken, 0 different" in there.done_well("verify")
    assert (there.data / "secret_key").read_text() == (here.data / "secret_key").read_text()
    assert len(list((there.data / "files" / "prints").iterdir())) == 1
    # Once more onto what is there: it is backed up before, and nothing is left of it.
    there.run(FURNISH)
    there.done_well("restore", here.the_backup("asked"))
    assert there.told() == here.told()
    assert "2 tables" in there.done_well("verify", there.the_backup("restore"))


def test_a_postgresql_that_is_used_is_not_restored_under_its_users(
    new_database: Callable[[str], str], house: Callable[..., House]
) -> None:
    url = new_database("c")
    used = house("c", DATABASE_URL=url)
    used.done_well("migrate", "--verbosity", "0")
    used.done_well("backup")
    with psycopg.connect(url):
        done = manage("restore", used.the_backup("asked"), data=used.data, **used.own)
    assert done.returncode == 1
    assert "Stop the site" in done.stderr


def test_from_the_laptop_to_the_server(
    new_database: Callable[[str], str], house: Callable[..., House]
) -> None:
    """The backup of the SQLite file is brought back into PostgreSQL, row by row."""
    laptop, server = house("laptop"), house("server", DATABASE_URL=new_database("d"))
    begin(laptop.data)
    laptop.run(FURNISH)
    laptop.done_well("backup")
    said = server.done_well("restore", laptop.the_backup("asked"))
    assert "1 tables, 1 campaigns, 1 people" in said
    assert server.told() == laptop.told()
    assert "0 broken, 0 different" in server.done_well("verify")
    server.run(FURNISH)  # new numbers are free
    assert "2 tables with 18 entries" in server.done_well("verify")


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
