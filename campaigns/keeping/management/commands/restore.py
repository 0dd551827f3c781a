"""`manage.py restore FILE`: bring a backup back, after a backup of what is there."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from campaigns.keeping.backups.archive import BackupError
from campaigns.keeping.backups.services import backup_restore


class Command(BaseCommand):
    help = "Bring a backup back. Stop the site first; what is there is backed up before."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file that `manage.py backup` wrote")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            manifest, own = backup_restore(file)
        except BackupError as error:
            raise CommandError(str(error)) from error
        if own:
            self.stdout.write(f"What was there is in {own}")
        self.stdout.write(
            f"Brought back as of {manifest.made_at:%Y-%m-%d %H:%M} UTC: "
            f"{manifest.counts.get('companion_table', 0)} tables, "
            f"{manifest.counts.get('campaigns_campaign', 0)} campaigns, "
            f"{manifest.counts.get('people_person', 0)} people."
        )
        if not settings.SECRET_KEY_IS_OURS:
            self.stdout.write(
                "SECRET_KEY comes from the environment and stays: if it is another one than the "
                "backup's, everybody signs in anew and guests lose their places. The backup's key "
                "is in it, as `secret_key`."
            )
