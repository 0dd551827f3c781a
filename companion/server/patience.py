"""Timeouts of a web process for PostgreSQL: a tap is worth no longer wait than its phone has.

Only here: migrations, workers and copies of the database take as long as they take.
"""

from typing import Any

from django.db.backends.signals import connection_created

STATEMENT_SECONDS = 10
LOCK_SECONDS = 5
FORGOTTEN_SECONDS = 60
"""Timeout of idle transactions, which are assumed to belong to a process that has died."""


def be_patient() -> None:
    connection_created.connect(_limit, dispatch_uid="safehouse.patience")


def _limit(connection: Any, **kwargs: Any) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                f"SET statement_timeout = '{STATEMENT_SECONDS}s';"
                f"SET lock_timeout = '{LOCK_SECONDS}s';"
                f"SET idle_in_transaction_session_timeout = '{FORGOTTEN_SECONDS}s'"
            )
