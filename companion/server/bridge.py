"""Django as WSGI in threads, behind ASGI: one hop into a thread and one back for each request.

The body is complete before a thread is taken, and the whole answer before the thread is released: a
slow phone waits in the event loop, where waiting costs nothing. Files are sent from there, too,
piece by piece.
"""

import asyncio
import io
import logging
import sys
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import IO, Any, NamedTuple
from wsgiref.types import WSGIApplication, WSGIEnvironment

from companion.server.doors import RequestLimits
from companion.server.intake import Gone, Intake, Message, Receive, RefusedRequest
from companion.server.pools import Busy, Late, Pool

Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

log = logging.getLogger("safehouse.server")
REFUSAL = "safehouse.refusal"
"""Key in the environment of a request that Django shall only find words for: the status."""
PIECE = 64 * 1024
TAP_THREADS, HEAVY_THREADS, HEAVY_NICE = 8, 2, 10
CLOSE = (b"connection", b"close")
PLAIN = [(b"content-type", b"text/plain; charset=utf-8"), (b"retry-after", b"5"), CLOSE]


class HttpAnswer(NamedTuple):
    status: int
    headers: Headers
    body: bytes
    file: IO[bytes] | None = None
    """Rest of the body, sent after `body`."""


class FileAnswer:
    """`wsgi.file_wrapper`: Django hands over a file to be sent instead of reading it itself."""

    def __init__(self, file: IO[bytes], block_size: int = PIECE) -> None:
        self.file = file


class WsgiPages:
    """The ASGI app around a WSGI app."""

    def __init__(self, app: WSGIApplication, doors: RequestLimits) -> None:
        self.app, self.doors, self.intake = app, doors, Intake()
        self.taps = Pool("tap", TAP_THREADS, most_waiting=600, patience=5, seconds=15)
        self.heavy = Pool(
            "heavy", HEAVY_THREADS, most_waiting=40, patience=30, seconds=90, nice=HEAVY_NICE
        )
        # Words the refusals while the others are busy.
        self.desk = Pool("desk", 1, most_waiting=60, patience=5, seconds=15)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        try:
            answer = await self._answer(scope, receive)
        except Gone:
            return
        await _send_whole(answer, send)

    async def _answer(self, scope: Message, receive: Receive) -> HttpAnswer:
        door = self.doors.of(scope["method"], scope["path"])
        pool = self.heavy if door.is_heavy else self.taps
        try:
            with self.intake.holding() as held:
                body = await held.read(scope, receive, door)
                environ = environment(scope, body)
                return await pool.run(lambda: called(self.app, environ))
        except RefusedRequest as refused:
            return await self._refusal(scope, refused.status)
        except (Busy, Late) as error:
            log.warning("no thread in time", extra={"path": scope["path"], "error": repr(error)})
            return await self._refusal(scope, HTTPStatus.SERVICE_UNAVAILABLE)

    async def refuse(self, scope: Message, status: HTTPStatus, send: Send) -> None:
        """Answer with that status, in the words and the form its reader expects."""
        await _send_whole(await self._refusal(scope, status), send)

    async def _refusal(self, scope: Message, status: HTTPStatus) -> HttpAnswer:
        """Return the refusal in Django's words, or in plain text if even those had to wait."""
        environ = environment(scope, b"") | {REFUSAL: status.value}
        try:
            answer = await self.desk.run(lambda: called(self.app, environ))
        except (Busy, Late):
            return HttpAnswer(status, PLAIN, status.phrase.encode())
        return answer._replace(headers=[*answer.headers, CLOSE])


def environment(scope: Message, body: bytes) -> WSGIEnvironment:
    """Return the WSGI environment of a request (PEP 3333)."""
    host, port = scope.get("server") or ("localhost", 80)
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "REMOTE_ADDR": (scope.get("client") or ("",))[0],
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": FileAnswer,
    }
    for name, value in scope["headers"]:
        # `x_forwarded_for` would pass for `x-forwarded-for` below.
        if name == b"content-length" or b"_" in name:
            continue
        key = name.decode("latin-1").upper().replace("-", "_")
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ


def called(app: WSGIApplication, environ: WSGIEnvironment) -> HttpAnswer:
    """Call the app in this thread and return its whole answer."""
    started: list[tuple[int, Headers]] = []

    def start_response(status: str, headers: list[tuple[str, str]], _error: Any = None) -> Any:
        encoded = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers]
        started[:] = [(int(status[:3]), encoded)]

    response: Any = app(environ, start_response)
    if isinstance(response, FileAnswer):
        return _with_file(*started[0], response.file)
    try:
        body = b"".join(response)
    finally:
        if close := getattr(response, "close", None):
            close()
    return _sized(HttpAnswer(*started[0], body))


def _sized(answer: HttpAnswer) -> HttpAnswer:
    """Add the length, which Django leaves to the server where a view streams."""
    has_none = answer.status in (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED)
    if has_none or any(name == b"content-length" for name, _value in answer.headers):
        return answer
    length = (b"content-length", str(len(answer.body)).encode())
    return answer._replace(headers=[*answer.headers, length])


def _with_file(status: int, headers: Headers, file: IO[bytes]) -> HttpAnswer:
    """Read a small file here; of a large one the rest is read while it is sent."""
    body = file.read(PIECE)
    if len(body) == PIECE:
        return HttpAnswer(status, headers, body, file)
    file.close()
    return HttpAnswer(status, headers, body)


async def _send_whole(answer: HttpAnswer, send: Send) -> None:
    """Send an answer; a phone that reads slowly is waited for here.

    One that is gone runs into the timeout of its connection (`companion.server.listening`).
    """
    start = {"type": "http.response.start", "status": answer.status, "headers": answer.headers}
    file = answer.file
    try:
        await send(start)
        await _send_piece(send, answer.body, more=file is not None)
        while file is not None:
            piece = await asyncio.to_thread(file.read, PIECE)
            await _send_piece(send, piece, more=bool(piece))
            if not piece:
                break
    finally:
        if file is not None:
            await asyncio.to_thread(file.close)


async def _send_piece(send: Send, piece: bytes, *, more: bool) -> None:
    await send({"type": "http.response.body", "body": piece, "more_body": more})
