"""A mechanic: one thing a game can do, with all that belongs to it, and where it joins in."""

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
    from rules.mechanics.spawn.drawing import Drawing, OwnDeck, Prospect
    from rules.play import Play
    from rules.ruleset import Ruleset
    from rules.state import SpawnPoint as Point

Handler = Callable[[Any, Any], None]
"""Changes the working copy of a command, or raises `RuleError`; the command's own type is known
to the one it is registered for, hence `Any`."""
OfferMaker = Callable[[Any, Mapping[str, Any]], Iterator[Offer]]
"""Offers of one command, given the table and what the asker knows of the command already."""


F = TypeVar("F")


class Hook(Generic[F]):
    """A point at which other mechanics join in with what this one does.

    It stands beside the call and holds no joiners itself: a mechanic names them in its `joins`,
    and each game asks those of its own list, in that order.
    """

    def by(self, how: F) -> Join:
        """Return what a mechanic puts in its `joins`."""
        return Join(self, how)

    def of(self, rules: Ruleset) -> tuple[F, ...]:
        """Return those who join in at this point in a game."""
        return rules.joined(self)


class Join(NamedTuple):
    """That a mechanic joins in at a point of another, and how."""

    hook: Hook[Any]
    how: Any


class Ask(msgspec.Struct, frozen=True):
    """A command: who carries it out, and when it is offered with which choices."""

    command: type[BaseCommand]
    handler: Handler
    offers: OfferMaker
    is_whole: bool = True
    """Nothing else than what is offered would be accepted from a page."""


class Correction(msgspec.Struct, frozen=True):
    """A value that can be set by hand: of which type, and what it may be at this table."""

    kind: Any
    field: Callable[[Any, str], Field] | None = None
    """`field(look, path)`; without it, whatever the type allows."""
    check: Callable[[Any, str, Any], None] | None = None
    """`check(play, path, value)` raises a refusal that says more than that it cannot be."""
    kept: Callable[[Any, str, Any], Any] | None = None
    """`kept(play, path, value)` is the value as the table keeps it, where that may differ."""


class Mechanic(msgspec.Struct, frozen=True, kw_only=True):
    """What can be asked, what is told, which words of a pack it knows, and where it joins in.

    A game is a list of these; at each point they join in in the order of that list.
    """

    name: str = ""
    home: str = ""
    """The module or package it lives in; its words and pages lie at the same place elsewhere."""
    asks: tuple[Ask, ...] = ()
    events: tuple[type[BaseEvent], ...] = ()
    options: tuple[str, ...] = ()
    """Rules that a table may switch on; the pack says which of them its game has."""
    corrections: Mapping[str, Any] = {}
    """What can be set by hand, as `noise` or `survivors.*.light`: its type, or a `Correction`."""

    cards: Mapping[str, Callable[[Play, Drawing], None]] = {}
    """Kinds of zombie cards it resolves."""
    foresees: Mapping[str, Callable[[Play, Mapping[str, int]], Prospect]] = {}
    """The same kinds, told beforehand: `foresees[kind](play, line)`; chances rest on it."""
    bare_cards: tuple[str, ...] = ()
    """Those of them that name nobody, at no danger level."""
    effects: tuple[str, ...] = ()
    """Effects of cards that it carries out, or leaves to the players, by the name in the pack."""
    gives: Giving = {}
    """What it reads of the `gives` of a skill, and of which type that is."""
    traits: tuple[str, ...] = ()
    """What it knows of zombies beside their numbers, by the name in the pack."""
    zones: Mapping[str, Callable[[Play, Point], Drawing]] = {}
    """Kinds of spawn zones that draw from a deck of their own."""
    foresees_zones: Mapping[str, Callable[[Play], OwnDeck]] = {}
    """The cards of those decks, told beforehand."""
    zone_kinds: tuple[str, ...] = ()
    """Tokens of its own that may lie in a spawn zone."""
    described: Mapping[str, str] = {}
    """Kinds of cards beside those of the zombie deck that a group may describe, and their deck."""
    mission_rules: tuple[str, ...] = ()
    """Rules of missions that it carries out, by the name in the pack."""

    joins: tuple[Join, ...] = ()
    """Where it joins in with other mechanics, as `doors.door_refused.by(shut)`."""
    answers: Mapping[str, type[BaseCommand]] = {}
    """What it asks the players, and the command that answers it."""
    kills_all: tuple[str, ...] = ()
    """Effects of cards of which nobody in the zone is spared."""


P = ParamSpec("P")
Kind = TypeVar("Kind")


def _collecting(make: Callable[P, Mechanic]) -> Callable[Concatenate[str, P], Mechanic]:
    def mechanic(home: str, /, *args: P.args, **joins: P.kwargs) -> Mechanic:
        """Return the mechanic whose commands and events the module or package `home` defines.

        It goes by the last part of that name; `joins` says the rest. Named last in its module, as
        only what stands above it is found.
        """
        made = make(*args, **joins)
        commands = _defined(home, BaseCommand)
        return replace(
            made,
            name=home.rpartition(".")[2],
            home=home,
            asks=(*(_asked(command) for command in commands), *made.asks),
            events=(*_defined(home, BaseEvent), *made.events),
        )

    return mechanic


mechanic = _collecting(Mechanic)


def _asked(command: type[BaseCommand]) -> Ask:
    return Ask(command, lambda play, sent: sent.play(play), command.offers)


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
    """Return whether the module itself defines it, rather than imports it."""
    return kind.__module__ == module.__name__
