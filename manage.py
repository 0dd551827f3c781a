#!/usr/bin/env python
"""Django's command line for Safehouse."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if sys.argv[1:2] == ["runserver"]:
        os.environ["DEBUG"] = "1"  # plain static files, and pages as they are changed
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
