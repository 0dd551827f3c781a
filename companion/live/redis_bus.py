"""Pokes between processes over Redis pub/sub, when `REDIS_URL` is set.

A lost poke costs the other processes one look at the database, so nobody waits for Redis: a tap
hands its poke to a thread, and that thread drops what it cannot publish.
"""

import asyncio
import logging
import os
import threading

import redis
import redis.asyncio
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from companion.frame.outage import Outage
from companion.live.hub import Hub
from companion.live.pokes import AROUND, RIGHTS, read_poke

log = logging.getLogger("safehouse.live")
CHANNEL = "safehouse:live"
RECONNECT_SECONDS = 1.0
TIMEOUT_SECONDS = 2.0


class Publisher:
    """Publishes the newest version of each table, and what else has changed about it, from a
    thread of its own."""

    def __init__(self) -> None:
        self.waiting: dict[str, int] = {}
        self.signals: set[tuple[str, int]] = set()
        self.has_news = threading.Condition()
        self.thread: threading.Thread | None = None
        self.outage = Outage(log, "poke not published")

    def publish(self, table_id: str, version: int) -> None:
        with self.has_news:
            if version in (RIGHTS, AROUND):
                self.signals.add((table_id, version))
            else:
                self.waiting[table_id] = max(version, self.waiting.get(table_id, 0))
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
            url = settings.REDIS_URL
            client = clients.get(url) or clients.setdefault(url, _client(url))
            try:
                for table_id, signal in signals:
                    client.publish(CHANNEL, f"{table_id} {signal}")
                for table_id, version in news.items():
                    client.publish(CHANNEL, f"{table_id} {version}")
            except redis.RedisError as error:
                self.outage.goes_on(error)
            else:
                self.outage.is_over()


def _client(url: str) -> redis.Redis:
    # Once more at once: the connection may be from before a restart of Redis.
    return redis.Redis.from_url(
        url,
        socket_timeout=TIMEOUT_SECONDS,
        socket_connect_timeout=TIMEOUT_SECONDS,
        retry=Retry(NoBackoff(), 1),
    )


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


async def feed(hub: Hub) -> None:
    """Pass on what other processes announce, for ever; reconnects by itself."""
    outage = Outage(log, "live feed")
    while True:
        try:
            async with (
                redis.asyncio.Redis.from_url(settings.REDIS_URL) as client,
                client.pubsub() as pubsub,
            ):
                await pubsub.subscribe(CHANNEL)
                async for message in pubsub.listen():
                    outage.is_over()
                    if message["type"] == "message":
                        read_poke(hub, message["data"].decode())
        except Exception as error:  # whatever came through the channel, listen again
            outage.goes_on(error)
        await asyncio.sleep(RECONNECT_SECONDS)
