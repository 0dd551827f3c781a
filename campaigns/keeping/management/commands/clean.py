"""`manage.py clean`: what workers do once a day, now."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import override

from campaigns.keeping.cleaning.services import brooms, clean
from companion.frame.database_age import NewerDatabase, refuse_newer_database


class Command(BaseCommand):
    help = "Remove what has expired: bins, old prints, sign-ins, guests without anything."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--look", action="store_true", help="only say what would go")

    def handle(self, *args: Any, look: bool, **options: Any) -> None:
        try:
            refuse_newer_database()
        except NewerDatabase as error:
            raise CommandError(str(error)) from error
        counts = {name: broom.amount() for name, broom in brooms.items()} if look else clean()
        with override("en"):
            for name, count in counts.items():
                self.stdout.write(f"{count:6}  {brooms[name].words}")
