"""From the SQLite file of a laptop into the PostgreSQL of a server, row by row."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, connection, connections, models, transaction

from campaigns.keeping.backups.databases import Postgres

LAPTOP = "laptop"
# Made by `migrate` itself, with keys of its own; nothing of ours refers to them.
MADE_ANEW = ("contenttypes", "auth")


def move_rows(dump: Path) -> None:
    """Fill this database with every row of an SQLite dump: all of it or nothing."""
    with _reading(dump):
        # The dump may be older than this code, the rows that are copied may not.
        call_command("migrate", database=LAPTOP, interactive=False, verbosity=0)
        Postgres(connection.settings_dict).refuse_company()
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public;")
            call_command("migrate", interactive=False, verbosity=0, backup=False)
            moved = [model for model in apps.get_models() if _is_moved(model)]
            for model in moved:
                _copy(model)
            _continue_counting(moved)


@contextmanager
def _reading(dump: Path) -> Iterator[None]:
    connections.databases[LAPTOP] = {
        **connections.databases[DEFAULT_DB_ALIAS],
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(dump),
        "OPTIONS": {},
        "CONN_HEALTH_CHECKS": False,
    }
    try:
        yield
    finally:
        connections[LAPTOP].close()
        del connections[LAPTOP], connections.databases[LAPTOP]


def _is_moved(model: type[models.Model]) -> bool:
    return model._meta.managed and model._meta.app_label not in MADE_ANEW


def _copy(model: type[models.Model]) -> None:
    """Keys, dates and all stay what they were, as with a fixture that is loaded."""
    rows: Any = model._base_manager.using(LAPTOP)
    for row in rows.order_by("pk").iterator(chunk_size=500):
        row.save_base(raw=True, using=DEFAULT_DB_ALIAS, force_insert=True)


def _continue_counting(moved: list[type[models.Model]]) -> None:
    """New rows get numbers above the old ones."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), moved):
            cursor.execute(statement)
