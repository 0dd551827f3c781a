"""`manage.py runserver`: Django's own server for developers, on a migrated database."""

import os
from typing import Any

from django.core.management import call_command
from whitenoise.runserver_nostatic.management.commands.runserver import Command as Runserver


class Command(Runserver):  # type: ignore[misc]
    def run(self, **options: Any) -> None:
        """Migrate first, once it is known that it will be served, and where."""
        if "RUN_MAIN" not in os.environ:  # not again for every change
            self.stdout.write(
                "The developer's server: no live stream, no worker. `manage.py serve` has both."
            )
            call_command("migrate", verbosity=0)
        super().run(**options)
