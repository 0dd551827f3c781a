"""Pokes between processes over Redis pub/sub, when `REDIS_URL` is set."""

import asyncio
import logging
from functools import cache

import redis
import redis.asyncio
from django.conf import settings

from companion.live.hub import Hub

log = logging.getLogger("safehouse.live")
CHANNEL = "safehouse:live"
RECONNECT_SECONDS = 1.0


@cache
def _client(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2)


def publish(table_id: str, version: int) -> None:
    """Tell the other processes. A lost poke costs them one poll, so failure is only logged."""
    if not settings.REDIS_URL:
        return
    try:
        _client(settings.REDIS_URL).publish(CHANNEL, f"{table_id} {version}")
    except redis.RedisError as error:
        log.warning("poke not published", extra={"error": repr(error)})


async def feed(hub: Hub) -> None:
    """Pass on what other processes announce, for ever; reconnects by itself."""
    while True:
        try:
            async with (
                redis.asyncio.Redis.from_url(settings.REDIS_URL) as client,
                client.pubsub() as pubsub,
            ):
                await pubsub.subscribe(CHANNEL)
                async for message in pubsub.listen():
                    if message["type"] == "message":
                        table_id, version = message["data"].decode().split()
                        hub.poke(table_id, int(version))
        except Exception as error:  # whatever came through the channel, listen again
            log.warning("live feed interrupted", extra={"error": repr(error)})
        await asyncio.sleep(RECONNECT_SECONDS)
