"""Keeping a site that runs on PostgreSQL and Redis: its own tools, and the way there."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.nest import run
from tests.services.processes import environment
from tests.site import Site

pytestmark = pytest.mark.services
FURNISH = "from tests.keeping.kit import furnish; furnish()"
PRINT_ALL = (
    "from tests.keeping.kit import everything; import hashlib, json; rows = everything(); "
    "rows.pop('keeping.Mark'); text = json.dumps(rows, sort_keys=True, default=str); "
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

    def told(self) -> str:
        """A fingerprint of every row."""
        return self.run(PRINT_ALL)

    def the_backup(self, reason: str) -> str:
        (path,) = (self.data / "backups").glob(f"*-{reason}.zip")
        return str(path)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Callable[..., House]]:
    with ExitStack() as stack:

        def make(name: str, **options: Any) -> House:
            return stack.enter_context(closing(House(tmp_path / name, **options)))

        yield make


def test_from_the_laptop_to_a_server_and_from_there_to_another(
    new_database: Callable[[str], str], house: Callable[..., House]
) -> None:
    """The backup of the SQLite file is brought back into PostgreSQL row by row; what PostgreSQL
    holds is kept with its own tools."""
    laptop = house("laptop", is_first_start=True)
    server, other = (house(name, DATABASE_URL=new_database(name)) for name in ("a", "b"))
    laptop.manage("migrate", "--verbosity", "0")
    assert not (laptop.data / "backups").exists(), "there was nothing to keep"
    laptop.run(FURNISH)
    laptop.manage("backup")
    said = server.manage("restore", laptop.the_backup("asked"))
    assert "1 tables, 1 campaigns, 1 people" in said
    assert server.told() == laptop.told()
    assert (server.data / "secret_key").read_text() == (laptop.data / "secret_key").read_text()
    server.run(FURNISH)  # new numbers are free
    verified = server.manage("verify")
    assert "2 tables with 18 entries" in verified
    assert "0 broken, 0 different" in verified

    server.manage("backup")
    other.manage("restore", server.the_backup("asked"))
    assert other.told() == server.told()
    assert "0 broken, 0 different" in other.manage("verify")
    assert len(list((other.data / "files" / "prints").iterdir())) == 2
    # Once more onto what is there: it is backed up before, and nothing is left of it.
    other.run(FURNISH)
    with (
        psycopg.connect(other.environment["DATABASE_URL"]),
        pytest.raises(AssertionError, match="Stop the site"),
    ):
        other.manage("restore", server.the_backup("asked"))
    for path in (other.data / "backups").iterdir():
        path.unlink()
    other.manage("restore", server.the_backup("asked"))
    assert other.told() == server.told()
    assert "3 tables" in other.manage("verify", other.the_backup("restore"))


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
        done = run(command, environment())
    finally:
        newer.delete()
    assert done.returncode != 0
    assert "made by a newer Safehouse (it has companion.9999_the_future)" in done.stderr
    assert "Traceback" not in done.stderr
