"""`python -m companion.server <socket> <pipe>`: one of several web processes.

`manage.py serve --workers` starts it with the listening socket that is its own, and hears through
the pipe that it is open.
"""

import os
import socket
import sys

from companion.server.children import PARENT_VARIABLE


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()  # before the rest: it reads the settings
    from companion.server.process import serve

    listener, pipe = socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2])

    def opened() -> None:
        os.write(pipe, b".")

    serve(listener, opened=opened, parent=int(os.environ[PARENT_VARIABLE]))


if __name__ == "__main__":
    main()
