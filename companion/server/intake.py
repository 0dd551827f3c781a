"""A request's body is read before a thread is taken: whole, in time, and no larger than allowed.

A phone that sends half of it and falls silent then costs a connection for some seconds, no thread.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any

from companion.server.doors import Limits

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]

# Limit of all bodies together that are being read or wait for a thread.
MOST_HELD = 96 * 1024 * 1024
# Limit of a too large body that is read and dropped: a browser shows no answer before it has sent.
MOST_DROPPED = 16 * 1024 * 1024


class RefusedRequest(Exception):
    """The request is refused with `status` before a view sees it."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status)
        self.status = status


class Gone(Exception):
    """The client is gone: nobody waits for the answer any more."""


class Intake:
    """The count of bytes held for requests that are not answered yet."""

    def __init__(self) -> None:
        self.held = 0

    @contextmanager
    def holding(self) -> Iterator["HeldBody"]:
        """Yield the buffer of one request; its bytes are released when the block ends."""
        held = HeldBody(self)
        try:
            yield held
        finally:
            self.held -= held.size


class HeldBody:
    """The body of one request while it comes in."""

    def __init__(self, intake: Intake) -> None:
        self.intake, self.size = intake, 0
        self.pieces: list[bytes] = []

    async def read(self, scope: Message, receive: Receive, door: Limits) -> bytes:
        """Return the whole body; raise `RefusedRequest` if it is too large or too slow.

        Also if the bodies of all requests together are too much.
        """
        length = _said_length(scope)
        if length == 0:
            return b""
        try:
            async with asyncio.timeout(door.seconds):
                if length is not None and length > door.most_bytes:
                    await _drop(scope, receive, length)
                    raise RefusedRequest(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
                return await self._all(receive, door.most_bytes)
        except TimeoutError:
            raise RefusedRequest(HTTPStatus.REQUEST_TIMEOUT) from None

    async def _all(self, receive: Receive, most: int) -> bytes:
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Gone
            piece = message.get("body", b"")
            self._hold(piece, most)
            if not message.get("more_body", False):
                return b"".join(self.pieces)

    def _hold(self, piece: bytes, most: int) -> None:
        self.pieces.append(piece)
        self.size += len(piece)
        self.intake.held += len(piece)
        if self.size > most:
            raise RefusedRequest(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        if self.intake.held > MOST_HELD:
            raise RefusedRequest(HTTPStatus.SERVICE_UNAVAILABLE)


def _said_length(scope: Message) -> int | None:
    """Return the announced length: 0 without a body, None if it is not announced."""
    length: int | None = 0
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() else None
        if name == b"transfer-encoding":
            length = None
    return length


async def _drop(scope: Message, receive: Receive, length: int) -> None:
    """Drop a body that is already being sent; a client that asks first is told at once."""
    if length > MOST_DROPPED or any(name == b"expect" for name, _value in scope["headers"]):
        return
    while (message := await receive())["type"] == "http.request" and message.get("more_body"):
        pass
