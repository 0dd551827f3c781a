"""The route of a request: size limit and timeout of its body, and the threads that answer it.

Taps and pages have threads of their own. Slow work, for example hashing a password or reading a
file of megabytes, is marked `heavy` where its address is given. It has a few threads beside them,
so that no flood of it makes a tap wait.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

View = TypeVar("View", bound=Callable[..., Any])
# Limit of a form, and its boundaries.
BODY_BYTES = settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 16 * 1024
BODY_SECONDS = 20.0
HEAVY_BODY_SECONDS = 120.0


class Limits(NamedTuple):
    """The limits of a request, checked before anybody answers it."""

    is_heavy: bool
    most_bytes: int
    seconds: float


class HeavyMark(NamedTuple):
    """The mark of a view: its slow methods, and the largest body they accept."""

    methods: frozenset[str]
    most_bytes: int


LIGHT = Limits(is_heavy=False, most_bytes=BODY_BYTES, seconds=BODY_SECONDS)


def heavy(view: View, *, methods: Iterable[str] = ("POST",), most_bytes: int = BODY_BYTES) -> View:
    """Mark a slow view: it runs in its own thread pool and cannot delay taps."""
    view.heavy = HeavyMark(frozenset(methods), most_bytes)  # type: ignore[attr-defined]
    return view


class RequestLimits:
    """The addresses of every heavy view, gathered once."""

    def __init__(self) -> None:
        self.marked = list(_marked(get_resolver().url_patterns))

    def of(self, method: str, path: str) -> Limits:
        asked = "GET" if method == "HEAD" else method
        for address, mark in self.marked:
            if asked in mark.methods and address.match(path, 1):
                return Limits(True, mark.most_bytes, HEAVY_BODY_SECONDS)
        return LIGHT


def _marked(
    patterns: Iterable[URLPattern | URLResolver], before: str = ""
) -> Iterator[tuple[re.Pattern[str], HeavyMark]]:
    for pattern in patterns:
        address = before + pattern.pattern.regex.pattern.removeprefix("^")
        if isinstance(pattern, URLResolver):
            yield from _marked(pattern.url_patterns, address)
        elif mark := getattr(pattern.callback, "heavy", None):
            yield re.compile(address), mark
