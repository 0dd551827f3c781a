"""The ASGI router: the live stream is raw ASGI, everything else is Django WSGI in threads.

Django's own ASGI handler costs about three times as much a request (docs/adr/0002).
"""

import os
import re
from concurrent.futures import ThreadPoolExecutor

import django
from django.apps import apps
from django.core.handlers.wsgi import WSGIHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
if not apps.ready:
    # Once only: a second set-up configures the log anew, and forgets who listens to it for faults.
    django.setup(set_prefix=False)

# After Django's set-up: these read settings and models.
from companion.frame.database_age import stop_if_database_is_newer
from companion.live.stream import (
    live_lifespan,
    live_stream,
    stream_if_allowed,
)
from companion.live.tokens import LIVE_PREFIX
from companion.server.bridge import WsgiPages
from companion.server.doors import RequestLimits
from companion.server.patience import be_patient

with ThreadPoolExecutor(1) as beside_the_loop:
    beside_the_loop.submit(stop_if_database_is_newer).result()

be_patient()
_pages = WsgiPages(
    WSGIHandler(), RequestLimits()
)  # gathers all views now, not during the first tap
_API_STREAM = re.compile(r"/api/v1/(tables|campaigns)/[0-9a-f-]{36}/events/")


async def application(scope, receive, send) -> None:  # type: ignore[no-untyped-def]
    """Send each connection to its half of the house."""
    if scope["type"] == "lifespan":
        await live_lifespan(scope, receive, send)
    elif scope["type"] == "http" and scope["path"].startswith(LIVE_PREFIX):
        await live_stream(scope, receive, send)
    elif scope["type"] == "http" and _API_STREAM.fullmatch(scope["path"]):
        await stream_if_allowed(_pages, scope, receive, send)
    elif scope["type"] == "http":
        await _pages(scope, receive, send)
    elif scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1000})
