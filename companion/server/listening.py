"""Listening sockets, and the limits and timeouts of their connections."""

import contextlib
import errno
import resource
import socket
from collections import Counter
from typing import Any

import uvicorn
from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from companion.frame.addresses import is_loopback

HEADER_SECONDS = 10.0
"""Timeout for a request's headers, from the first byte or from the connection itself."""
IDLE_SECONDS = 75
"""Timeout between two requests of one connection."""
DEAD_SECONDS = 60
"""Timeout after which the kernel gives up on a phone that takes nothing any more."""
MOST_HEADER_BYTES = 64 * 1024
BACKLOG = 1024
MOST_CONNECTIONS: int = settings.STREAMS * 5 // 2
OWN_FILES = 150
"""Descriptors kept for databases, files, Redis and the event loop."""
FIRST_PORT, LAST_PORT = 8000, 65_535
"""The port to advise, and the largest there is."""
SHARE = 4
"""Divisor of all connections: one address has at most this part of them."""


class CannotListen(Exception):
    """An address or port that cannot be listened on; the sentence says why, and the way out."""


def bind(host: str, port: int, *, is_shared: bool = False) -> socket.socket:
    """Return a socket at this address that does not listen yet; with `is_shared` one of several.

    It says that it speaks TCP: only then does asyncio send small answers at once (TCP_NODELAY),
    without which every answer on a kept connection waits 40 ms for an acknowledgment.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if is_shared:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    with contextlib.suppress(OSError, AttributeError):  # where the system has it
        patience = DEAD_SECONDS * 1000
        bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, patience)
    try:
        bound.bind((host, port))
    except OSError:
        bound.close()
        raise
    return bound


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; raise `CannotListen` if there cannot be one."""
    try:
        listener = bind(host, port)
        try:
            listener.listen(BACKLOG)
        except OSError:
            listener.close()
            raise
    except OSError as error:
        raise CannotListen(_why(error, host, port)) from error
    return listener


def _why(error: OSError, host: str, port: int) -> str:
    other = port + 1 if FIRST_PORT <= port < LAST_PORT else FIRST_PORT
    advice = f"Choose another one, for example: make play PORT={other}"
    return {
        errno.EADDRINUSE: f"Port {port} is taken by another program. {advice}",
        errno.EACCES: f"Port {port} may not be used by this user. {advice}",
    }.get(
        error.errno or 0,
        f"HOST={host}: {error.strerror}. An address of this machine is needed: "
        "0.0.0.0 for all of them, 127.0.0.1 for programs on this machine alone.",
    )


def hold(host: str, port: int) -> socket.socket:
    """Return a socket that keeps a port for several processes, each of which binds its own.

    It does not listen, so nobody waits at it. A shared socket would share its port with any
    program, so one that is not shared first finds out whether the port is free.
    """
    listen(host, port).close()
    return bind(host, port, is_shared=True)


class Connections(ServerState):
    """All connections of this process: their limit, and which of them only wait."""

    def __init__(self) -> None:
        super().__init__()
        self.most = _most_connections()
        self.by_address: Counter[str] = Counter()
        # Connections that wait for a request, in the order in which they began to wait.
        self.waiting: dict[Connection, None] = {}

    def has_room(self, newcomer: "Connection") -> bool:
        """Return True if one more may come; if need be, one that only waits is closed for it."""
        has_share = self.by_address[newcomer.address] > self.most // SHARE
        is_greedy = has_share and _is_somebodys(newcomer.address)
        if not is_greedy and len(self.connections) <= self.most:
            return True
        waiting = (
            connection
            for connection in self.waiting
            if not is_greedy or connection.address == newcomer.address
        )
        oldest = next(waiting, None)
        if oldest is not None:
            oldest.leave()
        return oldest is not None


def _is_somebodys(address: str) -> bool:
    """Return True if an address is one client's: not this machine's own, and not a proxy's.

    Through a proxy everybody comes from the same address.
    """
    return not settings.PROXIES and not is_loopback(address)


def _most_connections() -> int:
    """Return the limit: the files the process may have open, less those it needs itself."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + OWN_FILES
    if soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(min(MOST_CONNECTIONS, soft - OWN_FILES), soft // 4)


class Connection(HttpToolsProtocol):
    """uvicorn's own protocol, with an end for clients that say nothing, too much, or too slowly."""

    server_state: Connections

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        state = self.server_state
        self.address = self.client[0] if self.client else ""
        state.by_address[self.address] += 1
        self.header_bytes = 0
        self.patience: Any = None
        if state.has_room(self):
            self._wait()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        state = self.server_state
        state.by_address[self.address] -= 1
        if not state.by_address[self.address]:
            del state.by_address[self.address]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._is_between_requests() and self.patience is None:
            self._wait()
        super().data_received(data)
        if self._is_between_requests():
            self.header_bytes += len(data)
            if self.header_bytes > MOST_HEADER_BYTES:
                self.leave()

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        self.header_bytes = 0
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._is_between_requests():
            self.server_state.waiting[self] = None

    def leave(self) -> None:
        """Close the connection, on which nothing is being answered, and make room for others."""
        self._stop_waiting()
        self.transport.abort()

    def _is_between_requests(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _wait(self) -> None:
        self.server_state.waiting[self] = None
        self.patience = self.loop.call_later(HEADER_SECONDS, self.leave)

    def _stop_waiting(self) -> None:
        self.server_state.waiting.pop(self, None)
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None


def server_config(app: Any = "config.asgi:application") -> uvicorn.Config:
    """Return the one configuration of this site, for one process or for many."""
    return uvicorn.Config(
        app,
        http=Connection,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=IDLE_SECONDS,
    )
