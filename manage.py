#!/usr/bin/env python
"""Django's command line for Safehouse."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    is_for_developers = sys.argv[1:2] == ["runserver"]
    if is_for_developers:
        os.environ["DEBUG"] = "1"  # plain static files, and pages as they are changed
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        if is_for_developers and "RUN_MAIN" not in os.environ:  # not again for every change
            print("The developer's server: no live stream, no worker. `manage.py serve` has both.")
            execute_from_command_line([sys.argv[0], "migrate", "--verbosity=0"])
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"Safehouse cannot start. {error}")


if __name__ == "__main__":
    main()
