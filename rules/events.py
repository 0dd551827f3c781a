"""What happened, in the past tense: keys and numbers, put into words when shown."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

import msgspec


class BaseEvent(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"
):
    """A fact of the log, or a whole step made of several."""

    memorable: ClassVar[bool] = False
    """What a group remembers of a round: the report on paper tells it; the rest is numbers."""

    def facts(self) -> Iterator["BaseEvent"]:
        """The same as single facts in their order, for whoever counts or looks for one kind."""
        yield self


class EventPart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of an event that tells a whole step."""


def facts_of(events: Iterable[BaseEvent]) -> Iterator[BaseEvent]:
    """Everything that happened as single facts."""
    return (fact for event in events for fact in event.facts())
