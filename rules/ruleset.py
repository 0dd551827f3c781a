"""A game as the engine sees it: which commands it knows and who carries them out."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rules.events import Event
from rules.packs.schema import Pack
from rules.state import TableState


class Outcome(msgspec.Struct, frozen=True):
    """The table after a command, and what happened on the way."""

    state: TableState
    events: tuple[Event, ...]


# Each handler takes the one command type it is registered for, hence `Any`.
Handler = Callable[[TableState, Any, Pack], Outcome]


class Ruleset(msgspec.Struct, frozen=True, kw_only=True):
    """One game: its slug and its handlers by command type."""

    game: str
    handlers: Mapping[type, Handler]
