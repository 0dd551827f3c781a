"""The live stream as raw ASGI: server-sent events whose `id` is the table's version.

A browser that lost the connection comes back by itself with `Last-Event-ID`, and hears at once
if the table has moved meanwhile.
"""

import asyncio
import logging
import time
import uuid
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import parse_qs

from django.conf import settings
from django.http import HttpRequest

from companion.frame.away import is_away
from companion.frame.errors import TooManyRequests
from companion.frame.neighbours import neighbours
from companion.frame.outage import Outage
from companion.frame.request_id import short_id
from companion.frame.throttle import client_address, limit
from companion.live import POKE, QUIET, census, redis_bus
from companion.live.hub import Topic, hub
from companion.live.places import NoPlace, places
from companion.live.pokes import read_poke, read_quiet
from companion.live.tokens import LIVE_PREFIX, bearer
from companion.live.versions import newest_versions, version_for
from companion.server.bridge import Send, WsgiPages, environment
from companion.server.intake import Message, Receive

log = logging.getLogger("safehouse.live")
STREAM_HEADER = "X-Live-Stream"
PERSON_HEADER = "X-Live-Person"
STREAM_HEADERS = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
)
# What an answer that ends has, and one that goes on has not, or has of its own.
OWN_HEADERS = {b"content-length", b"x-live-stream", b"x-live-person"} | {
    name for name, _value in STREAM_HEADERS
}
WAIT = (b"retry-after", b"30")
"""The header of a refusal when all streams are taken."""
# A page that hears nothing for more than two of these listens anew (static/js/live-stream.js).
PING_SECONDS = 10.0
# An event with a name, for a page does not see comments; without a version, for it brings none.
PING = "event: ping\ndata:\n\n"
# Whoever loses a seat is told at once; a poke that was lost costs so long at most.
CHECK_SECONDS = 10.0
RETRY_MILLISECONDS = 500
LONGEST_VERSION = 10  # digits
# Writes of another process are seen by looking; while Redis tells of them, too, the look is only
# a safety net.
LOOK_SECONDS, NET_SECONDS = 1.0, 10.0


async def _look_now_and_then() -> None:
    outage = Outage(log, "look at the log")
    looked_at = 0.0
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        census.tell()
        now = time.monotonic()
        is_told = redis_bus.feed.is_whole and now - looked_at < NET_SECONDS
        if is_told or not hub.topics:
            continue
        looked_at = now
        try:
            versions = await asyncio.to_thread(newest_versions, list(hub.topics))
            outage.is_over()
            for topic, version in versions.items():
                hub.poke(topic, version)
        except Exception as error:  # the next look may succeed; this task must not end
            outage.goes_on(error)


async def live_lifespan(scope: Message, receive: Receive, send: Send) -> None:
    """Open the hub when the server starts, close it when it stops."""
    tasks: list[asyncio.Task[None]] = []
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            hub.open(asyncio.get_running_loop())
            tasks.append(asyncio.create_task(_look_now_and_then()))
            neighbours.hear(POKE, partial(read_poke, hub))
            neighbours.hear(QUIET, partial(read_quiet, hub))
            neighbours.hear(census.HERE, census.heard)
            neighbours.listen(asyncio.get_running_loop())
            if settings.REDIS_URL:
                tasks.append(asyncio.create_task(redis_bus.feed.pass_on(hub)))
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            hub.close()
            for task in tasks:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            await send({"type": "lifespan.shutdown.complete"})
            return


def _with_wait(send: Send) -> Send:
    """Return a `send` whose answer says when a place may be free."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], WAIT]}
        await send(message)

    return sent


async def _refuse(send: Send, status: HTTPStatus) -> None:
    headers = [(b"content-type", b"text/plain"), (b"cache-control", b"no-store")]
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers.append(WAIT)
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def _last_seen(scope: Message, query: dict[str, list[str]]) -> int:
    """Return the version this phone has: from the reconnect header, else from the address."""
    header = dict(scope["headers"]).get(b"last-event-id", b"").decode("latin-1")
    for value in (header, query.get("seen", [""])[0]):
        if value.isdecimal() and len(value) <= LONGEST_VERSION:
            return int(value)
    return 0


async def live_stream(scope: Message, receive: Receive, send: Send) -> None:
    """`GET /live/tables/<id>/?token=..&seen=..`: the stream of one table, or of a campaign."""
    table_id = scope["path"].removeprefix(LIVE_PREFIX).strip("/").rpartition("/")[2]
    query = parse_qs(scope["query_string"].decode("latin-1"))
    if scope["method"] != "GET":
        await _refuse(send, HTTPStatus.METHOD_NOT_ALLOWED)
        return
    person = bearer(query.get("token", [""])[0], table_id)
    if person is None:
        await _refuse(send, HTTPStatus.NOT_FOUND)
        return
    rights = hub.rights
    try:
        await asyncio.to_thread(_count, scope, person)
        version = await version_for(table_id, person)
        place = places.take(client_address(_request(scope)), person)
    except Exception as error:
        _check_later(error, table_id)
        await _refuse(send, HTTPStatus.SERVICE_UNAVAILABLE)
        return
    with place:
        if version is None:
            await _refuse(send, HTTPStatus.NOT_FOUND)
        else:
            watched = Watched(table_id, person, version, rights)
            await _follow(watched, scope, receive, send, ())


def _check_later(error: Exception, table_id: str) -> None:
    """No place, or nothing to read the version from: both may be there later."""
    if not isinstance(error, NoPlace | TooManyRequests) and not is_away(error):
        raise error
    log.warning("stream refused", extra={"table": table_id, "error": repr(error)})


def _request(scope: Message) -> HttpRequest:
    """As much of a request as it takes to know where the phone is, past our own proxies."""
    request = HttpRequest()
    request.META = environment(scope, b"")
    return request


def _count(scope: Message, person: str) -> None:
    """Whoever opens streams again and again waits, as after any other limit."""
    limit(_request(scope), "stream", person=uuid.UUID(person))


async def stream_if_allowed(pages: WsgiPages, scope: Message, receive: Receive, send: Send) -> None:
    """Ask Django who may follow a table; the answer that names one by `STREAM_HEADER` goes on here.

    All checks, headers and refusals are Django's own; only the waiting is ours.
    """
    allowed: list[Message] = []

    async def no_body() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def pass_on(message: Message) -> None:
        starts = message["type"] == "http.response.start" and scope["method"] == "GET"
        if starts and STREAM_HEADER.lower().encode() in dict(message["headers"]):
            allowed.append(message)
        if not allowed:
            await send(message)

    await pages(scope, no_body, pass_on)
    if not allowed:
        return
    headers = dict(allowed[0]["headers"])
    table_id, person = (
        headers[name.lower().encode()].decode("latin-1") for name in (STREAM_HEADER, PERSON_HEADER)
    )
    kept = [(name, value) for name, value in headers.items() if name not in OWN_HEADERS]
    rights = hub.rights
    try:
        await asyncio.to_thread(_count, scope, person)
        version = await version_for(table_id, person) or 0
        place = places.take(client_address(_request(scope)), person)
    except Exception as error:
        _check_later(error, table_id)
        if is_away(error):
            await pages.refuse(scope, HTTPStatus.SERVICE_UNAVAILABLE, send)
        else:
            await pages.refuse(scope, HTTPStatus.TOO_MANY_REQUESTS, _with_wait(send))
        return
    with place:
        await _follow(Watched(table_id, person, version, rights), scope, receive, send, kept)


class Watched(NamedTuple):
    """The topic of a stream, and the versions known when it was allowed."""

    table_id: str
    person: str
    version: int
    rights: int
    """Number of changes of rights the site had seen before this one was read."""


async def _may_go_on(watched: Watched) -> bool:
    """While there is nothing to read the right from, nobody loses it."""
    try:
        return await version_for(watched.table_id, watched.person) is not None
    except Exception as error:
        if not is_away(error):
            raise
        return True


async def _follow(
    watched: Watched,
    scope: Message,
    receive: Receive,
    send: Send,
    headers: Iterable[tuple[bytes, bytes]],
) -> None:
    """Say every new version of the table until one of the two sides goes, or the right does."""
    table_id, rights = watched.table_id, watched.rights
    query = parse_qs(scope["query_string"].decode("latin-1"))
    takes_steps = query.get("steps") == ["1"]
    about = {"table": table_id, "seen": _last_seen(scope, query)}
    address = client_address(_request(scope)) or ""
    log.info(
        "stream opened", extra=about | {"person": short_id(watched.person), "address": address}
    )
    start = {"type": "http.response.start", "status": 200, "headers": [*STREAM_HEADERS, *headers]}
    await send(start)
    await _send_text(send, f"retry: {RETRY_MILLISECONDS}\n\n")
    loop = asyncio.get_running_loop()
    gone = loop.create_task(_until_disconnected(receive))
    try:
        with hub.listening(table_id, watched.version) as (topic, listener):
            # Whoever leaves wakes the stream, too: one thing to wait for, no task for each wait.
            gone.add_done_callback(lambda _task: listener.set())
            sent = _last_seen(scope, query)
            if takes_steps and sent > topic.version:  # a step it saw was lost in a power cut
                sent = -1
            checked_at, around = loop.time(), topic.around
            while not gone.done() and not hub.is_closing:
                has_new_rights = topic.rights > rights
                if has_new_rights or loop.time() - checked_at > CHECK_SECONDS:
                    rights, checked_at = hub.rights, loop.time()
                    if not await _may_go_on(watched):
                        break
                    if topic.rights > rights:  # changed again meanwhile: asked before anything else
                        continue
                if has_new_rights:  # somebody may have a seat elsewhere now, at a rematch
                    await _send_text(send, f"event: seats\ndata: {sent}\n\n")
                if topic.around > around:
                    around = topic.around
                    await _send_text(send, f"event: beside\ndata: {sent}\n\n")
                if topic.version > sent:
                    news = _news(topic, sent, takes_steps=takes_steps)
                    sent = topic.version
                    await _send_text(send, news)
                listener.clear()
                has_news = topic.version > sent or topic.rights > rights or topic.around > around
                if has_news or gone.done() or hub.is_closing:
                    continue
                try:
                    async with asyncio.timeout(PING_SECONDS):
                        await listener.wait()
                except TimeoutError:
                    await _send_text(send, PING)
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        gone.cancel()


def _news(topic: Topic, sent: int, *, takes_steps: bool) -> str:
    """Return the events for a phone that has seen a version: each quiet step, or the newest."""
    steps = topic.steps_after(sent) if takes_steps else []
    if not steps:
        return f"id: {topic.version}\ndata: {topic.version}\n\n"
    return "".join(f"event: step\nid: {each.version}\ndata: {each.message}\n\n" for each in steps)


async def _until_disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _send_text(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
