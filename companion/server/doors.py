"""Which way a request takes: how much it may bring, how long that may take, who answers it.

Taps and pages have threads of their own. What is slow by nature, as hashing a password or reading
a file of megabytes, is marked `heavy` where its address is given and has a few threads beside
them, so that no flood of it makes a tap wait.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

View = TypeVar("View", bound=Callable[..., Any])
# What a form may have, and its boundaries.
BODY_BYTES = settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 16 * 1024
BODY_SECONDS = 20.0
HEAVY_BODY_SECONDS = 120.0


class Door(NamedTuple):
    """What is asked of a request before anybody answers it."""

    is_heavy: bool
    most_bytes: int
    seconds: float


class Mark(NamedTuple):
    """What a view says of itself: which of its methods are slow, and what they may bring."""

    methods: frozenset[str]
    most_bytes: int


LIGHT = Door(is_heavy=False, most_bytes=BODY_BYTES, seconds=BODY_SECONDS)


def heavy(view: View, *, methods: Iterable[str] = ("POST",), most_bytes: int = BODY_BYTES) -> View:
    """Mark a view whose work must not take the threads of the taps."""
    view.heavy = Mark(frozenset(methods), most_bytes)  # type: ignore[attr-defined]
    return view


class Doors:
    """The addresses of every heavy view, gathered once."""

    def __init__(self) -> None:
        self.marked = list(_marked(get_resolver().url_patterns))

    def of(self, method: str, path: str) -> Door:
        asked = "GET" if method == "HEAD" else method
        for address, mark in self.marked:
            if asked in mark.methods and address.match(path, 1):
                return Door(True, mark.most_bytes, HEAVY_BODY_SECONDS)
        return LIGHT


def _marked(
    patterns: Iterable[URLPattern | URLResolver], before: str = ""
) -> Iterator[tuple[re.Pattern[str], Mark]]:
    for pattern in patterns:
        address = before + pattern.pattern.regex.pattern.removeprefix("^")
        if isinstance(pattern, URLResolver):
            yield from _marked(pattern.url_patterns, address)
        elif mark := getattr(pattern.callback, "heavy", None):
            yield re.compile(address), mark
