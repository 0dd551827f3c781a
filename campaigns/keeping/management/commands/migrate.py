"""`manage.py migrate`, which first looks whether it may, and first makes a backup."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.core.management.commands.migrate import Command as Migrate
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.migrations.executor import MigrationExecutor

from campaigns.keeping.backups import shelf
from campaigns.keeping.backups.archive import BackupError
from campaigns.keeping.backups.databases import database
from campaigns.keeping.backups.services import backup_make, backups_rotate
from companion.frame.database_age import NewerDatabase, refuse_newer_database


class Command(Migrate):
    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--without-backup",
            action="store_false",
            dest="backup",
            help="Make no backup before the database is changed.",
        )

    def handle(self, *args: Any, backup: bool = True, **options: Any) -> Any:
        if options["database"] == DEFAULT_DB_ALIAS:
            try:
                refuse_newer_database()
                if backup and not options.get("plan") and not options.get("check_unapplied"):
                    self._back_up(options)
            except (NewerDatabase, BackupError) as error:
                raise CommandError(str(error)) from error
        return super().handle(*args, **options)

    def _back_up(self, options: dict[str, Any]) -> None:
        """Only where there is something to lose and something is about to change it."""
        if not settings.AUTOMATIC_BACKUPS or database().is_empty():
            return
        executor = MigrationExecutor(connection)
        goes_back = options.get("migration_name") is not None
        if goes_back or executor.migration_plan(executor.loader.graph.leaf_nodes()):
            path = backup_make(shelf.MIGRATION)
            backups_rotate()
            if options["verbosity"]:
                self.stdout.write(f"Backup before the database is changed: {path}")
