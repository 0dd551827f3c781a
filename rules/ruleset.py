"""A game as the engine sees it: which commands it knows and who carries them out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from rules.events import Event
from rules.packs.schema import Pack
from rules.state import TableState

if TYPE_CHECKING:
    from rules.play import Play


class Outcome(msgspec.Struct, frozen=True):
    """The table after a command, and what happened on the way."""

    state: TableState
    events: tuple[Event, ...]


# Each handler takes the one command type it is registered for, hence `Any`.
Handler = Callable[[TableState, Any, Pack], Outcome]
SpawnPoints = Callable[["Play"], list[str]]
"""The zones of a spawn step in order, once for every card each of them draws."""


class Ruleset(msgspec.Struct, frozen=True, kw_only=True):
    """One game: its slug and its handlers by command type, with its policies built in."""

    game: str
    handlers: Mapping[type, Handler]
