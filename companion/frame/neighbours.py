"""Messages between the web processes of one `manage.py serve` (docs/adr/0023).

Each reads from a socket of its own that the others write to. The server that starts them made them
all, so a restarted process has the socket it had. A message that finds the socket full is dropped:
a listener must be able to do without it.
"""

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterable

LONGEST = 64 * 1024
AT_ONCE = 100
"""Number of messages read before the event loop does something else."""


class Neighbours:
    """The other web processes; none in a site of one process and in every other program."""

    def __init__(self) -> None:
        self._own: socket.socket | None = None
        self._others: list[socket.socket] = []
        self._listeners: dict[str, Callable[[str], None]] = {}

    def join(self, own: int, others: Iterable[int]) -> None:
        """Read from the descriptor `own`, write to `others`."""
        self._own = socket.socket(fileno=own)
        self._others = [socket.socket(fileno=descriptor) for descriptor in others]
        for connection in (self._own, *self._others):
            connection.setblocking(False)

    def leave(self) -> None:
        for connection in (self._own, *self._others):
            if connection is not None:
                connection.close()
        self._own, self._others = None, []

    def hear(self, about: str, listener: Callable[[str], None]) -> None:
        """Call `listener` in the event loop with whatever a neighbor tells `about` this."""
        self._listeners[about] = listener

    def tell(self, about: str, words: str) -> None:
        """Send one line to every neighbor, from any thread."""
        if self._others:
            message = f"{about} {words}".encode()
            for neighbour in self._others:
                with contextlib.suppress(OSError):  # full, or just being started again
                    neighbour.send(message)

    def listen(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._own is not None:
            loop.add_reader(self._own, self._read, self._own)

    def _read(self, own: socket.socket) -> None:
        for _ in range(AT_ONCE):
            try:
                message = own.recv(LONGEST)
            except BlockingIOError:
                return
            about, _space, words = message.decode().partition(" ")
            if listener := self._listeners.get(about):
                listener(words)


def make_sockets(count: int) -> list[tuple[socket.socket, socket.socket]]:
    """Return for each process the end it reads from and the end the others write to."""
    return [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(count)]


neighbours = Neighbours()
