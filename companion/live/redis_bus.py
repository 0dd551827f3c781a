"""Pokes between processes over Redis pub/sub, when `REDIS_URL` is set.

A lost poke costs the other processes one look at the database, so nobody waits for Redis: a tap
hands its poke to a thread, and that thread drops what it cannot publish.
"""

import asyncio
import logging
import os
import socket
import threading
from collections import deque
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlsplit

import redis
import redis.asyncio
from django.conf import settings
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff

from companion.frame.away import Asker, open_redis
from companion.frame.outage import Outage
from companion.live.hub import Hub
from companion.live.pokes import AROUND, RIGHTS, read_poke, read_quiet

log = logging.getLogger("safehouse.live")
CHANNEL, QUIET_CHANNEL = "safehouse:live", "safehouse:quiet"
"""A process of an older version hears the first only; both go in order over one connection."""
MOST_STEPS = 1000
READERS = {CHANNEL: read_poke, QUIET_CHANNEL: read_quiet}
RECONNECT_SECONDS = 1.0
TIMEOUT_SECONDS = 2.0
QUIET_SECONDS = 2.0
"""After so long without a word Redis is asked, and after as long again given up."""


class Publisher:
    """A thread that publishes the newest version of each table, and what else has changed."""

    def __init__(self) -> None:
        self.waiting: dict[str, int] = {}
        self.signals: set[tuple[str, int]] = set()
        self.steps: deque[str] = deque(maxlen=MOST_STEPS)
        self.has_news = threading.Condition()
        self.thread: threading.Thread | None = None
        self.outage = Outage(log, "poke not published")

    def publish(self, table_id: str, version: int) -> None:
        with self.has_news:
            if version in (RIGHTS, AROUND):
                self.signals.add((table_id, version))
            else:
                self.waiting[table_id] = max(version, self.waiting.get(table_id, 0))
            self._go_on()

    def publish_quiet(self, words: str) -> None:
        """Publish a quiet step before the version that follows it."""
        with self.has_news:
            self.steps.append(words)

    def _go_on(self) -> None:
        if self.thread is None:
            self.thread = threading.Thread(target=self._run, name="pokes", daemon=True)
            self.thread.start()
        self.has_news.notify()

    def _run(self) -> None:
        clients: dict[str, redis.Redis] = {}
        while True:
            with self.has_news:
                self.has_news.wait_for(lambda: self.waiting or self.signals)
                news, self.waiting = self.waiting, {}
                signals, self.signals = self.signals, set()
                steps, self.steps = self.steps, deque(maxlen=MOST_STEPS)
            url = settings.REDIS_URL
            try:
                if url not in clients:
                    clients[url] = open_redis(url, TIMEOUT_SECONDS)
                client = clients[url]
                for table_id, signal in signals:
                    client.publish(CHANNEL, f"{table_id} {signal}")
                for words in steps:
                    client.publish(QUIET_CHANNEL, words)
                for table_id, version in news.items():
                    client.publish(CHANNEL, f"{table_id} {version}")
            except Exception as error:  # whatever fails, the next poke may be told
                self.outage.goes_on(error)
            else:
                self.outage.is_over()


_publisher = Publisher()


def _begin_anew() -> None:
    """A forked process has none of its parent's threads."""
    global _publisher  # noqa: PLW0603
    _publisher = Publisher()


os.register_at_fork(after_in_child=_begin_anew)


def publish(table_id: str, version: int) -> None:
    """Tell the other processes, some time soon."""
    if settings.REDIS_URL:
        _publisher.publish(table_id, version)


def publish_quiet(words: str) -> None:
    """Tell the other processes of a quiet step, with the version that is published next."""
    if settings.REDIS_URL:
        _publisher.publish_quiet(words)


class Feed:
    """The announcements of other processes.

    It lives in the event loop and waits by the clock alone: a network that is cut ends no
    connection, and what redis-py offers for that spins. Nor does it bring a lookup of the host name
    to an end that hangs: another begun at each try would soon hold every thread of the loop.
    """

    def __init__(self) -> None:
        self.is_whole = False
        """True while pokes of other processes come through; else streams look for themselves."""
        self._names = Asker("names", TIMEOUT_SECONDS)

    async def pass_on(self, hub: Hub) -> None:
        """Hand every poke to the hub, for ever; connect anew, a moment later, whatever happens."""
        outage = Outage(log, "live feed")
        while True:
            try:
                await asyncio.wrap_future(self._names.begin(_look_up))
                async with _open_client() as client, client.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL, QUIET_CHANNEL)
                    async for message in _heard(pubsub):
                        self.is_whole = True
                        outage.is_over()
                        if message["type"] == "message":
                            READERS[message["channel"].decode()](hub, message["data"].decode())
            except Exception as error:  # whatever came through the channel, listen again
                outage.goes_on(error)
            finally:
                self.is_whole = False
            await asyncio.sleep(RECONNECT_SECONDS)


def _look_up() -> None:
    """Find out if the host of Redis has an address now."""
    address = urlsplit(settings.REDIS_URL)
    socket.getaddrinfo(address.hostname, address.port)


def _open_client() -> redis.asyncio.Redis:
    return redis.asyncio.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=TIMEOUT_SECONDS,
        socket_connect_timeout=TIMEOUT_SECONDS,
        retry=AsyncRetry(NoBackoff(), 0),  # by itself it would try again where nobody sees it
    )


async def _heard(pubsub: redis.asyncio.client.PubSub) -> AsyncIterator[dict[str, Any]]:
    """Yield all that is heard. A Redis that is quiet is asked if it is there, and has to answer.

    `PubSub.listen()` takes a connection that the kernel has given up for a pause, as a cut network
    ends it after 45 seconds, and reads it again at once, for ever and without letting anybody else
    have a turn, each time with a longer traceback (redis-py 8.1).
    """
    is_asked = False
    while True:
        message = await pubsub.get_message(timeout=QUIET_SECONDS)
        if message is not None:
            is_asked = False
            yield message
        elif is_asked:
            raise redis.TimeoutError("nothing heard")
        else:
            is_asked = True
            await pubsub.ping()


feed = Feed()
