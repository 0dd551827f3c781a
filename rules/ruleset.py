"""Games as the engine sees them: a state, a list of mechanics, and policies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Protocol, Union

import msgspec

from rules.commands import BaseCommand, kind_of
from rules.errors import GameError, RuleError
from rules.events import BaseEvent
from rules.mechanic import F, Hook, Mechanic, Playable
from rules.packs.schema.pack import Cover
from rules.state import Description, State


class Outcome(msgspec.Struct, frozen=True):
    """The table after a command, and the events on the way."""

    state: Any
    events: tuple[BaseEvent, ...]


class Working(Protocol):
    """The working copy of one command."""

    def outcome(self) -> Outcome: ...


def _nobody(command: Any) -> frozenset[str]:
    return frozenset()


def _as_it_is(command: Any, player: str | None) -> Any:
    return command


def _everything(state: Any, player: str | None, pack: Any) -> Any:
    return state


def _open_to(state: Any, players: frozenset[str | None]) -> Any:
    return state


def _to_the_letter(seen: Any, restored: Any) -> Any:
    return restored


class Ruleset:
    """One game: a list of mechanics, a state, and its own policies.

    Unions, decoders, the API's schema, the glossary and the pages are made from that list. Two
    mechanics of one game with the same word for a command or an event are refused at once.
    """

    def __init__(
        self,
        *,
        game: str,
        mechanics: tuple[Mechanic, ...],
        state: type[State],
        rank: int = 100,
        description: type[Any] = Description,
        view: Callable[[Any, str | None, Any], Any] = _everything,
        open_to: Callable[[Any, frozenset[str | None]], Any] = _open_to,
        shown: Callable[[Any, str | None], Any] = _as_it_is,
        acts_for: Callable[[Any], frozenset[str]] = _nobody,
        taken_back: Callable[[Any, Any], Any] = _to_the_letter,
    ) -> None:
        self.game = game
        self.mechanics = mechanics
        self.state = state
        self.rank = rank
        """Rank in lists of games; equal ranks are ordered by name."""
        self.description = description
        """Type of a group's description of an unknown card, as `state.described` holds it."""
        self.view = view
        """Function that removes other players' secrets from the state; None is an onlooker."""
        self.open_to = open_to
        """Function that hides the hands of other players from the state that offers are made from.

        So not even the time an answer takes depends on them.
        """
        self.shown = shown
        """Function that removes other players' secrets from a command of the log."""
        self.acts_for = acts_for
        """Function that returns the players a command decides for.

        Only they or the keeper may send it.
        """
        self.taken_back = taken_back
        """Function that returns the state an undo restores, given the one that everybody has seen.

        A choice that was sealed then and has been revealed since must be made again.
        """
        self._refuse_clashes()

    def _refuse_clashes(self) -> None:
        for what, words in (
            ("mechanic", [mechanic.name for mechanic in self.mechanics]),
            ("command", [kind_of(ask.command) for ask in self._all_asks()]),
            ("event", [kind_of(event) for event in self.events]),
            ("kind of card", [kind for mechanic in self.mechanics for kind in mechanic.cards]),
        ):
            twice = [word for word, count in Counter(words).items() if count > 1]
            if twice:
                owners = [
                    mechanic.name for mechanic in self.mechanics if twice[0] in _words(mechanic)
                ]
                raise GameError(
                    f"{self.game}: two mechanics have the {what} {twice[0]!r}: {', '.join(owners)}"
                )

    def _all_asks(self) -> Iterator[Playable]:
        return (ask for mechanic in self.mechanics for ask in mechanic.asks)

    # --- made from the mechanics ---

    @cached_property
    def asks(self) -> Mapping[type[BaseCommand], Playable]:
        """Return every command of this game with its handler and offers."""
        return MappingProxyType({ask.command: ask for ask in self._all_asks()})

    @cached_property
    def commands(self) -> Mapping[str, type[BaseCommand]]:
        """Return every command of this game by its tag."""
        return MappingProxyType({kind_of(command): command for command in self.asks})

    @cached_property
    def events(self) -> tuple[type[BaseEvent], ...]:
        return tuple(event for mechanic in self.mechanics for event in mechanic.events)

    @cached_property
    def command_decoder(self) -> msgspec.json.Decoder[BaseCommand]:
        return msgspec.json.Decoder(Union[tuple(self.asks)])  # noqa: UP007

    @cached_property
    def event_decoder(self) -> msgspec.json.Decoder[tuple[BaseEvent, ...]]:
        events: Any = Union[tuple(self.events)]  # noqa: UP007
        return msgspec.json.Decoder(tuple[events, ...])

    @cached_property
    def state_decoder(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(self.state)

    def joined(self, hook: Hook[F]) -> tuple[F, ...]:
        """Return the functions that join in at a hook, in the order of the mechanics."""
        return self._joined.get(hook, ())

    @cached_property
    def _joined(self) -> Mapping[Hook[Any], tuple[Any, ...]]:
        found: dict[Hook[Any], tuple[Any, ...]] = {}
        for mechanic in self.mechanics:
            for join in mechanic.joins:
                found[join.hook] = (*found.get(join.hook, ()), join.how)
        return found

    # --- to be overridden by a game ---

    def missing(
        self, working: Any, command: BaseCommand, *, in_play: bool = False
    ) -> RuleError | None:
        """Return the error for the first thing a command names that is not on the table, or None.

        With `in_play`, survivors who are out of play count as missing.
        """
        return None

    def pack(self, state: Any) -> Cover:
        """Return the pack a table plays with."""
        raise NotImplementedError

    def cover(self) -> Cover:
        """Return the name and picture of the game."""
        raise NotImplementedError

    def begin(self, state: Any, pack: Any, command: Any = None) -> Any:
        """Return the working copy for a command; without one, for querying the table only."""
        raise NotImplementedError


def _words(mechanic: Mechanic) -> set[str]:
    kinds = {kind_of(ask.command) for ask in mechanic.asks}
    events = {kind_of(event) for event in mechanic.events}
    return {mechanic.name} | kinds | events | set(mechanic.cards)
