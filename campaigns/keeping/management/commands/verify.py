"""`manage.py verify`: is everything we keep still whole?"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns.keeping.backups.archive import BackupError
from campaigns.keeping.backups.services import backup_check
from campaigns.keeping.checking.chains import Finding
from campaigns.keeping.checking.selectors import extent, findings
from companion.frame.database_age import NewerDatabase, refuse_newer_database

LISTED = 20


class Command(BaseCommand):
    help = (
        "Look at every table and campaign entry by entry, at every file and at the database; "
        "or, with a file, at that backup. Exit code 1 if something is broken."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, nargs="?", help="a backup to look at instead")
        parser.add_argument("--all", action="store_true", help=f"list more than {LISTED} findings")
        parser.add_argument(
            "--strict", action="store_true", help="exit code 1 also where a replay differs"
        )

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        try:
            if file is not None:
                self._look_at_backup(file)
                return
            refuse_newer_database()
        except (BackupError, NewerDatabase) as error:
            raise CommandError(str(error)) from error
        all_findings = list(findings())
        faults = [finding for finding in all_findings if finding.is_fault]
        differences = [finding for finding in all_findings if not finding.is_fault]
        self._list("Broken", faults, whole=options["all"])
        self._list("Different by the rules of today", differences, whole=options["all"])
        if differences:
            self.stdout.write(
                "The stored states count: the rules were changed after these entries, or the rows "
                "were. Nothing has been put right.\n"
            )
        size = extent()
        self.stdout.write(
            f"{size.tables} tables with {size.entries} entries, {size.campaigns} campaigns with "
            f"{size.campaign_entries}, {size.prints} prints: {len(faults)} broken, "
            f"{len(differences)} different."
        )
        if faults or (differences and options["strict"]):
            raise SystemExit(1)

    def _look_at_backup(self, file: Path) -> None:
        manifest = backup_check(file)
        self.stdout.write(
            f"{file} is whole: made {manifest.made_at:%Y-%m-%d %H:%M} UTC by Safehouse "
            f"{manifest.safehouse} on {manifest.engine}, {len(manifest.files)} files, "
            f"{manifest.counts.get('companion_table', 0)} tables."
        )

    def _list(self, title: str, listed: list[Finding], *, whole: bool) -> None:
        if not listed:
            return
        self.stdout.write(f"{title}:")
        shown = listed if whole else listed[:LISTED]
        for finding in shown:
            self.stdout.write(f"  {finding.where}: {finding.what}")
        if len(shown) < len(listed):
            self.stdout.write(f"  ... and {len(listed) - len(shown)} more (--all lists them)")
