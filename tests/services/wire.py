"""A network cable between a client and a server on this machine, which a test may cut.

While it is cut the kernel drops whatever the client sends, so that it is neither answered nor
refused: connections stay open and silent, new ones are not made, and after a while the client's
own kernel gives up on them, as where a link is down. It needs no rights: a process may filter what
comes to its own sockets.
"""

import ctypes
import socket
import struct
import threading
from contextlib import suppress
from types import TracebackType

SO_ATTACH_FILTER, SO_DETACH_FILTER = 26, 27
RETURN = 0x06
AT_ONCE = 64 * 1024


class Wire:
    """Leads from a port of its own to one of this machine."""

    def __init__(self, port: int) -> None:
        self.far_port = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.listener.getsockname()[1])
        self.is_whole = threading.Event()
        self.is_whole.set()
        self._ends: set[socket.socket] = {self.listener}
        self._forgotten: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._nothing = ctypes.create_string_buffer(struct.pack("HBBI", RETURN, 0, 0, 0))
        self._drop_all = struct.pack("HL", 1, ctypes.addressof(self._nothing))
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        with self._lock:
            self.is_whole.clear()
            for end in self._ends:
                end.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, self._drop_all)

    def mend(self) -> None:
        with self._lock:
            for end in self._ends - self._forgotten:
                end.setsockopt(socket.SOL_SOCKET, SO_DETACH_FILTER, 0)
            self.is_whole.set()

    def forget(self) -> None:
        """As a router that was switched off and on: new connections are made, those that are there
        stay silent for good."""
        with self._lock:
            self._forgotten |= self._ends - {self.listener}
            for end in self._forgotten:
                end.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, self._drop_all)

    def __enter__(self) -> "Wire":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._lock:
            self.is_whole.set()
            for end in self._ends:
                with suppress(OSError):  # it has gone by itself
                    end.shutdown(socket.SHUT_RDWR)
                end.close()

    def _accept(self) -> None:
        with suppress(OSError):  # the end of the wire
            while True:
                near, _address = self.listener.accept()
                with suppress(OSError):
                    far = socket.create_connection(("127.0.0.1", self.far_port))
                    with self._lock:
                        self._ends.add(near)
                    for way in ((near, far), (far, near)):
                        threading.Thread(target=self._carry, args=way, daemon=True).start()
                    continue
                near.close()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(AT_ONCE):
                self.is_whole.wait()
                if target not in self._forgotten:
                    target.sendall(data)
        self.is_whole.wait()
        with self._lock:
            self._ends -= {source, target}
            self._forgotten -= {source, target}
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
