"""Requests: a thread is taken when the body is there, and let go before the answer is read."""

import contextlib
import io
import json
import re
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from django.conf import settings
from django.core.files.uploadedfile import InMemoryUploadedFile, SimpleUploadedFile
from django.core.handlers.wsgi import WSGIHandler
from django.test import RequestFactory
from django.urls import get_resolver, reverse

from companion.files.reading import MOST_BYTES, MOST_SENT
from companion.server import doors, intake
from companion.server.bridge import HEAVY_THREADS, REFUSAL, TAP_THREADS, FileAnswer, WsgiPages
from companion.server.doors import RequestLimits
from tests.server.serving import Served, read_all, serving, wait_until

HEAVY = "/account/sign-in/"
MUCH = 30_000_000


def post(path: str, body: bytes = b"", length: int | None = None, head: str = "") -> bytes:
    length = len(body) if length is None else length
    lines = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    return f"{lines}Content-Length: {length}\r\n{head}\r\n".encode() + body


class Slow:
    """A WSGI app that answers when it is let; words for refusals are Django's."""

    def __init__(self) -> None:
        self.django = WSGIHandler()
        self.may_answer = threading.Event()
        self.begun: list[tuple[str, str]] = []
        self.pages: WsgiPages

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Any:
        if REFUSAL in environ:
            return self.django(environ, start)
        path = environ["PATH_INFO"]
        self.begun.append((path, threading.current_thread().name.partition("_")[0]))
        start("200 OK", [("Content-Type", "text/plain")])
        if path == "/much":
            return [b"x" * MUCH]
        if path == "/file":
            return FileAnswer(io.BytesIO(b"y" * MUCH))
        if path == "/echo":
            texts = {key: value for key, value in environ.items() if isinstance(value, str)}
            return [json.dumps(texts | {"body": environ["wsgi.input"].read().decode()}).encode()]
        if path != "/quick":
            self.may_answer.wait(20)
        return [b"done"]


@pytest.fixture
def app() -> Iterator[Slow]:
    slow = Slow()
    yield slow
    slow.may_answer.set()


@pytest.fixture
def served(app: Slow) -> Iterator[Served]:
    app.pages = WsgiPages(app, RequestLimits())
    with serving(app.pages) as running:
        yield running


@pytest.fixture
def phones(served: Served) -> Iterator[Callable[[bytes], socket.socket]]:
    """Sends a request on a connection of its own and does not wait."""
    with contextlib.ExitStack() as stack:

        def send(request: bytes) -> socket.socket:
            phone = stack.enter_context(served.connect())
            phone.sendall(request)
            return phone

        yield send


# --- bodies ---


def test_bodies_that_stop_half_way_take_no_thread(served: Served, app: Slow, phones: Any) -> None:
    for _ in range(3 * TAP_THREADS):
        phones(post("/echo", b"half", length=100))
    assert b"done" in served.ask("/quick")
    assert [path for path, _thread in app.begun] == ["/quick"]


def test_a_body_that_takes_too_long_is_408(
    served: Served, app: Slow, phones: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "LIGHT", doors.LIGHT._replace(seconds=0.2))
    head = "Accept-Language: es\r\n"
    answer = read_all(phones(post("/echo", b"half", length=100, head=head)))
    assert answer.startswith(b"HTTP/1.1 408")
    assert "nada ha cambiado" in answer.decode().lower()
    assert app.begun == []


@pytest.mark.parametrize("length", [1_000_000, 500_000_000])
def test_what_is_too_large_is_413_before_anybody_reads_it(
    app: Slow, phones: Any, length: int
) -> None:
    part = b"x" * 1_000_000
    answer = read_all(phones(post("/echo", part[:length], length=length)))
    assert answer.startswith(b"HTTP/1.1 413")
    assert app.begun == []


def test_a_body_of_unknown_length_ends_where_it_becomes_too_large(app: Slow, phones: Any) -> None:
    head = (
        b"POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    small = read_all(phones(head + b"3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"))
    assert json.loads(small.partition(b"\r\n\r\n")[2])["body"] == "abcde"
    phone = phones(head)
    with contextlib.suppress(OSError):
        for _ in range(20):
            phone.sendall(b"186a0\r\n" + b"x" * 100_000 + b"\r\n")
    assert b" 413 " in read_all(phone)[:20]
    assert len(app.begun) == 1


def test_bodies_together_have_a_limit(
    served: Served, phones: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "MOST_HELD", 150_000)
    kept = phones(post("/echo", b"x" * 100_000, length=100_001))
    refused = read_all(phones(post("/echo", b"x" * 100_000, length=100_001)))
    assert refused.startswith(b"HTTP/1.1 503")
    kept.close()
    wait_until(lambda: len(served.state.connections) == 0)
    assert b" 200 " in read_all(phones(post("/echo", b"x" * 100_000)))[:20]


def test_what_a_phone_says_reaches_django_and_nothing_passes_for_something_else(
    phones: Any,
) -> None:
    head = "X-Thing: 1\r\nX-Thing: 2\r\nX_Forwarded_For: 9.9.9.9\r\nContent-Type: text/plain\r\n"
    answer = read_all(phones(post("/echo?a=%C3%A1", "año".encode(), head=head)))
    echo = json.loads(answer.partition(b"\r\n\r\n")[2])
    assert (echo["body"], echo["CONTENT_LENGTH"], echo["CONTENT_TYPE"]) == (
        "año",
        "4",
        "text/plain",
    )
    assert (echo["HTTP_X_THING"], echo["QUERY_STRING"]) == ("1,2", "a=%C3%A1")
    assert echo["REMOTE_ADDR"] == "127.0.0.1"
    assert "HTTP_X_FORWARDED_FOR" not in echo


# --- answers ---


@pytest.mark.parametrize("path", ["/much", "/file"])
def test_whoever_reads_slowly_holds_no_thread(
    served: Served, app: Slow, phones: Any, path: str
) -> None:
    readers = [phones(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()) for _ in range(12)]
    wait_until(lambda: len(app.begun) == len(readers))
    assert b"done" in served.ask("/quick")
    answer = served.ask(path)
    assert len(answer.partition(b"\r\n\r\n")[2]) >= MUCH


# --- threads ---


def test_heavy_work_never_takes_a_thread_of_the_taps(
    served: Served, app: Slow, phones: Any
) -> None:
    waiting = [phones(post(HEAVY)) for _ in range(60)]
    wait_until(lambda: len(app.begun) == HEAVY_THREADS)
    assert b"done" in served.ask("/quick")
    assert b"done" in served.ask("/quick")
    refused = [read_all(phone) for phone in waiting[40 + HEAVY_THREADS :]]
    assert all(b" 503 " in answer[:20] for answer in refused), "the queue has an end"
    assert all(b"retry-after: 5" in answer.lower() for answer in refused)
    app.may_answer.set()
    assert b"done" in read_all(waiting[0])
    threads = {"heavy": {HEAVY}, "tap": {"/quick"}}
    for path, thread in app.begun:
        assert path in threads[thread]


def test_a_request_no_thread_takes_is_sent_away_and_never_done(app: Slow, phones: Any) -> None:
    app.pages.taps.patience = 0.2
    busy = [phones(post("/slow")) for _ in range(TAP_THREADS)]
    wait_until(lambda: len(app.begun) == TAP_THREADS)
    late = read_all(phones(post("/api/v1/late", head="Accept-Language: es\r\n")))
    assert late.startswith(b"HTTP/1.1 503")
    refusal = json.loads(late.partition(b"\r\n\r\n")[2])
    assert refusal["code"] == "http.503"
    assert "segundos" in refusal["message"]
    app.may_answer.set()
    for phone in busy:
        assert b"done" in read_all(phone)
    assert {path for path, _thread in app.begun} == {"/slow"}


def test_an_answer_that_does_not_come_is_not_waited_for_for_ever(app: Slow, served: Served) -> None:
    app.pages.taps.patience, app.pages.taps.seconds = 0.1, 0.2
    answer = served.ask("/slow")
    assert answer.startswith(b"HTTP/1.1 503")
    assert b"<html" in answer


@pytest.mark.django_db
def test_every_form_with_a_password_is_heavy(client: Any) -> None:
    forms = [reverse("people:sign-in"), reverse("people:sign-up")]
    for path in forms:
        assert 'type="password"' in client.get(path).content.decode()
    account = next(
        resolver for resolver in get_resolver().url_patterns if str(resolver.pattern) == "account/"
    )
    paths = [re.sub(r"<[^>]*>", "x", str(pattern.pattern)) for pattern in account.url_patterns]  # type: ignore[union-attr]
    ways = {path: RequestLimits().of("POST", f"/account/{path}").is_heavy for path in paths}
    heavy = {path for path, is_heavy in ways.items() if is_heavy}
    assert heavy == {
        "sign-up/",
        "sign-in/",
        "confirm/x/x/",
        "again/",
        "password/",
        "reset/x/x/",
    }, "these hash a password, and nothing else of an account does"
    assert not RequestLimits().of("GET", HEAVY).is_heavy, "the page itself comes at once"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/v1/docs/"),
        ("HEAD", "/api/v1/schema/"),
        ("POST", "/api/v1/campaigns/import/"),
        ("POST", "/tables/import/"),
        ("GET", "/tables/6f1f3c1e-6a55-4a4c-9d5a-2b6d8f0f2b11/export/"),
    ],
)
def test_documents_and_files_are_heavy(method: str, path: str) -> None:
    assert RequestLimits().of(method, path).is_heavy


def test_taps_are_not(served: Served) -> None:
    table = "/tables/6f1f3c1e-6a55-4a4c-9d5a-2b6d8f0f2b11/"
    for path in ("", "commands/", "undo/", "board/"):
        assert RequestLimits().of("POST", table + path) == doors.LIGHT


def test_an_upload_stays_in_memory_and_its_door_is_narrower_than_that() -> None:
    upload = SimpleUploadedFile("table.json", b"x" * MOST_BYTES)
    request = RequestFactory().post("/tables/import/", {"file": upload})
    assert isinstance(request.FILES["file"], InMemoryUploadedFile)
    narrow = [
        RequestLimits().of("POST", path).most_bytes for path in ("/tables/import/", "/tables/x/")
    ]
    assert narrow == [MOST_SENT, doors.BODY_BYTES]
    assert narrow[0] < settings.FILE_UPLOAD_MAX_MEMORY_SIZE
