"""What the tests of real workers share."""

from pathlib import Path

import psycopg
import pytest


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """The file a slow print waits for."""
    return tmp_path / "gate"


@pytest.fixture
def empty_database(postgres_url: str, tmp_path: Path) -> str:
    """The address of a database of this test's own."""
    name = f"fresh_{tmp_path.parent.name.replace('-', '_')}_{tmp_path.name}"[:60].lower()
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}"')
        connection.execute(f'CREATE DATABASE "{name}"')
    return postgres_url.rsplit("/", 1)[0] + f"/{name}"
