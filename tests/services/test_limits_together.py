"""Every limit there is, tried on two processes that share database and Redis and nothing else."""

from collections.abc import Iterator

import pytest
from django.conf import settings

from companion.frame.counting import Window
from tests.services.attempts import ATTEMPTS, TOO_MANY
from tests.site import Site

pytestmark = pytest.mark.services
SCOPES = sorted(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"])
MOST = 2
HOUR = 3600


@pytest.fixture(scope="module")
def processes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Site]]:
    from tests.conftest import service_url

    redis = f"{service_url('TEST_REDIS_URL').rpartition('/')[0]}/10"
    first = Site(tmp_path_factory.mktemp("first"), REDIS_URL=redis)
    database = f"sqlite:///{first.data / 'safehouse.sqlite3'}"
    second = Site(
        tmp_path_factory.mktemp("second"),
        REDIS_URL=redis,
        DATABASE_URL=database,
        SECRET_KEY=(first.data / "secret_key").read_text(),
    )
    first.run("from tests.services import attempts; attempts.prepare()")
    yield [first, second]
    for site in (first, second):
        site.run("from companion.frame.counting import counts; counts().clear()")
        site.close()


def test_every_limit_is_tried() -> None:
    assert sorted(ATTEMPTS) == SCOPES


@pytest.mark.parametrize("scope", SCOPES)
def test_two_processes_count_together(processes: list[Site], scope: str) -> None:
    call = f"attempts.attempt({scope!r}, '{MOST}/hour')"
    script = f"from tests.services import attempts; print({call})"
    began = None
    while began != Window.now(HOUR).number:  # with a new hour all counts begin anew
        began = Window.now(HOUR).number
        processes[0].run("from companion.frame.counting import counts; counts().clear()")
        statuses = [int(processes[number % 2].run(script)) for number in range(MOST + 1)]
    assert TOO_MANY not in statuses[:MOST], statuses
    assert all(status < 500 for status in statuses)
    assert statuses[MOST] == TOO_MANY
