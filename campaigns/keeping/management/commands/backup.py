"""`manage.py backup`: everything worth keeping in one file, while the site runs."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns.keeping.backups import shelf
from campaigns.keeping.backups.archive import BackupError
from campaigns.keeping.backups.services import backup_make, backups_rotate


class Command(BaseCommand):
    help = "Put database, prints, house packs and secret key into one checked file."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--daily",
            action="store_true",
            help="One of those that the rotation keeps for a while, as a timer makes them.",
        )
        parser.add_argument(
            "--to",
            type=Path,
            metavar="FOLDER",
            help="A file to take along, written there, for example on a stick.",
        )

    def handle(self, *args: Any, daily: bool, to: Path | None, **options: Any) -> None:
        if to and daily:
            raise CommandError("The rotation keeps backups in BACKUP_DIR: leave --daily or --to.")
        if to and not os.path.isdir(to):
            raise CommandError(f"There is no folder {to}, or none we may use. Nothing was written.")
        try:
            path = backup_make(shelf.DAILY if daily else shelf.ASKED, to=to)
        except BackupError as error:
            raise CommandError(str(error)) from error
        gone = backups_rotate()
        size = path.stat().st_size / 1_000_000
        self.stdout.write(f"Written and checked: {path} ({size:.1f} MB)")
        if to and shelf.is_on_the_same_disk(to):
            self.stdout.write("That folder is on the same disk as the site: take the file along.")
        if gone:
            self.stdout.write(f"Let go: {', '.join(path.name for path in gone)}")
