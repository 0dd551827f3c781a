"""What the tests of real workers share."""

from pathlib import Path

import psycopg
import pytest

from tests.nest import nest
from tests.services.test_cut import Cut


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What was begun first is looked at last."""
    items.sort(key=_looks_at_a_cut)


def _looks_at_a_cut(item: pytest.Item) -> bool:
    return item.path.name == "test_cut.py"


@pytest.fixture(scope="session", autouse=True)
def cuts(request: pytest.FixtureRequest) -> dict[tuple[float, str], Cut]:
    """The evenings of `test_cut.py`, if any is asked for: they go on beside the other tests."""
    asked = [item for item in request.session.items if _looks_at_a_cut(item)]
    params = [item.callspec.params for item in asked]  # type: ignore[attr-defined]
    kinds = [(param["seconds"], param["host"]) for param in params]
    running = {kind: Cut(*kind) for kind in kinds}
    if running:
        nest()  # here, not in several threads at once
    for cut in running.values():
        cut.start()
    return running


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
