"""`python -m companion.server <listener> <pulse> <says> <hears> <tells> ...`: a web process.

One of several; `manage.py serve` starts it with the descriptors of its sockets: `listener` takes
connections, `pulse` answers the server, `says` reports that this process is open, `hears` receives
from its neighbors, and each of `tells` sends to one of them.
"""

import ctypes
import os
import signal
import socket
import sys
from contextlib import suppress

from companion.server.children import PARENT_VARIABLE

PR_SET_PDEATHSIG = 1


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    parent = int(os.environ[PARENT_VARIABLE])
    _die_with(parent)
    import django

    django.setup()  # before the rest: it reads the settings
    from companion.frame.neighbours import neighbours
    from companion.server.process import Parent, serve

    listener, pulse, says, hears, *tells = map(int, sys.argv[1:])
    neighbours.join(hears, tells)

    def opened() -> None:
        socket.socket(fileno=os.dup(says)).send(b".")

    serve(
        socket.socket(fileno=listener),
        opened=opened,
        parent=Parent(parent, socket.socket(fileno=pulse)),
    )


def _die_with(parent: int) -> None:
    """End when the parent ends: if the server is killed, its port must be free at once.

    Where the system cannot see to that, the process looks by itself (`Server.on_tick`).
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit()


if __name__ == "__main__":
    main()
