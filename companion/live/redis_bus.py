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

log = logging.getLogger("safehouse.live")
CHANNEL = "safehouse:live"
RIGHTS, AROUND = -1, -2
"""In the place of a version: rights of those who watch have changed, or what is shown beside."""
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
            self.waiting[table_id] = max(version, self.waiting.get(table_id, 0))
            self._send()

    def publish_signal(self, table_id: str, signal: int) -> None:
        with self.has_news:
            self.signals.add((table_id, signal))
            self._send()

    def _send(self) -> None:
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


def publish_signal(table_id: str, signal: int) -> None:
    """Tell the other processes that somebody may have lost a right there, or something else."""
    if settings.REDIS_URL:
        _publisher.publish_signal(table_id, signal)


def _pass_on(hub: Hub, table_id: str, version: int) -> None:
    if version == RIGHTS:
        hub.recheck(table_id)
    elif version == AROUND:
        hub.stir(table_id)
    else:
        hub.poke(table_id, version)


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
                        table_id, version = message["data"].decode().split()
                        _pass_on(hub, table_id, int(version))
        except Exception as error:  # whatever came through the channel, listen again
            outage.goes_on(error)
        await asyncio.sleep(RECONNECT_SECONDS)
