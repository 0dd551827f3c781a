"""A check for a database newer than this code, which the code must not touch."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from django.apps import apps
from django.db import OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder


class NewerDatabase(Exception):
    """The database was written by a newer Safehouse; the message says what to do."""


def unknown_here(migrations: Mapping[str, Sequence[str]]) -> list[str]:
    """Return those migrations, as `app.name`, that this code does not have.

    A package of others may drop old migrations of its own; ours never do. An app this code does not
    know at all is one that came later.
    """
    loader = MigrationLoader(None)
    known = set(loader.disk_migrations)
    for migration in loader.disk_migrations.values():
        known |= set(migration.replaces)
    return [
        f"{app}.{name}"
        for app, names in migrations.items()
        if _is_ours(app)
        for name in names
        if (app, name) not in known
    ]


def _is_ours(label: str) -> bool:
    config = apps.app_configs.get(label)
    venv = Path(sys.prefix)
    return config is None or not Path(config.path).is_relative_to(venv)


def refuse_newer_database() -> None:
    """Raise `NewerDatabase` if the database of this site is newer than this code."""
    applied: dict[str, list[str]] = {}
    for app, name in MigrationRecorder(connection).applied_migrations():
        applied.setdefault(app, []).append(name)
    if newer := unknown_here(applied):
        raise NewerDatabase(
            f"This database was made by a newer Safehouse (it has {', '.join(newer)}). "
            "Update the code, or bring back a backup with `manage.py restore`. "
            "Nothing has been touched."
        )


def stop_if_database_is_newer() -> None:
    """End the process, with the reason, if the database is newer.

    For what is no command; a command uses `refuse_newer_database`.
    """
    try:
        refuse_newer_database()
    except NewerDatabase as error:
        raise SystemExit(f"Error: {error}") from error
    except OperationalError:
        pass  # the database is not there yet; it may come
    finally:
        connection.close()
