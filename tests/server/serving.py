"""Our server around any app, in a thread of this process, on a real socket."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from companion.live.stream import live_lifespan
from companion.server.listening import Connections, listen, server_config
from companion.server.process import Server

SECONDS = 20


class Served:
    """A running server: its port, and what it knows of its connections."""

    def __init__(self, server: Server, port: int) -> None:
        self.server, self.port = server, port

    @property
    def state(self) -> Connections:
        assert isinstance(self.server.server_state, Connections)
        return self.server.server_state

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), SECONDS)

    def ask(self, path: str = "/", head: str = "") -> bytes:
        """The whole answer to one request on a connection of its own."""
        with self.connect() as phone:
            phone.sendall(
                f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{head}\r\n".encode()
            )
            return read_all(phone)


def read_all(phone: socket.socket) -> bytes:
    """Until the server closes."""
    pieces = []
    try:
        while piece := phone.recv(65536):
            pieces.append(piece)
    except ConnectionResetError:
        pass
    return b"".join(pieces)


async def hello(scope: Any, receive: Any, send: Any) -> None:
    """An app that only says that it is there."""
    headers = [(b"content-length", b"5")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"hello"})


@contextmanager
def serving(app: Any = hello) -> Iterator[Served]:
    async def whole(scope: Any, receive: Any, send: Any) -> None:
        await (live_lifespan if scope["type"] == "lifespan" else app)(scope, receive, send)

    listener = listen("127.0.0.1", 0)
    opened = threading.Event()
    server = Server(server_config(whole), opened=opened.set)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    assert opened.wait(SECONDS)
    try:
        yield Served(server, listener.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(SECONDS)


def wait_until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.02)
