"""The ASGI router: the live stream is raw ASGI, everything else is Django WSGI in threads.

Django's own ASGI handler costs about three times as much a request (docs/adr/0002).
"""

import os
import re

from a2wsgi import WSGIMiddleware
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
_pages = WSGIMiddleware(get_wsgi_application(), workers=12)  # type: ignore[arg-type]

# After Django's set-up: these read settings and models.
from django.urls import get_resolver  # noqa: E402

from companion.live.stream import (  # noqa: E402
    live_lifespan,
    live_stream,
    stream_if_allowed,
)
from companion.live.tokens import LIVE_PREFIX  # noqa: E402

get_resolver().url_patterns  # noqa: B018 - import all views now, not during the first tap

_API_STREAM = re.compile(r"/api/v1/(tables|campaigns)/[0-9a-f-]{36}/events/")


async def application(scope, receive, send) -> None:  # type: ignore[no-untyped-def]
    """Send each connection to its half of the house."""
    if scope["type"] == "lifespan":
        await live_lifespan(scope, receive, send)
    elif scope["type"] == "http" and scope["path"].startswith(LIVE_PREFIX):
        await live_stream(scope, receive, send)
    elif scope["type"] == "http" and _API_STREAM.fullmatch(scope["path"]):
        await stream_if_allowed(_pages, scope, receive, send)  # type: ignore[arg-type]
    elif scope["type"] == "http":
        await _pages(scope, receive, send)
    elif scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1000})
