"""Health checks: database and broker here; other rooms register what they know.

Strangers may ask, so the answer names the checks and nothing more, and a second question within a
moment gets the first answer.
"""

import logging
import threading
import time
from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion.frame.away import Asker, open_redis

log = logging.getLogger("safehouse.health")
Check = Callable[[], bool]
HOLDS_SECONDS = 1.0
MIGRATIONS_HOLD_SECONDS = 60.0
BROKER_SECONDS = 2.0


class CachedAnswer:
    """An answer that holds for `seconds`; those who ask meanwhile wait for it or get it."""

    def __init__(self, ask: Callable[[], dict[str, bool]], seconds: float) -> None:
        self.ask, self.seconds = ask, seconds
        self._lock = threading.Lock()
        self._answer: dict[str, bool] = {}
        self._asked_at = float("-inf")

    def __call__(self) -> dict[str, bool]:
        with self._lock:
            if time.monotonic() - self._asked_at > self.seconds:
                self._answer, self._asked_at = self.ask(), time.monotonic()
            return self._answer

    def forget(self) -> None:
        self._asked_at = float("-inf")


def _database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def _migrated() -> dict[str, bool]:
    executor = MigrationExecutor(connection)
    return {"migrations": not executor.migration_plan(executor.loader.graph.leaf_nodes())}


migrated = CachedAnswer(_migrated, MIGRATIONS_HOLD_SECONDS)


_broker_asker = Asker("broker", BROKER_SECONDS)


def _broker() -> bool:
    def ping() -> bool:
        with open_redis(settings.REDIS_URL, BROKER_SECONDS) as client:
            return bool(client.ping())

    return _broker_asker.ask(ping)


_checks: dict[str, Check] = {
    "database": _database,
    "migrations": lambda: migrated()["migrations"],
}


_advice: list[Callable[[], str]] = []


def advise(advice: Callable[[], str]) -> None:
    """Register `advice()`: a text for the terminal when the site starts, or an empty one."""
    _advice.append(advice)


def advices() -> list[str]:
    """Return all advice; a database or disk that fails now must not keep the site shut."""
    try:
        return [text for advice in _advice if (text := advice())]
    except (DatabaseError, OSError) as error:
        log.warning("nothing advised", extra={"error": repr(error)})
        return []


def register(name: str, check: Check) -> None:
    """Register `check()`: it is False, or raises, when that part of the house is down."""
    _checks[name] = check


def _look() -> dict[str, bool]:
    results: dict[str, bool] = {}
    checks = _checks | ({"broker": _broker} if settings.REDIS_URL else {})
    for name, check in checks.items():
        try:
            results[name] = check()
        except Exception as error:  # any failure is the answer
            log.error("health check failed", extra={"check": name, "error": repr(error)})
            results[name] = False
    return results


results = CachedAnswer(_look, HOLDS_SECONDS)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 200 when all is well, 503 otherwise, with the name of what is not."""
    checks = results()
    healthy = all(checks.values())
    return JsonResponse(
        {"status": "ok" if healthy else "failing", "checks": checks},
        status=200 if healthy else 503,
    )
