"""What many tests need: people, a table, and the addresses of real services."""

import copy
import gc
import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
import redis
from django.conf import settings as site
from django.test import Client, override_settings
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from playwright.sync_api import Playwright, sync_playwright

from campaigns.keeping.bans import ShutOut, bans
from companion import services
from companion.frame import counting, health
from companion.models import Seat, Table
from companion.outside.joining import refused
from companion.people.identity import GUEST_COOKIE
from companion.people.models import Person
from rules import Survivor
from tests.client import Browser

# A tenth of the processor time of small tests went into looking for garbage among the modules,
# games and tests that stay until the end: those are set aside, as on a server.
gc.disable()


def pytest_configure(config: pytest.Config) -> None:
    """Stop where translations or a game from outside are missing: tests would miss them."""
    texts = (config.rootpath / "locale").glob("*/LC_MESSAGES/*.po")
    if not all(path.with_suffix(".mo").exists() for path in texts):
        pytest.exit("Translations are not compiled: run `make compile`.", returncode=1)
    for game in refused:
        pytest.exit(f"game left out: {game.package} ({game.where}): {game.why}", returncode=1)


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


PASSWORD = "a-long-enough-pass"

# `make test` generates the same cases everywhere, so that red means a change; `make soak` looks
# for new ones. How long a case takes says more of the machine than of us.
hypothesis_settings.register_profile(
    "house",
    derandomize="SOAK" not in os.environ,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
hypothesis_settings.load_profile("house")


@pytest.fixture(autouse=True, scope="session")
def _quick_settings() -> Iterator[None]:
    """Templates are compiled once, as on a server; what `DEBUG` is for, that a changed template is
    seen, no test needs. Nor does any need passwords that are slow to guess."""
    templates = copy.deepcopy(site.TEMPLATES)
    templates[0]["OPTIONS"]["loaders"] = [
        ("companion.frame.squeeze.CachedLoader", site.TEMPLATE_LOADERS)
    ]
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(TEMPLATES=templates, PASSWORD_HASHERS=hashers):
        yield


@pytest.fixture(autouse=True)
def _nothing_left_over() -> Iterator[None]:
    """One test's attempts, bans and language are not another's. A page's language stays with its
    thread; a server's next page chooses its own. Bans are looked up every ten seconds; a test that
    counts queries must not meet that one."""
    bans._read_at = float("inf")
    yield
    with suppress(redis.RedisError):  # a test may have named one that is not there
        counting.counts().clear()
    health.results.forget()
    translation.deactivate()
    bans._known, bans._read_at = ShutOut(frozenset(), frozenset()), float("inf")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives Chromium; a process can have it only once.

    From its first call on a loop seems to run, and Django refuses the database. pytest-django puts
    tests with a database before all others, so keep that order: no test without one may ask for
    both, and files are handed out as they were collected (`--no-loadscope-reorder`).
    """
    with sync_playwright() as running:
        yield running


@pytest.fixture
def guest(db: None) -> Person:
    return Person.objects.create_guest(name="Marta")


@pytest.fixture
def account(db: None) -> Person:
    person = Person(name="Luis", email="luis@example.org")
    person.set_password(PASSWORD)
    person.save()
    return person


@pytest.fixture
def table(guest: Person) -> Table:
    """A table that Marta keeps, with Wanda and Ned at it."""
    return open_table(guest)


@pytest.fixture
def seat(table: Table) -> Seat:
    return table.seats.get()


def open_table(keeper: Person, *names: str) -> Table:
    survivors = [
        (name.lower(), Survivor(name=name, player=player))
        for name, player in zip(names or ("Wanda", "Ned"), ("Marta", "Luis") * 6, strict=False)
    ]
    return services.table_open(person=keeper, game="zombicide-2e", survivors=survivors)


@pytest.fixture
def as_person() -> Callable[[Person], Client]:
    """A browser of that person: signed in a moment ago, with all that was asked for, or a guest
    with their cookie."""

    def browser(person: Person) -> Client:
        client = Browser()
        if person.has_account:
            client.force_login(person, backend="companion.people.backends.AccountBackend")
            session = client.session
            session["shown_at"] = int(time.time())
            session["second_step_passed"] = True
            session.save()
        else:
            from django.core import signing

            client.cookies[GUEST_COOKIE] = signing.dumps(str(person.pk), salt="safehouse.guest")
        return client

    return browser


def service_url(name: str) -> str:
    """The address of a service that `make test` started."""
    url = os.environ.get(name)
    if not url:
        pytest.skip(f"{name} is not set: `make test` starts the services")
    return url


@pytest.fixture
def redis_url() -> str:
    return service_url("TEST_REDIS_URL")


@pytest.fixture
def postgres_url() -> str:
    return service_url("TEST_POSTGRES_URL")
