"""A name server that a cut network keeps from answering, for a process that has this in its path.

As glibc asks one: twice, and each time for so many seconds. The file `SILENT` is there meanwhile.
"""

import os
import socket
import time
from pathlib import Path
from typing import Any

ATTEMPTS, SECONDS = 2, float(os.environ["LOOKUP_SECONDS"])
SILENT = Path(os.environ["SILENT"])
_look_up = socket.getaddrinfo


def _ask(host: Any, *more: Any, **named: Any) -> Any:
    if host != "localhost":
        return _look_up(host, *more, **named)
    for _ in range(ATTEMPTS):
        if not SILENT.exists():
            return _look_up(host, *more, **named)
        time.sleep(SECONDS)
    raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")


socket.getaddrinfo = _ask
