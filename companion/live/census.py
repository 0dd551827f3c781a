"""How many phones and screens follow something, in all web processes of this `serve`."""

import os
import time
from typing import NamedTuple

from companion.frame.neighbours import neighbours
from companion.live.hub import hub

HERE = "here"
FRESH_SECONDS = 5.0
"""Each process tells every second; one that has not for so long is gone."""
MOST_TOPICS = 1000
"""Of one process, so that it fits into a message."""


class Census(NamedTuple):
    """The number of streams, and the topics they follow."""

    streams: int
    topics: frozenset[str]


_others: dict[str, tuple[float, Census]] = {}


def own_census() -> Census:
    """Of this process."""
    topics = dict(hub.topics)
    return Census(sum(len(topic.listeners) for topic in topics.values()), frozenset(topics))


def tell() -> None:
    """Let the other processes know how many there are here."""
    own = own_census()
    topics = sorted(own.topics)[:MOST_TOPICS]
    neighbours.tell(HERE, " ".join([str(os.getpid()), str(own.streams), *topics]))


def heard(words: str) -> None:
    process, streams, *topics = words.split()
    _others[process] = (time.monotonic(), Census(int(streams), frozenset(topics)))


def census() -> Census:
    """Of this process, and of the others as they last told."""
    now = time.monotonic()
    fresh = [other for at, other in _others.values() if now - at < FRESH_SECONDS]
    own = own_census()
    return Census(
        own.streams + sum(other.streams for other in fresh),
        own.topics.union(*(other.topics for other in fresh)),
    )
