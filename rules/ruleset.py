"""A game as the engine sees it: its state, what it understands, who carries that out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from rules.events import Event
from rules.packs.schema import Pack
from rules.packs.schema.pack import Cover
from rules.state import Description, State, TableState

if TYPE_CHECKING:
    from rules.play import Play


class Outcome(msgspec.Struct, frozen=True):
    """The table after a command, and what happened on the way."""

    state: TableState
    events: tuple[Event, ...]


class AnyOutcome(Protocol):
    """The outcome of any game."""

    @property
    def state(self) -> State: ...
    @property
    def events(self) -> tuple[Any, ...]: ...


# Each handler takes the state of its game and the one command type it is registered for, hence
# `Any`.
Handler = Callable[[Any, Any, Any], Any]
SpawnPoints = Callable[["Play"], list[str]]
"""The zones of a spawn step in order, once for every card each of them draws."""


def _nobody(command: Any) -> frozenset[str]:
    return frozenset()


def _as_it_is(command: Any, player: str | None) -> Any:
    return command


def _everything(state: Any, player: str | None, pack: Any) -> Any:
    return state


class Ruleset(msgspec.Struct, frozen=True, kw_only=True):
    """One game: its slug and its handlers by command type, with its policies built in.

    A game of the Zombicide family shares state, pack and secrets (none) with its family and says
    no more than that; another game brings its own.
    """

    game: str
    handlers: Mapping[type, Handler]
    state: type[State] = TableState
    description: type[Any] = Description
    """What a group may enter of a card we do not know, as `state.described` holds it."""
    pack: Callable[[], Cover] | None = None
    """Its pack, where that is not one of the family's."""
    legal: Callable[[Any, Any], tuple[Any, ...]] | None = None
    """Its legal commands, where they are not the family's."""
    view: Callable[[Any, str | None, Any], Any] = _everything
    """The state as one player may see it (None: an onlooker), secrets of others removed."""
    shown: Callable[[Any, str | None], Any] = _as_it_is
    """A command of the log as one player may read it, secrets of others removed."""
    acts_for: Callable[[Any], frozenset[str]] = _nobody
    """The players a command decides for; only they, or the keeper, may send it."""


__all__ = ["AnyOutcome", "Handler", "Outcome", "Pack", "Ruleset", "SpawnPoints"]
