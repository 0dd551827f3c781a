"""Phones that speak HTTP as our script does: one that waits for each answer, and many at once."""

import asyncio
import http.client
import json
import time
import uuid
from typing import NamedTuple
from urllib.parse import urlencode

from django.core import signing

from companion.live.tokens import stream_token
from companion.models import Seat
from companion.people.models import Person

SECRET = "x" * 32
FORM = "application/x-www-form-urlencoded"


def headers_of(person: Person) -> dict[str, str]:
    """What a browser of that guest sends with every request."""
    guest = signing.dumps(str(person.pk), salt="safehouse.guest")
    return {
        "User-Agent": "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126 Safari/537.36",
        "Accept": "*/*",
        "Accept-Language": "es-ES,es;q=0.9,en;q=0.8",
        "Cookie": f"guest={guest}; csrftoken={SECRET}",
        "X-CSRFToken": SECRET,
        "HX-Request": "true",
    }


def points(survivor: str, amount: int) -> str:
    return json.dumps({"kind": "points.award", "survivor": survivor, "amount": amount})


def form(command: str, seen: int) -> str:
    fields = {"id": uuid.uuid4().hex, "seen": str(seen), "with": command}
    if "phase.next" in command:
        fields["overrule"] = "on"  # a spawn step that stopped for an answer is left as it is
    return urlencode(fields)


class Phone:
    """One keep-alive connection with a guest's cookies; `version` is what it shows."""

    def __init__(self, port: int, person: Person) -> None:
        self.port, self.headers = port, headers_of(person)
        self.connection = self._connect()
        self.version = 0

    def _connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)

    def tap(self, path: str, command: str, show: str = "", *, minimal: bool = False) -> float:
        """Send one tap, with its picture or without; returns how many seconds its answer took."""
        headers = {"Content-Type": FORM, "Accept-Encoding": "gzip"}
        if minimal:
            headers["Prefer"] = "return=minimal"
        query = "" if minimal else f"?seen={self.version}"
        query += f"&show={show}" if show and query else ""
        return self._ask("POST", f"{path}{query}", form(command, self.version), headers)

    def get(self, path: str) -> float:
        return self._ask("GET", path, None, {"Accept-Encoding": "gzip"})

    def get_afresh(self, path: str) -> float:
        """On a connection of its own, which is made and closed."""
        kept, self.connection = self.connection, self._connect()
        started = time.perf_counter()
        self.connection.connect()
        self.get(path)
        took = time.perf_counter() - started
        self.connection.close()
        self.connection = kept
        return took

    def _ask(self, verb: str, path: str, body: str | None, headers: dict[str, str]) -> float:
        started = time.perf_counter()
        self.connection.request(verb, path, body, self.headers | headers)
        answer = self.connection.getresponse()
        text = answer.read()
        took = time.perf_counter() - started
        if answer.status not in (http.client.OK, http.client.NO_CONTENT):
            raise RuntimeError(f"{verb} {path} {body}: {answer.status} {text[:500]!r}")
        self.version = int(answer.headers.get("X-Table-Version", self.version))
        return took


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]


class CrowdPhone:
    """One of many in an event loop: a bare socket, so that they cost less than what they ask."""

    def __init__(self, port: int, seat: Seat) -> None:
        self.port, self.table, self.person = port, seat.table_id, seat.person_id
        self.head = "".join(
            f"{name}: {value}\r\n" for name, value in headers_of(seat.person).items()
        )
        self.version = 0
        self.news = asyncio.Event()

    async def connect(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def ask(self, verb: str, path: str, body: str = "") -> Answer:
        lines = f"{verb} {path} HTTP/1.1\r\nHost: localhost\r\n{self.head}"
        if verb == "POST":
            lines += f"Content-Type: {FORM}\r\nContent-Length: {len(body)}\r\n"
        self.writer.write(f"{lines}\r\n{body}".encode())
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        status, *header_lines = head.split("\r\n")
        headers = dict(line.split(": ", 1) for line in header_lines if line)
        await self.reader.readexactly(int(headers.get("content-length", 0)))
        answer = Answer(int(status.split()[1]), headers)
        if answer.status >= http.client.BAD_REQUEST:
            raise RuntimeError(f"{verb} {path} {body}: {answer}")
        return answer

    async def tap(self, survivor: str, amount: int) -> None:
        """Tap, until its picture is there."""
        path = f"/tables/{self.table}/commands/?seen={self.version}"
        answer = await self.ask("POST", path, form(points(survivor, amount), self.version))
        self.shows(int(answer.headers["x-table-version"]))

    async def look(self) -> None:
        """The board as it is after somebody else's tap."""
        answer = await self.ask("GET", f"/tables/{self.table}/board/?seen={self.version}")
        self.shows(int(answer.headers.get("x-table-version", self.version)))

    def shows(self, version: int) -> None:
        """Note which version the phone shows now."""
        self.version = max(self.version, version)
        self.news.set()

    async def until(self, version: int) -> None:
        """Wait until the phone shows a version."""
        while self.version < version:
            self.news.clear()
            await self.news.wait()

    async def watch(self) -> None:
        """Follow the table as our script does: take what the stream tells, fetch the rest."""
        event = ""
        async for line in await self.follow("&steps=1"):
            name, _colon, said = line.decode().rstrip().partition(": ")
            if name == "event":
                event = said
            elif name == "data":
                if event == "step":
                    self.shows(json.loads(said)["version"])
                elif not event and int(said) > self.version:
                    await self.look()
                event = ""

    async def follow(self, more: str = "") -> asyncio.StreamReader:
        """Return the table's live stream, past its greeting, on a connection of its own."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        token = stream_token(self.table, self.person)
        path = f"/live/tables/{self.table}/?token={token}&seen={self.version}{more}"
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        try:
            greeting = await reader.readuntil(b"retry: ")
        except asyncio.IncompleteReadError as error:
            raise RuntimeError(error.partial.decode("latin-1")) from error
        if b" 200 " not in greeting[:20]:
            raise RuntimeError(greeting.decode("latin-1"))
        self.stream = writer  # kept open by being kept
        return reader
