"""Connections: small answers leave at once, and nobody holds one for ever."""

import contextlib
import socket
import time
from pathlib import Path
from typing import Any

import pytest

from companion.server import listening
from companion.server.listening import CannotListen, bind, hold, listen
from tests.server.serving import SECONDS, Served, read_all, serving, wait_until
from tests.site import Site

REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test does not wait as long as a phone may."""
    monkeypatch.setattr(listening, "HEADER_SECONDS", 0.3)
    monkeypatch.setattr(listening, "IDLE_SECONDS", 0.3)


def test_a_kept_connection_sends_small_answers_at_once() -> None:
    """Without TCP_NODELAY the second of two small packets waits 40 ms for an acknowledgement."""
    with serving() as served, served.connect() as phone:
        phone.sendall(REQUEST)
        answer = b""
        while not answer.endswith(b"hello"):
            piece = phone.recv(4096)
            assert piece, answer
            answer += piece
        (connection,) = served.state.connections
        ours = connection.transport.get_extra_info("socket")
        assert ours.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        assert ours.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 60_000


def test_several_processes_have_sockets_of_their_own_that_say_they_are_tcp() -> None:
    with contextlib.ExitStack() as stack:
        first = stack.enter_context(listen("127.0.0.1", 0))
        port = first.getsockname()[1]
        with pytest.raises(CannotListen, match=f"Port {port} is taken.* PORT=[0-9]+$"):
            hold("127.0.0.1", port)
        first.close()
        stack.enter_context(hold("127.0.0.1", port))
        both = [stack.enter_context(bind("127.0.0.1", port, is_shared=True)) for _ in range(2)]
        assert [each.proto for each in both] == [socket.IPPROTO_TCP] * 2
        # asyncio looks at `proto` when a child takes the socket over by its number.
        taken_over = socket.socket(fileno=socket.dup(both[0].fileno()))
        stack.enter_context(taken_over)
        assert taken_over.proto == socket.IPPROTO_TCP
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), SECONDS)
        both[0].listen()
        with pytest.raises(CannotListen):
            hold("127.0.0.1", port)


@pytest.mark.parametrize(
    "said", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\nX-A: ", REQUEST, REQUEST + b"GET"]
)
@pytest.mark.usefixtures("hasty")
def test_whoever_says_nothing_or_only_half_is_left(said: bytes) -> None:
    with serving() as served, served.connect() as phone:
        phone.sendall(said)
        answer = read_all(phone)
        assert (b"hello" in answer) == (REQUEST in said)
        wait_until(lambda: not served.state.connections)
        assert not served.state.waiting
        assert not served.state.by_address


@pytest.mark.usefixtures("hasty")
def test_a_byte_now_and_then_does_not_keep_a_connection() -> None:
    with serving() as served, served.connect() as phone:
        started = time.monotonic()
        with contextlib.suppress(OSError):
            while time.monotonic() - started < 20:
                phone.sendall(b"X")
                phone.settimeout(0.05)
                with contextlib.suppress(TimeoutError):
                    if not phone.recv(10):
                        break
        wait_until(lambda: not served.state.connections)


def test_headers_without_an_end_are_not_collected() -> None:
    with serving() as served, served.connect() as phone:
        phone.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        with contextlib.suppress(OSError):
            for number in range(3000):
                phone.sendall(b"X-%d: %s\r\n" % (number, b"y" * 100))
        wait_until(lambda: not served.state.connections)


def test_a_large_body_behind_its_headers_is_no_long_header() -> None:
    body = b"x" * 200_000
    with serving() as served, served.connect() as phone:
        head = b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
        phone.sendall(head % len(body) + body)
        assert b"hello" in read_all(phone)


def wait(served: Served) -> socket.socket:
    """A connection that has begun to wait."""
    before = len(served.state.waiting)
    phone = served.connect()
    wait_until(lambda: len(served.state.waiting) > before)
    return phone


def test_one_that_waits_goes_for_one_that_comes() -> None:
    with serving() as served, contextlib.ExitStack() as stack:
        served.state.most = 3
        oldest, *others = [stack.enter_context(wait(served)) for _ in range(3)]
        assert b"hello" in served.ask()
        assert read_all(oldest) == b""
        for phone in others:
            phone.sendall(REQUEST)
            assert b"hello" in phone.recv(4096)


async def at_length(scope: Any, receive: Any, send: Any) -> None:
    """An answer that does not end."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"well", "more_body": True})
    await receive()
    await receive()


def test_one_address_does_not_have_all_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "is_loopback", lambda address: False)
    with serving(at_length) as served, contextlib.ExitStack() as stack:
        served.state.most = 8
        busy = [stack.enter_context(wait(served)) for _ in range(2)]
        for phone in busy:
            phone.sendall(REQUEST)
            assert b"well" in phone.recv(4096)
        assert read_all(stack.enter_context(served.connect())) == b"", "all of its share answer"
        assert len(served.state.connections) == 2


# --- the whole site ---


def test_neither_half_sent_posts_nor_more_connections_than_descriptors_freeze_anybody(
    tmp_path: Path,
) -> None:
    with Site(tmp_path, files=256) as site, contextlib.ExitStack() as stack:
        half = b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nhalf"
        for path in (b"/account/sign-in/", b"/tables/import/", b"/api/v1/tables/"):
            for _ in range(12):
                phone = socket.create_connection(("127.0.0.1", site.port), 5)
                stack.enter_context(phone).sendall(half % path)
        assert site.answers()
        for _ in range(400):
            phone = socket.create_connection(("127.0.0.1", site.port), 5)
            stack.enter_context(phone)
        before = site.log.stat().st_size
        for _ in range(20):
            assert site.answers()
        assert site.log.stat().st_size - before < 20_000
        assert "Traceback" not in site.log.read_text()
