"""Mechanics: one rule of a game each, with its commands, events and hooks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeVar

import msgspec
from msgspec.structs import replace

from rules.commands import BaseCommand
from rules.events import BaseEvent
from rules.fields import Field
from rules.offers import Offer
from rules.packs.vocabulary import Giving

if TYPE_CHECKING:
    from rules.mechanics.spawn.drawing import Drawing, Prospect
    from rules.play import Play
    from rules.ruleset import Ruleset

Handler = Callable[[Any, Any], None]
"""Function that changes the working copy of a command or raises `RuleError`.

Only the handler knows the command's own type, hence `Any`.
"""
OfferMaker = Callable[[Any, Mapping[str, Any]], Iterator[Offer]]
"""Function that makes offers of one command from the table and the fields already known."""


F = TypeVar("F")


class Hook(Generic[F]):
    """A point at which other mechanics join in with what this one does.

    It stands beside the call and holds no joiners itself: a mechanic names them in its `joins`, and
    each game asks its own mechanics, in the order of its list.
    """

    def by(self, how: F) -> Join:
        """Return the entry for a mechanic's `joins`."""
        return Join(self, how)

    def of(self, rules: Ruleset) -> tuple[F, ...]:
        """Return the functions that join in at this point in a game."""
        return rules.joined(self)


class Join(NamedTuple):
    """Entry of `joins`: the hook of another mechanic, and the function that joins in there."""

    hook: Hook[Any]
    how: Any


class Playable(msgspec.Struct, frozen=True):
    """A command with its handler and its offers."""

    command: type[BaseCommand]
    handler: Handler
    offers: OfferMaker
    is_whole: bool = True
    """See `BaseCommand.is_whole`; where a game gives a shared command another handler."""


class Correction(msgspec.Struct, frozen=True):
    """A value that can be corrected by hand: its type, and what it may be at this table."""

    kind: Any
    field: Callable[[Any, str], Field] | None = None
    """`field(look, path)` returns the field to choose from; by default the type alone decides."""
    check: Callable[[Any, str, Any], None] | None = None
    """`check(play, path, value)` raises a refusal that explains more than "not allowed"."""
    kept: Callable[[Any, str, Any], Any] | None = None
    """`kept(play, path, value)` returns the value as stored, where that may differ."""


class Mechanic(msgspec.Struct, frozen=True, kw_only=True):
    """A mechanic: its commands and events, the words of a pack it knows, and its joins.

    A game is a list of mechanics; at each hook they join in in the order of that list.
    """

    name: str = ""
    home: str = ""
    """Module or package that defines it; its words and pages have the same place elsewhere."""
    asks: tuple[Playable, ...] = ()
    events: tuple[type[BaseEvent], ...] = ()
    options: tuple[str, ...] = ()
    """Rules a table may switch on; the pack says which of them its game has."""
    corrections: Mapping[str, Any] = {}
    """Values that can be set by hand (`noise`, `survivors.*.light`): a type or a `Correction`."""

    cards: Mapping[str, Callable[[Play, Drawing], None]] = {}
    """Handlers for kinds of zombie cards."""
    foresees: Mapping[str, Callable[[Play, Mapping[str, int]], Prospect]] = {}
    """Forecasts for the same kinds: `foresees[kind](play, line)`. The odds are built on them."""
    effects: tuple[str, ...] = ()
    """Effects of cards it carries out or leaves to the players, by their names in the pack."""
    gives: Giving = {}
    """Keys of a skill's `gives` that it reads, with their types."""
    traits: tuple[str, ...] = ()
    """Traits of zombies that it knows, by their names in the pack."""
    mission_rules: tuple[str, ...] = ()
    """Rules of missions that it carries out, by their names in the pack."""

    joins: tuple[Join, ...] = ()
    """Hooks of other mechanics that it joins, for example `doors.door_refused.by(shut)`."""
    answers: Mapping[str, type[BaseCommand]] = {}
    """Questions it asks the players, each with the command that answers it."""


P = ParamSpec("P")
Kind = TypeVar("Kind")


def _collecting(make: Callable[P, Mechanic]) -> Callable[Concatenate[str, P], Mechanic]:
    def mechanic(home: str, /, *args: P.args, **joins: P.kwargs) -> Mechanic:
        """Return the mechanic whose commands and events the module or package `home` defines.

        Its name is the last part of `home`; `joins` are the other fields. Call it at the end of its
        module: only commands and events defined above the call are found. A class without a `play`
        is a base of commands.
        """
        made = make(*args, **joins)
        commands = (
            command
            for command in _defined(home, BaseCommand)
            if command.play is not BaseCommand.play
        )
        return replace(
            made,
            name=home.rpartition(".")[2],
            home=home,
            asks=(*(_asked(command) for command in commands), *made.asks),
            events=(*_defined(home, BaseEvent), *made.events),
        )

    return mechanic


mechanic = _collecting(Mechanic)


def _asked(command: type[BaseCommand]) -> Playable:
    return Playable(command, lambda play, sent: sent.play(play), command.offers, command.is_whole)


def _defined(home: str, base: type[Kind]) -> Iterator[type[Kind]]:
    """Yield the commands or events that a module, or every module of a package, defines."""
    modules = [import_module(home)]
    if path := getattr(modules[0], "__path__", None):
        modules += [import_module(f"{home}.{each.name}") for each in iter_modules(path)]
    for module in modules:
        for each in vars(module).values():
            if isinstance(each, type) and issubclass(each, base) and _is_own(each, module):
                yield each


def _is_own(kind: type, module: ModuleType) -> bool:
    """Check if the module itself defines the class, rather than imports it."""
    return kind.__module__ == module.__name__
