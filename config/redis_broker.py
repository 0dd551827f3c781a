"""The Redis broker, for workers that outlive it: whatever they hold, however it goes.

kombu's own Redis channel reads once more from a connection that is gone and stays half closed by
it. Whoever closes it, gives its messages back or acknowledges one after that meets a transport
without a client: an AttributeError (celery/kombu#582, still in 5.7), which ends a worker that held
a message. Here it is what it means, a connection that is gone; Celery knows how to go on from that.
"""

import logging
from typing import Any

from celery.worker.consumer import Consumer as CeleryConsumer
from celery.worker.state import maybe_shutdown
from kombu.transport import redis as kombu_redis
from redis import ConnectionError as Gone

from companion.frame.outage import Outage

RETRY_SECONDS = 1.0
ALONE = dict.fromkeys(("without_gossip", "without_mingle", "without_heartbeat"), True)
"""Options of workers that tell each other nothing: nobody reads it, and one that cannot send would
wait for the broker where it hears no signal."""


class Channel(kombu_redis.Channel):  # type: ignore[misc]
    def _get_pool(self, asynchronous: bool = False) -> Any:
        if self.connection is None or self.connection.client is None:
            raise Gone("this channel is closed")
        return super()._get_pool(asynchronous)


class Transport(kombu_redis.Transport):  # type: ignore[misc]
    Channel = Channel


class Consumer(CeleryConsumer):  # type: ignore[misc]
    """Looks every second whether the broker is back, and says once a minute that it is not.

    Celery's own waits longer each time, up to half a minute, in which prints would wait, too.
    """

    def __init__(self, *args: Any, worker_options: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(*args, worker_options=worker_options | ALONE, **kwargs)

    def ensure_connected(self, conn: Any) -> Any:
        outage = Outage(logging.getLogger("safehouse.broker"), "broker")
        conn.ensure_connection(
            lambda error, interval: outage.goes_on(error),
            interval_start=RETRY_SECONDS,
            interval_step=0,
            callback=maybe_shutdown,
        )
        outage.is_over()
        self.first_connection_attempt = False
        return conn
