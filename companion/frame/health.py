"""Is the house standing? Database, migrations, broker."""

import logging

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

log = logging.getLogger("safehouse.health")


def _database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def _migrations() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _broker() -> bool:
    import redis

    with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2) as client:
        return bool(client.ping())


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 when all is well, 503 otherwise, with the name of what is not."""
    checks = {"database": _database, "migrations": _migrations}
    if settings.REDIS_URL:
        checks["broker"] = _broker
    results: dict[str, bool] = {}
    for name, check in checks.items():
        try:
            results[name] = check()
        except Exception as error:  # any failure is the answer
            log.error("health check failed", extra={"check": name, "error": repr(error)})
            results[name] = False
    healthy = all(results.values())
    return JsonResponse(
        {"status": "ok" if healthy else "failing", "checks": results},
        status=200 if healthy else 503,
    )
