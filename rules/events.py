"""Facts of the log, in the past tense: keys and numbers, put into words when shown."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

import msgspec


class BaseEvent(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"
):
    """A fact of the log, or a whole step made of several."""

    memorable: ClassVar[bool] = False
    """True if the printed report tells it. A group remembers such events; the rest is numbers."""

    def facts(self) -> Iterator["BaseEvent"]:
        """Yield the single facts it is made of, in order, for counting and searching."""
        yield self


class EventPart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of an event that tells a whole step."""


def facts_of(events: Iterable[BaseEvent]) -> Iterator[BaseEvent]:
    """Yield all events as single facts."""
    return (fact for event in events for fact in event.facts())
